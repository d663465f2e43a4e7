import type { Command } from 'commander';
import { CommandEnd, EXIT } from '../exit-codes.js';
import { loadWholeManifests } from '../manifests/load-manifests.js';
import { startProgress } from '../output/progress.js';
import { makePlan } from '../plan/make-plan.js';
import { readOutput, writeOutputs, type Output } from '../plan/outputs.js';
import { isRefused, type Plan } from '../plan/plan.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly output?: readonly Output[];
  readonly json?: true;
}

const EXAMPLES = `
The key needs \`publish\` for the namespaces; with \`read\` alone the numbers are checked.
Exit codes: 0 \`apply\` would succeed, 1 something would be refused.

Examples:
  $ quartermaster plan
  $ quartermaster plan --output github --output markdown=plan.md    in GitHub Actions
  $ quartermaster plan --output junit=plan.xml                      in GitLab CI`;

/** `quartermaster plan`: what `apply` would do, and why not, with nothing written. */
export const register = (program: Command, session: Session): void => {
  program
    .command('plan')
    .description('tell per tool which version step it needs and what `apply` would do')
    .argument('[file...]', 'manifest files, or folders with a quartermaster.yaml')
    .option(
      '--output <form>',
      'text, json, markdown, junit, sarif or github, with =<file> into a file; repeatable',
      collect,
    )
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: Options) => runPlan(files, options, session));
};

async function runPlan(
  named: readonly string[],
  options: Options,
  session: Session,
): Promise<void> {
  const loaded = await loadWholeManifests(named);
  const client = clientOf(session);
  const progress = startProgress(session.terminal, loaded.tools.length);
  let plan: Plan;
  try {
    const made = await makePlan(client, loaded, ({ tool_id }) => progress.advance(1, tool_id));
    plan = { catalog: session.settings.url, ...made };
  } finally {
    progress.stop();
  }
  await writeOutputs(session.terminal, plan, outputsOf(options));
  if (isRefused(plan)) throw new CommandEnd(EXIT.refused);
}

/** The output itself is one document: the text, unless something else is asked for. */
function outputsOf({ output = [], json }: Options): readonly Output[] {
  if (json === true) return [...output, { form: 'json', file: null }];
  const shown = output.some(({ file }) => file === null);
  return shown ? output : [...output, { form: 'text', file: null }];
}

function collect(text: string, before: readonly Output[] = []): readonly Output[] {
  return [...before, readOutput(text)];
}
