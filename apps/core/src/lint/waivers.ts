import type { LintFinding } from './lint.js';
import { LINT_RULES } from './rules.js';
import type { JsonObject } from '../json/value.js';

/** A finding that somebody answers for, until a day; it stands beside the contract, never in it. */
export interface LintWaiver {
  readonly rule: string;
  /** JSON Pointer into the manifest: this place and all below it. Left out: every place. */
  readonly path?: string;
  readonly owner: string;
  readonly reason: string;
  /** The last day that it holds, `2027-01-31`, in UTC. */
  readonly expires: string;
}

const TEXT = { type: 'string', minLength: 1, maxLength: 500, pattern: '\\S' };

export const WAIVERS_SCHEMA: JsonObject = {
  type: 'array',
  maxItems: 100,
  description:
    'Findings of the lint that somebody answers for, until a day. Not part of the contract.',
  items: {
    type: 'object',
    required: ['rule', 'owner', 'reason', 'expires'],
    additionalProperties: false,
    properties: {
      rule: { enum: LINT_RULES.map(({ id }) => id) },
      path: { type: 'string', maxLength: 1024, pattern: '^(/([^~/]|~[01])*)*$' },
      owner: { ...TEXT, description: 'Who answers for it.' },
      reason: TEXT,
      expires: {
        type: 'string',
        pattern: '^\\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\\d|3[01])$',
        description: 'The last day that it holds.',
      },
    },
  },
};

export interface WaivedFinding {
  readonly finding: LintFinding;
  /** The waiver in force that covers it, if any. */
  readonly waiver: LintWaiver | null;
}

export interface Waived {
  readonly findings: readonly WaivedFinding[];
  /** By their places in the list: those whose day is over, and those that cover nothing. */
  readonly expired: readonly number[];
  readonly unused: readonly number[];
}

/** Which findings are answered for on this day. A waiver that is over covers nothing any more. */
export const withWaivers = (
  findings: readonly LintFinding[],
  waivers: readonly LintWaiver[],
  now: Date,
): Waived => {
  const today = now.toISOString().slice(0, 10);
  const isOver = ({ expires }: LintWaiver): boolean => expires < today;
  const inForce = waivers.filter((waiver) => !isOver(waiver));
  const indices = (chosen: (waiver: LintWaiver) => boolean): number[] =>
    waivers.flatMap((waiver, index) => (chosen(waiver) ? [index] : []));
  return {
    findings: findings.map((finding) => ({
      finding,
      waiver: inForce.find((waiver) => covers(waiver, finding)) ?? null,
    })),
    expired: indices(isOver),
    unused: indices(
      (waiver) => !isOver(waiver) && !findings.some((finding) => covers(waiver, finding)),
    ),
  };
};

const covers = ({ rule, path = '' }: LintWaiver, finding: LintFinding): boolean =>
  rule === finding.rule && (finding.path === path || finding.path.startsWith(`${path}/`));
