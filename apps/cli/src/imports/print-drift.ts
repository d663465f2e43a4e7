import { table, type Column } from '../output/table.js';
import { paint, type Terminal } from '../output/terminal.js';
import type { ToolDrift } from './drift.js';

const COLUMNS: readonly Column[] = [
  { head: 'tool' },
  { head: 'drift' },
  { head: 'held' },
  { head: 'step' },
  { head: 'what' },
];

/** What of one source has moved, a line for each change. */
export interface DriftReport {
  readonly source: string;
  readonly namespace: string;
  readonly tools: readonly ToolDrift[];
}

export const printDrift = (terminal: Terminal, report: DriftReport): void => {
  const { source, namespace, tools } = report;
  const moved = tools.filter(({ drift }) => drift !== 'unchanged');
  if (moved.length > 0) {
    terminal.out(table(terminal, COLUMNS, moved.flatMap(rowsOf)));
    terminal.out('');
  }
  const told = `${tools.length - moved.length} unchanged, ${moved.length} moved`;
  const painted = paint(terminal, moved.length === 0 ? 'green' : 'yellow', told);
  terminal.out(`${source} (${namespace}): ${painted}.`);
};

function rowsOf({
  tool_id,
  drift,
  version = '',
  required_bump = '',
  changes = [],
  message = '',
}: ToolDrift): string[][] {
  const [first, ...more] = changes.map((change) => `${change.path} ${change.message}`.trim());
  return [
    [tool_id, drift, version, required_bump, first ?? message],
    ...more.map((what) => ['', '', '', '', what]),
  ];
}
