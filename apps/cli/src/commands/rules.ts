import type { Command } from 'commander';
import { RULES } from '#core/compatibility/rules/index.js';
import { LINT_RULES } from '#core/lint/rules.js';
import { table } from '../output/table.js';
import type { Session } from '../session.js';

interface Line {
  readonly id: string;
  readonly kind: 'compatibility' | 'lint';
  /** The bump that it takes, or how loud a lint rule is. */
  readonly level: string;
  readonly summary: string;
}

const LINES: readonly Line[] = [
  ...RULES.map(({ id, bump, summary }): Line => ({
    id,
    kind: 'compatibility',
    level: bump,
    summary,
  })),
  ...LINT_RULES.map(({ id, level, message }): Line => ({
    id,
    kind: 'lint',
    level,
    summary: message,
  })),
];

/** `quartermaster rules`: everything that a check can find. */
export const register = (program: Command, { terminal }: Session): void => {
  program
    .command('rules')
    .description('list the rules that a check applies; `explain <id>` tells more of one')
    .option('--json', 'as JSON')
    .action(({ json }: { readonly json?: true }) => {
      if (json === true) {
        terminal.out(JSON.stringify(LINES, null, 2));
        return;
      }
      const columns = ['rule', 'kind', 'level', 'what it finds'].map((head) => ({ head }));
      const rows = LINES.map(({ id, kind, level, summary }) => [id, kind, level, summary]);
      terminal.out(table(terminal, columns, rows));
    });
};
