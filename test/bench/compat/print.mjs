import { percentile } from './measure.mjs';

/** A Markdown table whose columns line up when read as plain text too. */
export const table = (head, rows) => {
  const texts = [head, ...rows].map((cells) => cells.map(String));
  const widths = head.map((_, at) => Math.max(...texts.map((cells) => cells[at].length)));
  const line = (cells) =>
    `| ${cells.map((cell, at) => (at === 0 ? cell.padEnd(widths[at]) : cell.padStart(widths[at]))).join(' | ')} |`;
  const rule = `|${widths.map((width, at) => `${'-'.repeat(width + 1)}${at === 0 ? '-' : ':'}`).join('|')}|`;
  const [first, ...others] = texts.map(line);
  return [first, rule, ...others].join('\n');
};

export const share = (count, all) =>
  `${count} (${((100 * count) / Math.max(1, all)).toFixed(2)} %)`;

export const milliseconds = (times) =>
  [percentile(times, 0.5), percentile(times, 0.99), Math.max(0, ...times)].map((ms) =>
    ms.toFixed(2),
  );

const REASON_LIST = new Intl.ListFormat('en');

/** `why`: how many pairs for each reason. */
export const reasons = (why) =>
  REASON_LIST.format([...why].map(([reason, count]) => `${count} ${reason}`));
