import type { Bump } from '#core/compatibility/finding.js';
import type { LintFinding } from '#core/lint/lint.js';
import type { NamedFinding } from '#core/versions/named-finding.js';
import type { Location } from '../manifests/location.js';

/**
 * What would become of one tool. `allowed` is all that a key without `publish` is told: the number
 * fits, and it would be created or replaced.
 */
export type PlannedOutcome = 'create' | 'replace' | 'unchanged' | 'allowed' | 'refused';

type At<T> = T & { readonly at: Location };

export interface PlannedTool {
  readonly tool_id: string;
  readonly version: string;
  readonly at: Location;
  readonly outcome: PlannedOutcome;
  /** The number under which this contract is in the catalog already, where it is another one. */
  readonly existing_version: string | null;
  readonly baseline: string | null;
  readonly declared_bump: Bump | null;
  readonly required_bump: Bump | null;
  readonly minimum_version: string | null;
  readonly changes: readonly At<NamedFinding>[];
  readonly lint: readonly At<LintFinding>[];
  readonly refusals: readonly At<PlannedRefusal>[];
  readonly notes: readonly string[];
  /** What of policy and presentation would be taken, and what differs and would be left alone. */
  readonly updated: readonly string[];
  readonly drift: readonly string[];
}

export interface PlannedRefusal {
  readonly code: string;
  readonly message: string;
}

export interface Plan {
  readonly catalog: string;
  readonly files: readonly string[];
  readonly tools: readonly PlannedTool[];
}

export const isRefused = ({ tools }: Plan): boolean =>
  tools.some(({ outcome }) => outcome === 'refused');

/** What the step is, in the words of every report. */
export const stepOf = (tool: PlannedTool): string => {
  const { outcome, existing_version: existing, baseline, declared_bump: declared } = tool;
  if (outcome === 'unchanged') {
    return existing === null ? 'this contract is there' : `the contract of ${existing}`;
  }
  if (baseline === null || declared === null) return 'no earlier release to keep to';
  const required = `declared ${declared}, required ${tool.required_bump ?? 'unknown'}`;
  return `${required} against ${baseline}`;
};

/** The number to take instead, where the one declared does not do. */
export const betterNumber = ({ outcome, version, minimum_version }: PlannedTool): string | null =>
  outcome === 'refused' && minimum_version !== version ? minimum_version : null;

const COUNTED = [
  ['create', 'to create'],
  ['replace', 'to replace'],
  ['allowed', 'allowed'],
  ['unchanged', 'unchanged'],
  ['refused', 'refused'],
] as const satisfies readonly (readonly [PlannedOutcome, string])[];

/** `2 to create, 1 refused`. */
export const countsOf = ({ tools }: Plan): string => {
  const counts = COUNTED.map(([wanted, words]) => {
    return [tools.filter(({ outcome }) => outcome === wanted).length, words] as const;
  }).filter(([count]) => count > 0);
  return counts.map(([count, words]) => `${count} ${words}`).join(', ');
};

export const planJson = (plan: Plan): string =>
  JSON.stringify({ allowed: !isRefused(plan), ...plan }, null, 2);
