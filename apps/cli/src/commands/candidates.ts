import { Option, type Command } from 'commander';
import { DETAILS, FORMATS, type Format } from '#core/candidates/request-schema.js';
import { member, type JsonObject } from '#core/json/value.js';
import { callerRequest, withCallerOptions, type CallerOptions } from '../catalog/caller-options.js';
import { asObject, objectsAt, textAt } from '../catalog/fields.js';
import { readWholeNumber } from '../catalog/whole-number.js';
import { table } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import { plural } from '../output/text.js';
import { clientOf, type Session } from '../session.js';

interface Options extends CallerOptions {
  readonly topK?: number;
  readonly format: Format;
  readonly detail?: string;
  readonly maxTokens?: number;
  readonly json?: true;
}

const EXAMPLES = `
What an agent is handed. A format other than native is always printed as JSON. Why a
tool is not among them: \`quartermaster explain <tool_id> --role … --task-type …\`.

Examples:
  $ quartermaster candidates --tenant acme --role support --task-type support
  $ quartermaster candidates --tenant acme --role support --task-type support --max-risk L3 --query 'open a ticket'
  $ quartermaster candidates --tenant acme --role support --task-type support --format openai

Without --max-risk nothing above L2 is handed out.`;

/** `quartermaster candidates`: the tools that a caller may use now, the best first. */
export const register = (program: Command, session: Session): void => {
  withCallerOptions(
    program.command('candidates').description('ask which tools an agent may use now'),
  )
    .option('--top-k <number>', 'so many at most', readWholeNumber)
    .addOption(new Option('--format <format>', 'of the tools').choices(FORMATS).default('native'))
    .addOption(new Option('--detail <detail>', 'of a tool').choices(DETAILS))
    .option('--max-tokens <number>', 'so many tokens at most, together', readWholeNumber)
    .option('--json', 'the whole answer as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(options, session));
};

async function run(options: Options, session: Session): Promise<void> {
  const { terminal } = session;
  const { topK, format, detail, maxTokens, json } = options;
  const body = callerRequest(options, { top_k: topK, format, detail, max_tokens: maxTokens });
  const answer = await clientOf(session).send({ method: 'POST', path: '/v1/candidates', body });
  const isJson = json === true || format !== 'native';
  terminal.out(
    isJson ? JSON.stringify(answer.body, null, 2) : asText(terminal, asObject(answer.body)),
  );
}

function asText(terminal: Terminal, answer: JsonObject): string {
  const tools = objectsAt(answer, 'tools');
  const total = member(answer, 'total_eligible');
  const closing = `${plural(tools.length, 'tool')} of ${String(total)} that this caller may use.`;
  if (tools.length === 0) return closing;
  const columns = ['tool', 'version', 'risk', 'approval', 'description'].map((head) => ({ head }));
  const rows = tools.map((tool) => [
    textAt(tool, 'tool_id') ?? '',
    textAt(tool, 'version') ?? '',
    textAt(tool, 'risk_level') ?? '',
    member(tool, 'requires_approval') === true ? 'yes' : '·',
    textAt(tool, 'description') ?? '',
  ]);
  return `${table(terminal, columns, rows)}\n\n${closing}`;
}
