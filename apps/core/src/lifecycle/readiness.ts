import type { Contract } from '../contract/contract.js';
import type { LintFinding } from '../lint/lint.js';
import type { Policy } from '../policy/policy.js';
import { RISK_DEMANDS } from '../policy/risk-levels.js';
import { shortOf } from '../policy/short-of.js';
import { waiverInForce, waiversOfOthers, type Gate, type GateMoment, type Waiver } from './gate.js';
import { loosePlaces } from './loose-places.js';

/** A run that passed, for the contract with this digest. */
export interface Evidence {
  readonly kind: EvidenceKind;
  readonly contract_digest: string;
}

export const EVIDENCE_KINDS = ['test', 'smoke'] as const;

export type EvidenceKind = (typeof EVIDENCE_KINDS)[number];

export interface ReadinessFacts {
  readonly contract: Contract;
  readonly contract_digest: string;
  readonly policy: Policy;
  readonly lint: readonly LintFinding[];
  /** JSON Pointers of values that a converter guessed and nobody has confirmed. */
  readonly proposed: readonly string[];
  readonly evidence: readonly Evidence[];
  readonly waivers: readonly Waiver[];
  /** Everybody who wrote or submitted this content; their waivers do not count. */
  readonly authors: readonly string[];
  readonly now: Date;
}

export interface NamedGate {
  readonly level: Gate['level'];
  readonly asked_at: GateMoment;
  /** What is wrong, or null where nothing is. */
  readonly fault: (facts: ReadinessFacts) => string | null;
  /** What is told where nothing is wrong. */
  readonly fine: string;
}

/** The lint rules that ask for a bound. */
export const BOUND_RULES = [
  'string-without-max-length',
  'array-without-max-items',
  'number-without-range',
] as const;

/** The gates that every version has; each error of the lint is one more, under its rule's id. */
export const GATES = {
  'schema-strict': {
    level: 'warning',
    asked_at: 'submit',
    fault: ({ contract }) =>
      listed('accepts arguments that it does not declare at', loosePlaces(contract.input_schema)),
    fine: 'no argument is accepted that is not declared',
  },
  'parameters-bounded': {
    level: 'warning',
    asked_at: 'submit',
    fault: ({ lint }) => listed('no bound at', placesOf(lint, BOUND_RULES)),
    fine: 'every parameter has a bound',
  },
  'side-effects-declared': {
    level: 'error',
    asked_at: 'submit',
    fault: ({ proposed }) =>
      proposed.some((path) => path === '/side_effect' || path === '/idempotent')
        ? 'they are guesses that nobody confirmed'
        : null,
    fine: 'side_effect and idempotent are declared',
  },
  'approval-set': {
    level: 'error',
    asked_at: 'submit',
    fault: ({ policy }) =>
      RISK_DEMANDS[policy.risk_level].approval && !policy.requires_approval
        ? `${policy.risk_level} requires approval`
        : null,
    fine: 'requires_approval is as the risk demands',
  },
  'idempotency-key': {
    level: 'error',
    asked_at: 'submit',
    fault: ({ policy, contract }) =>
      shortOf(policy, contract).find(({ gate }) => gate === 'idempotency-key')?.why ?? null,
    fine: 'there is an idempotency_key, or none is demanded',
  },
  'timeout-and-errors': {
    level: 'warning',
    asked_at: 'submit',
    fault: ({ lint }) => listed('nothing is said at', placesOf(lint, ['errors-missing'])),
    fine: 'a timeout and error codes are declared',
  },
  'output-schema': {
    level: 'warning',
    asked_at: 'submit',
    fault: ({ lint }) => listed('nothing is said at', placesOf(lint, ['output-schema-missing'])),
    fine: 'there is an output_schema',
  },
  'values-confirmed': {
    level: 'error',
    asked_at: 'submit',
    fault: ({ proposed }) => listed('a person has to confirm the guessed', proposed),
    fine: 'no value is a guess',
  },
  tests: {
    level: 'error',
    asked_at: 'release',
    fault: (facts) => evidenceFault(facts, 'test'),
    fine: 'a test run of this contract has passed',
  },
  smoke: {
    level: 'error',
    asked_at: 'release',
    fault: (facts) => evidenceFault(facts, 'smoke'),
    fine: 'a smoke run of this contract has passed',
  },
} as const satisfies Record<string, NamedGate>;

/**
 * The gates of a version as they are now, in a fixed order, the errors of the lint last. A waived
 * gate stays red and says who waived it until when: it only no longer holds the version up.
 */
export const readinessOf = (facts: ReadinessFacts): readonly Gate[] => [
  ...Object.entries<NamedGate>(GATES).map(([gate, named]) =>
    gateOf(facts, gate, { ...named, fault: named.fault(facts) }),
  ),
  ...lintErrors(facts.lint).map(([rule, fault]) =>
    gateOf(facts, rule, { level: 'error', asked_at: 'submit', fault, fine: '' }),
  ),
];

const gateOf = (
  facts: ReadinessFacts,
  gate: string,
  judged: Pick<Gate, 'level' | 'asked_at'> & { fault: string | null; fine: string },
): Gate => {
  const ok = judged.fault === null;
  const waived = ok
    ? null
    : waiverInForce(waiversOfOthers(facts.waivers, facts.authors), gate, facts.now);
  return {
    gate,
    ok,
    why: [judged.fault ?? judged.fine, ...(waived === null ? [] : [tellWaiver(waived)])].join('; '),
    level: judged.level,
    asked_at: judged.asked_at,
    waived,
  };
};

const tellWaiver = ({ granted_by, expires_at, reason }: Waiver): string =>
  `waived by ${granted_by} until ${expires_at.toISOString()}: ${reason}`;

const evidenceFault = (facts: ReadinessFacts, kind: EvidenceKind): string | null =>
  facts.evidence.some(
    (evidence) => evidence.kind === kind && evidence.contract_digest === facts.contract_digest,
  )
    ? null
    : `no ${kind} run of this contract is on record`;

/** One entry for each rule that found an error, whatever the number of places. */
const lintErrors = (lint: readonly LintFinding[]): [rule: string, why: string][] => {
  const found = new Map<string, LintFinding[]>();
  for (const finding of lint.filter(({ level }) => level === 'error')) {
    found.set(finding.rule, [...(found.get(finding.rule) ?? []), finding]);
  }
  return [...found].map(([rule, findings]) => [
    rule,
    findings.slice(0, SHOWN).map(tellFinding).join('; ') + more(findings.length),
  ]);
};

/** Where these rules found something; a deployment that lowers one to a note does not ask for it. */
const placesOf = (lint: readonly LintFinding[], rules: readonly string[]): string[] =>
  lint
    .filter(({ rule, level }) => rules.includes(rule) && level !== 'note')
    .map(({ path }) => path);

const tellFinding = ({ message, path }: LintFinding): string => `${message} (${path})`;

const SHOWN = 3;

const listed = (what: string, places: readonly string[]): string | null =>
  places.length === 0 ? null : `${what} ${places.slice(0, SHOWN).join(', ')}${more(places.length)}`;

const more = (count: number): string => (count > SHOWN ? ` and ${count - SHOWN} more` : '');
