import type { ActorRole } from './actor.js';
import type { State } from './state.js';

/** What a step asks beside the role; `NEEDS` says it in words, `needs.ts` judges it. */
export const NEEDS = {
  'valid-manifest': 'valid manifest, allowed version',
  'gates-at-submit': 'no error gate red that is not waived; `tests` and `smoke` are not asked yet',
  'not-an-author': 'nobody who wrote or submitted this content',
  'gates-at-release': 'error gates green or waived now, `tests` and `smoke` included',
  approvals: 'as many distinct approvals as the risk demands now',
  'version-check': 'the version check once more, against the baseline of this moment',
  'not-retracted': 'never a retracted version',
  reason: 'a reason',
} as const;

export type Need = keyof typeof NEEDS;

/** What may be stated with a step beside the reason. */
export type StepOption = 'sunset_at' | 'successor' | 'retracted' | 'break_glass';

export interface Transition {
  /** Any one of these roles will do. */
  readonly who: readonly ActorRole[];
  readonly needs: readonly Need[];
  readonly takes: readonly StepOption[];
  /** Whether the approvals that were given so far are void afterwards. */
  readonly voidsApprovals: boolean;
  /** The action of the audit event. */
  readonly action: string;
}

/** Every step that exists, by its name. */
export const TRANSITIONS = {
  register: {
    who: ['publisher'],
    needs: ['valid-manifest'],
    takes: [],
    voidsApprovals: false,
    action: 'version.registered',
  },
  submit: {
    who: ['publisher'],
    needs: ['gates-at-submit'],
    takes: [],
    voidsApprovals: false,
    action: 'version.submitted',
  },
  'request changes': {
    who: ['reviewer'],
    needs: ['reason'],
    takes: [],
    voidsApprovals: true,
    action: 'version.changes-requested',
  },
  approve: {
    who: ['reviewer'],
    needs: ['not-an-author'],
    takes: ['break_glass'],
    voidsApprovals: false,
    action: 'version.approved',
  },
  'send back': {
    who: ['reviewer'],
    needs: ['reason'],
    takes: [],
    voidsApprovals: true,
    action: 'version.sent-back',
  },
  release: {
    who: ['reviewer', 'admin'],
    needs: ['gates-at-release', 'approvals', 'version-check'],
    takes: [],
    voidsApprovals: false,
    action: 'version.released',
  },
  deprecate: {
    who: ['publisher', 'admin'],
    needs: ['reason'],
    takes: ['sunset_at', 'successor'],
    voidsApprovals: false,
    action: 'version.deprecated',
  },
  restore: {
    who: ['reviewer'],
    needs: ['reason', 'version-check'],
    takes: [],
    voidsApprovals: false,
    action: 'version.restored',
  },
  retire: {
    who: ['publisher', 'admin'],
    needs: ['reason'],
    takes: ['retracted'],
    voidsApprovals: false,
    action: 'version.retired',
  },
  kill: {
    who: ['publisher', 'admin'],
    needs: ['reason'],
    takes: ['retracted'],
    voidsApprovals: false,
    action: 'version.killed',
  },
  reopen: {
    who: ['admin'],
    needs: ['not-retracted', 'reason'],
    takes: [],
    voidsApprovals: true,
    action: 'version.reopened',
  },
} as const satisfies Record<string, Transition>;

export type TransitionName = keyof typeof TRANSITIONS;

/** Where a version begins. */
export const FIRST_STATE: State = 'draft';

const CLOSED: Record<State, TransitionName | null> = {
  draft: null,
  review: null,
  staging: null,
  enabled: null,
  deprecated: null,
  disabled: null,
};

/**
 * Which step leads from each state to each other one; null where none does. Approving again in
 * staging is open only while approvals are missing, because the risk was raised in between.
 */
export const STEPS = {
  draft: { ...CLOSED, review: 'submit', disabled: 'kill' },
  review: { ...CLOSED, draft: 'request changes', staging: 'approve', disabled: 'kill' },
  staging: {
    ...CLOSED,
    draft: 'send back',
    staging: 'approve',
    enabled: 'release',
    disabled: 'kill',
  },
  enabled: { ...CLOSED, deprecated: 'deprecate', disabled: 'kill' },
  deprecated: { ...CLOSED, enabled: 'restore', disabled: 'retire' },
  disabled: { ...CLOSED, draft: 'reopen' },
} as const satisfies Record<State, Record<State, TransitionName | null>>;

export const transitionOf = (name: TransitionName): Transition => TRANSITIONS[name];

export const stepBetween = (from: State, to: State): TransitionName | null => STEPS[from][to];
