import Table from 'cli-table3';
import { paint, type Terminal } from './terminal.js';
import { shown } from './text.js';

const BORDERLESS = Object.fromEntries(
  [
    ...['top', 'top-mid', 'top-left', 'top-right', 'bottom', 'bottom-mid', 'bottom-left'],
    ...['bottom-right', 'left', 'left-mid', 'mid', 'mid-mid', 'right', 'right-mid'],
  ].map((name) => [name, '']),
);

export interface Column {
  readonly head: string;
  readonly align?: 'left' | 'right';
}

/**
 * A table without borders. The last column wraps at the edge of the terminal; where there is none
 * (a file, a pipe) each row is one line, so that `grep` finds it whole.
 */
export const table = (
  terminal: Terminal,
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
): string => {
  const cells = rows.map((row) => row.map(shown));
  const widths = terminal.width === undefined ? [] : widthsOf(columns, cells, terminal.width);
  const drawn = new Table({
    chars: { ...BORDERLESS, middle: ' ' },
    head: columns.map(({ head }) => paint(terminal, 'dim', head)),
    colAligns: columns.map(({ align }) => align ?? 'left'),
    style: { head: [], border: [], 'padding-left': 0, 'padding-right': 1 },
    wordWrap: terminal.width !== undefined,
    wrapOnWordBoundary: wordsFit(cells, widths.at(-1) ?? Infinity),
    colWidths: widths,
  });
  drawn.push(...cells);
  return drawn
    .toString()
    .split('\n')
    .map((line) => line.trimEnd())
    .join('\n');
};

const PADDING = 1;
const GAP = 1;
const NARROWEST_LAST = 24;

/** A path is one long word: cut at the edge it would lose its end, broken it does not. */
function wordsFit(rows: readonly (readonly string[])[], width: number): boolean {
  const words = rows.flatMap((row) => (row.at(-1) ?? '').split(' '));
  return words.every((word) => word.length <= width - PADDING);
}

function widthsOf(
  columns: readonly Column[],
  rows: readonly (readonly string[])[],
  width: number,
): number[] {
  const natural = columns.map(
    ({ head }, index) =>
      Math.max(head.length, ...rows.map((row) => row[index]?.length ?? 0)) + PADDING,
  );
  const before = natural.slice(0, -1).reduce((sum, one) => sum + one + GAP, 0);
  const last = natural.at(-1) ?? 0;
  return [...natural.slice(0, -1), Math.min(last, Math.max(width - before, NARROWEST_LAST))];
}
