import { Option, type Command } from 'commander';
import { asObject } from '../catalog/fields.js';
import { readVersionName, versionPath } from '../catalog/paths.js';
import { reviewMarkdown, reviewText } from '../review/review-forms.js';
import { reviewReport } from '../review/review-report.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly format: 'text' | 'json' | 'markdown';
  readonly json?: true;
}

const EXAMPLES = `
The key needs \`review\` or \`read\`. Approve what you have read with the digest that it names.

Examples:
  $ quartermaster review support.create_ticket@1.3.0
  $ quartermaster review support.create_ticket@1.3.0 --format markdown >> comment.md`;

/** `quartermaster review`: all that a second person looks at before they decide on a version. */
export const register = (program: Command, session: Session): void => {
  program
    .command('review')
    .description('show what differs, findings, lint, policy, gates and evidence of a version')
    .argument('<name>', 'tool_id@version')
    .addOption(
      new Option('--format <format>', 'how to print it')
        .choices(['text', 'json', 'markdown'])
        .default('text'),
    )
    .option('--json', 'the same as --format json')
    .addHelpText('after', EXAMPLES)
    .action((name: string, options: Options) => run(name, options, session));
};

async function run(name: string, { format, json }: Options, session: Session): Promise<void> {
  const { terminal } = session;
  const path = `${versionPath(readVersionName(name))}/review`;
  const { body } = await clientOf(session).send({ method: 'GET', path });
  const review = asObject(body);
  if (json === true || format === 'json') terminal.out(JSON.stringify(review, null, 2));
  else if (format === 'markdown') terminal.out(reviewMarkdown(reviewReport(review)));
  else terminal.out(reviewText(terminal, reviewReport(review)));
}
