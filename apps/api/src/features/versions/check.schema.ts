import { PROFILE_NAMES } from '#core/lint/client-profile.js';
import { BUMPS } from '#core/compatibility/finding.js';
import { UNDECIDED_REASONS } from '#core/compatibility/subsumption/verdict.js';
import { TEXT, TEXT_OR_NULL, closed } from '../../http/answer-schema.js';

const BUMP_OR_NULL = { enum: [...BUMPS, null] } as const;

const PROOF_SCHEMA = {
  oneOf: [
    {
      ...closed({ kind: { const: 'proof' } }),
      description: 'No instance can fail: shown, not sampled.',
    },
    {
      ...closed({
        kind: { const: 'witness' },
        instance: {},
        valid_under: TEXT,
        invalid_under: TEXT,
        error: TEXT,
      }),
      description: 'An instance that passes the one and fails the other, as two validators agree.',
    },
    { ...closed({ kind: { const: 'structural' } }), description: 'The rule alone decides.' },
    {
      ...closed({ kind: { const: 'undecided' }, reason: { enum: UNDECIDED_REASONS } }),
      description: 'Not decided, and therefore counted as major.',
    },
  ],
} as const;

const FINDING_SCHEMA = closed({
  rule: { ...TEXT, description: 'Explained at /v1/rules/{rule}.' },
  side: { enum: ['input', 'output', 'contract'] },
  bump: { enum: BUMPS },
  relation: { enum: ['wire', 'declared', null] },
  path: { ...TEXT, description: 'JSON Pointer into the manifest.' },
  message: TEXT,
  remedy: TEXT,
  proof: PROOF_SCHEMA,
});

const LINT_FINDING_SCHEMA = closed({
  rule: TEXT,
  level: { enum: ['error', 'warning', 'note'] },
  profile: {
    enum: [...PROFILE_NAMES, null],
    description: 'The client that it is about; null where it holds for all of them.',
  },
  path: TEXT,
  message: TEXT,
  remedy: TEXT,
});

const REFUSAL_SCHEMA = closed({
  code: TEXT,
  message: TEXT,
  errors: { type: 'array', items: closed({ pointer: TEXT, code: TEXT, message: TEXT }) },
});

const NEXT_SCHEMA = {
  ...closed({
    version: TEXT,
    declared_bump: { enum: BUMPS },
    required_bump: { enum: BUMPS },
    changes: { type: 'array', items: FINDING_SCHEMA },
  }),
  type: ['object', 'null'],
  description: 'The step on to the enabled version above, where there is one.',
};

/** How far two contracts are apart, and whether a number is large enough for it. */
export const CHECK_SCHEMA = closed({
  tool_id: TEXT_OR_NULL,
  baseline: TEXT_OR_NULL,
  version: TEXT_OR_NULL,
  against: TEXT_OR_NULL,
  allowed: { type: ['boolean', 'null'] },
  declared_bump: BUMP_OR_NULL,
  required_bump: BUMP_OR_NULL,
  minimum_version: TEXT_OR_NULL,
  engine: TEXT,
  changes: { type: 'array', items: FINDING_SCHEMA },
  next: NEXT_SCHEMA,
  notes: { type: 'array', items: TEXT },
  lint: { type: 'array', items: LINT_FINDING_SCHEMA },
  refusals: { type: 'array', items: REFUSAL_SCHEMA },
});

export const CHECK_EXAMPLE = {
  tool_id: 'support.create_ticket',
  baseline: '1.2.0',
  version: '1.3.0',
  against: null,
  allowed: false,
  declared_bump: 'minor',
  required_bump: 'major',
  minimum_version: '2.0.0',
  engine: '1.0.0',
  changes: [
    {
      rule: 'input-property-became-required',
      side: 'input',
      bump: 'major',
      relation: 'declared',
      path: '/input_schema/required',
      message: '`queue` became required.',
      remedy: 'Keep it optional, or register the change as a new major version.',
      proof: {
        kind: 'witness',
        instance: { subject: 'x' },
        valid_under: '1.2.0',
        invalid_under: '1.3.0',
        error: "must have required property 'queue'",
      },
    },
  ],
  next: null,
  notes: [],
  lint: [],
  refusals: [],
};
