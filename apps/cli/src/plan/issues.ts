import { largerBump } from '#core/compatibility/finding.js';
import type { Location } from '../manifests/location.js';
import { betterNumber, type Plan, type PlannedTool } from './plan.js';

export type IssueLevel = 'error' | 'warning' | 'note';

/** One thing to show beside the line that it is about. */
export interface Issue {
  readonly level: IssueLevel;
  /** A problem code, or the id of a rule. */
  readonly code: string;
  readonly message: string;
  readonly at: Location;
  readonly tool: PlannedTool;
}

/** Everything that a plan has to say of lines, the refusals of each tool first. */
export const issuesOf = ({ tools }: Plan): Issue[] => tools.flatMap(issuesOfTool);

export const issuesOfTool = (tool: PlannedTool): Issue[] => {
  const better = betterNumber(tool);
  return [
    ...tool.refusals.map(({ code, message, at }): Issue => {
      const advice =
        better === null || message.includes(better) ? '' : `; ${better} would be allowed`;
      return { level: 'error', code, message: message + advice, at, tool };
    }),
    ...tool.changes.map(({ rule, message, remedy, bump, at }): Issue => {
      const breaks = isBeyond(tool, bump);
      const text = `${message} This change is ${bump}.${breaks ? ` ${remedy}` : ''}`;
      return { level: breaks ? 'error' : 'note', code: rule, message: text, at, tool };
    }),
    ...tool.lint.map(({ level, rule, message, remedy, at }): Issue => {
      return { level, code: rule, message: `${message} ${remedy}`, at, tool };
    }),
  ];
};

/** Whether a change is larger than the step that the number takes. */
function isBeyond({ declared_bump: declared }: PlannedTool, bump: PlannedTool['required_bump']) {
  return declared !== null && bump !== null && largerBump(declared, bump) !== declared;
}
