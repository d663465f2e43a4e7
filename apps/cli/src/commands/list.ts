import { Option, type Command } from 'commander';
import { member, type JsonObject } from '#core/json/value.js';
import { STATES } from '#core/lifecycle/state.js';
import { RISK_LEVELS } from '#core/policy/policy.js';
import { allPages } from '../catalog/all-pages.js';
import { textAt, textsAt } from '../catalog/fields.js';
import { readWholeNumber } from '../catalog/whole-number.js';
import { table } from '../output/table.js';
import type { Terminal } from '../output/terminal.js';
import { plural } from '../output/text.js';
import { clientOf, type Session } from '../session.js';

interface Options {
  readonly namespace?: string;
  readonly owner?: string;
  readonly tag?: string;
  readonly risk?: string;
  readonly state?: string;
  readonly q?: string;
  readonly limit?: number;
  readonly json?: true;
}

const EXAMPLES = `
Examples:
  $ quartermaster list --namespace support
  $ quartermaster list --state review --json`;

/** `quartermaster list`: the tools of the catalog that the key may know. */
export const register = (program: Command, session: Session): void => {
  program
    .command('list')
    .description('list the tools that the key may know')
    .option('--namespace <name>', 'of this namespace')
    .option('--owner <name>', 'of this owner')
    .option('--tag <tag>', 'some version carries it')
    .addOption(new Option('--risk <level>', 'of this risk').choices(RISK_LEVELS))
    .addOption(new Option('--state <state>', 'some version is in it').choices(STATES))
    .option('--q <text>', 'occurs in the tool_id, a title or a description')
    .option('--limit <number>', 'so many at most', readWholeNumber)
    .option('--json', 'the rows as JSON')
    .addHelpText('after', EXAMPLES)
    .action((options: Options) => run(options, session));
};

async function run(options: Options, session: Session): Promise<void> {
  const { namespace, owner, tag, risk, state, q, limit, json } = options;
  const parameters = { namespace, owner, tag, risk_level: risk, state, q };
  const rows = await allPages(clientOf(session), '/v1/tools', parameters, limit);
  const { terminal } = session;
  terminal.out(json === true ? JSON.stringify({ items: rows }, null, 2) : listText(terminal, rows));
}

function listText(terminal: Terminal, rows: readonly JsonObject[]): string {
  const closing = `${plural(rows.length, 'tool')}.`;
  if (rows.length === 0) return closing;
  const columns = ['tool', 'served', 'risk', 'states', 'owner', 'title'].map((head) => ({ head }));
  const drawn = table(terminal, columns, rows.map(cellsOf));
  return `${drawn}\n\n${closing}`;
}

/** The candidate form knows neither owner nor states: what it lists is served. */
function cellsOf(row: JsonObject): string[] {
  const states = textsAt(row, 'states');
  const suspended = member(row, 'suspended') === true ? ['suspended'] : [];
  return [
    textAt(row, 'tool_id') ?? '',
    textAt(row, 'served') ?? textAt(row, 'version') ?? '·',
    textAt(row, 'risk_level') ?? '',
    [...states, ...suspended].join(', ') || '·',
    textAt(row, 'owner') ?? '·',
    textAt(row, 'title') ?? '',
  ];
}
