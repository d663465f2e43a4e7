import type { FailedPlace } from '../exit-codes.js';
import { issuesOf, type IssueLevel } from './issues.js';
import type { Plan } from './plan.js';

const COMMANDS = { error: 'error', warning: 'warning', note: 'notice' } as const satisfies Record<
  IssueLevel,
  string
>;

/** Workflow commands of GitHub Actions, which show each issue beside its line in the pull request. */
export const planGithub = (plan: Plan): string =>
  issuesOf(plan)
    .map(({ level, code, message, at, tool }) => {
      const title = `${tool.tool_id} ${tool.version}: ${code}`;
      const properties = { file: at.file, line: at.line, col: at.column, title };
      const shown = Object.entries(properties).map(([name, value]) => `${name}=${property(value)}`);
      return `::${COMMANDS[level]} ${shown.join(',')}::${data(message)}`;
    })
    .join('\n');

/** The same for a manifest that cannot be understood at all. */
export const faultsGithub = (faults: readonly FailedPlace[]): string =>
  faults
    .map(({ file = '', line = 1, column = 1, pointer, message }) => {
      const properties = `file=${property(file)},line=${line},col=${column}`;
      return `::error ${properties},title=${property(`manifest: ${pointer}`)}::${data(message)}`;
    })
    .join('\n');

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(value: string | number): string {
  return data(String(value)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
