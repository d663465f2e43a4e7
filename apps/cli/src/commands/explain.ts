import type { Command } from 'commander';
import { callerRequest, withCallerOptions, type CallerOptions } from '../catalog/caller-options.js';
import { usageFailure } from '../exit-codes.js';
import { explainCandidate, explanationText } from '../explain/explain-candidate.js';
import { ruleJson, ruleText } from '../explain/explain-rule.js';
import { clientOf, type Session } from '../session.js';

interface Options extends CallerOptions {
  readonly json?: true;
}

const EXAMPLES = `
Alone, the id is that of a rule, and nothing is sent anywhere. With a caller it is a
tool_id: at which stage does the tool fall for this caller, who need not exist? Without
an id all tools are told of. The key needs \`audit\`.

Examples:
  $ quartermaster explain input-property-became-required
  $ quartermaster explain support.create_ticket --tenant acme --role support --task-type support --max-risk L3`;

/** `quartermaster explain`: one rule, or why a caller is handed a tool or not. */
export const register = (program: Command, session: Session): void => {
  withCallerOptions(
    program
      .command('explain')
      .description('explain a rule, or why a caller may use a tool or not')
      .argument('[id]', 'the id of a rule as findings name it; with a caller, a tool_id'),
  )
    .option('--json', 'as JSON')
    .addHelpText('after', EXAMPLES)
    .action((id: string | undefined, options: Options) => run(id, options, session));
};

async function run(id: string | undefined, options: Options, session: Session): Promise<void> {
  const { terminal } = session;
  const { json, ...caller } = options;
  if (Object.keys(caller).length === 0) {
    if (id === undefined)
      throw usageFailure('Name a rule, or a caller with --role and --task-type.');
    terminal.out(json === true ? ruleJson(id) : ruleText(terminal, id));
    return;
  }
  const explanation = await explainCandidate(clientOf(session), callerRequest(caller), id);
  terminal.out(
    json === true ? JSON.stringify(explanation, null, 2) : explanationText(terminal, explanation),
  );
}
