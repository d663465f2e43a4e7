import { cell } from '../compatibility/diff-text.js';
import { facts } from '../output/facts.js';
import { table } from '../output/table.js';
import { paint, type Terminal } from '../output/terminal.js';
import type { ReviewReport } from './review-report.js';

/** For people at a terminal. */
export const reviewText = (terminal: Terminal, report: ReviewReport): string =>
  [
    facts(terminal, report.heading, report.facts),
    ...report.sections.map(({ title, heads, rows, none }) =>
      [
        paint(terminal, 'bold', title),
        rows.length === 0
          ? none
          : table(
              terminal,
              heads.map((head) => ({ head })),
              rows,
            ),
      ].join('\n'),
    ),
  ].join('\n\n');

/** For a pull request or an issue. */
export const reviewMarkdown = ({ heading, facts: known, sections }: ReviewReport): string =>
  [
    `### Review of ${cell(heading)}`,
    known
      .flatMap(([name, value]) => (value === undefined ? [] : [`- ${name}: ${cell(value)}`]))
      .join('\n'),
    ...sections.flatMap(({ title, heads, rows, none }) => [
      `#### ${cell(title)}`,
      rows.length === 0
        ? none
        : [heads, heads.map(() => '---'), ...rows.map((row) => row.map(cell))]
            .map((cells) => `| ${cells.join(' | ')} |`)
            .join('\n'),
    ]),
  ].join('\n\n');
