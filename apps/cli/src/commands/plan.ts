import { Option, type Command } from 'commander';
import { CommandEnd, CommandFailure, EXIT, type FailedPlace } from '../exit-codes.js';
import { loadWholeManifests, type Loaded } from '../manifests/load-manifests.js';
import { startProgress } from '../output/progress.js';
import { faultsGithub } from '../plan/github.js';
import { leaveComment, MOST_OF_A_COMMENT } from '../plan/github-comment.js';
import { makePlan } from '../plan/make-plan.js';
import { faultsMarkdown, planMarkdown } from '../plan/markdown.js';
import { readOutput, REPORT_FORMS, writeOutputs, type Output } from '../plan/outputs.js';
import { isRefused, type Plan } from '../plan/plan.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly output?: readonly Output[];
  readonly comment?: true;
  readonly json?: true;
}

const EXAMPLES = `
The key needs \`publish\` for the namespaces; with \`read\` alone the numbers are checked.
Exit codes: 0 \`apply\` would succeed, 1 something would be refused.

Examples:
  $ quartermaster plan
  $ quartermaster plan --output github --comment            in GitHub Actions
  $ quartermaster plan --output junit=plan.xml                      in GitLab CI`;

/** `quartermaster plan`: what `apply` would do, and why not, with nothing written. */
export const register = (program: Command, session: Session): void => {
  program
    .command('plan')
    .description('tell per tool which version step it needs and what `apply` would do')
    .argument('[file...]', 'manifest files, or folders with a quartermaster.yaml')
    .addOption(
      new Option('--output <form>', 'with =<file> into a file; repeatable')
        .choices(REPORT_FORMS)
        // The choices are told; what may follow them is read here.
        .argParser(collect),
    )
    .option('--comment', 'in GitHub Actions: leave it on the pull request, in one comment')
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((files: string[], options: Options) => runPlan(files, options, session));
};

async function runPlan(
  named: readonly string[],
  options: Options,
  session: Session,
): Promise<void> {
  const outputs = outputsOf(options);
  const key = named.join(' ');
  const loaded = await loadWholeManifests(named).catch(async (error: unknown) => {
    if (error instanceof CommandFailure)
      await tellFaults(error.errors, { outputs, key, options }, session);
    throw error;
  });
  const plan = await planOf(loaded, session);
  await writeOutputs(session.terminal, plan, outputs);
  if (options.comment === true) {
    await leaveComment(session, key, planMarkdown(plan, MOST_OF_A_COMMENT));
  }
  if (isRefused(plan)) throw new CommandEnd(EXIT.refused);
}

async function planOf(loaded: Loaded, session: Session): Promise<Plan> {
  const client = clientOf(session);
  const progress = startProgress(session.terminal, loaded.tools.length);
  try {
    const made = await makePlan(client, loaded, ({ tool_id }) => progress.advance(1, tool_id));
    return { catalog: session.settings.url, ...made };
  } finally {
    progress.stop();
  }
}

interface Telling {
  readonly outputs: readonly Output[];
  readonly key: string;
  readonly options: Options;
}

/** Whoever watches a pull request sees the faults of the manifest there, and no plan of yesterday. */
async function tellFaults(
  faults: readonly FailedPlace[],
  { outputs, key, options }: Telling,
  session: Session,
): Promise<void> {
  if (faults.length === 0) return;
  const isShown = outputs.some(({ form, file }) => form === 'github' && file === null);
  if (isShown) session.terminal.out(faultsGithub(faults));
  if (options.comment === true) await leaveComment(session, key, faultsMarkdown(faults));
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
