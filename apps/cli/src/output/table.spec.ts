import { table } from './table.js';
import type { Terminal } from './terminal.js';

const terminal = (width: number | undefined, colour = false): Terminal => {
  const ignore = (): void => undefined;
  return { out: ignore, err: ignore, colour, live: false, width };
};

const COLUMNS = [{ head: 'tool' }, { head: 'n', align: 'right' }, { head: 'reason' }] as const;
const LONG = Array.from({ length: 30 }, () => 'reason').join(' ');

describe('a table', () => {
  it('stands on one line per row where no terminal is', () => {
    const lines = table(terminal(undefined), COLUMNS, [['a.b', '12', LONG]]).split('\n');
    expect(lines).toEqual(['tool   n  reason', `a.b   12  ${LONG}`]);
  });

  it('stays within the terminal and loses no word', () => {
    const lines = table(terminal(80), COLUMNS, [['a.b', '12', LONG]]).split('\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
    expect(lines.join(' ').match(/\breason\b/g)).toHaveLength(31);
  });

  it('breaks a word that is wider than its column rather than cutting it', () => {
    const path = `/${'folder/'.repeat(20)}file.json`;
    const drawn = table(terminal(60), COLUMNS, [['a.b', '12', path]]);
    expect(drawn.replace(/\s+/g, '')).toContain(path);
  });

  it('sends no commands to a terminal, and keeps a row on its line, whatever stands in it', () => {
    const hostile = 'a\u001b[2J\u009b31m\u202e\r\n::error::e';
    const lines = table(terminal(undefined), COLUMNS, [[hostile, '12', hostile]]).split('\n');
    expect(lines).toHaveLength(2);
    expect(lines.join('')).not.toMatch(/[\p{Cc}\u202e]/u);
  });

  it('has colours only where they are shown', () => {
    expect(table(terminal(80), COLUMNS, [['a', '1', 'r']])).not.toContain('\x1b');
    expect(table(terminal(80, true), COLUMNS, [['a', '1', 'r']])).toContain('\x1b');
  });
});
