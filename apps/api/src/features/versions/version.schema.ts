import { MANIFEST_SCHEMA } from '#core/contract/manifest-schema.js';
import { CONTRACT_FIELDS } from '#core/contract/contract.js';
import { EVIDENCE_KINDS } from '#core/lifecycle/readiness.js';
import { STATES } from '#core/lifecycle/state.js';
import { TEXT, TEXTS, TEXT_OR_NULL, TIME, TIME_OR_NULL, closed } from '../../http/answer-schema.js';
import { CHECK_EXAMPLE, CHECK_SCHEMA } from './check.schema.js';

const listOf = (item: object) => ({ type: 'array', items: item }) as const;

/** A run that passed, as it is on record. */
export const EVIDENCE_SCHEMA = closed(
  {
    kind: { enum: EVIDENCE_KINDS },
    url: TEXT,
    passed_at: TIME,
    summary: TEXT,
    submitted_by: TEXT,
    submitted_at: TIME,
  },
  ['summary'],
);

/** A gate that a version may pass for a time. */
export const WAIVER_SCHEMA = closed({
  gate: TEXT,
  reason: TEXT,
  expires_at: TIME,
  granted_by: TEXT,
  granted_at: TIME,
});

const CATALOG_PROPERTIES = {
  tool_id: TEXT,
  version: TEXT,
  state: { enum: STATES },
  contract_digest: TEXT,
  policy_version: { type: 'integer', description: "The tool's current one." },
  created_at: TIME,
  created_by: TEXT,
  rollout: closed({ percent: { type: 'integer' }, salt: TEXT }, ['salt']),
  approvals: closed({
    have: { type: 'integer' },
    need: { type: 'integer' },
    by: listOf(closed({ subject: TEXT, at: TIME })),
  }),
  evidence: listOf(EVIDENCE_SCHEMA),
  waivers: listOf(WAIVER_SCHEMA),
  readiness: listOf(
    closed({
      gate: TEXT,
      ok: { type: 'boolean' },
      why: TEXT,
      level: { enum: ['error', 'warning'] },
      asked_at: { enum: ['submit', 'release'] },
      waived_until: TIME_OR_NULL,
    }),
  ),
  proposed: TEXTS,
  check: CHECK_SCHEMA,
} as const;

/** The contract's fields are described by the manifest's published schema; here they are named. */
const contractProperties = (): Readonly<Record<string, object>> => {
  const documented = MANIFEST_SCHEMA['properties'] as Readonly<Record<string, object>>;
  return Object.fromEntries(
    CONTRACT_FIELDS.map((field) => {
      const { type } = (documented[field] ?? {}) as { readonly type?: unknown };
      return [field, type === undefined ? {} : { type }];
    }),
  );
};

/** A version, wherever the governance view answers it. */
export const VERSION_SCHEMA = {
  type: 'object',
  properties: {
    ...CATALOG_PROPERTIES,
    changes: {
      ...listOf(closed({ path: TEXT, meaning: { enum: ['clarified', 'changed'] } })),
      description: 'What the publisher declared of changed titles and descriptions, if anything.',
    },
    retracted: { const: true },
    deprecation: closed({
      reason: TEXT_OR_NULL,
      sunset_at: TIME_OR_NULL,
      successor: TEXT_OR_NULL,
    }),
    ...contractProperties(),
  },
  required: [
    ...Object.keys(CATALOG_PROPERTIES),
    'description',
    'input_schema',
    'side_effect',
    'idempotent',
    'timeout_ms',
    'target',
  ],
  additionalProperties: false,
};

export const VERSION_EXAMPLE = {
  tool_id: 'support.create_ticket',
  version: '1.3.0',
  state: 'review',
  contract_digest: 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d',
  policy_version: 2,
  created_at: '2026-11-30T09:00:00.000Z',
  created_by: 'support-ci',
  rollout: { percent: 100 },
  approvals: { have: 0, need: 1, by: [] },
  evidence: [],
  waivers: [],
  readiness: [
    {
      gate: 'tests',
      ok: false,
      why: 'no test run of this contract is on record',
      level: 'error',
      asked_at: 'release',
      waived_until: null,
    },
  ],
  proposed: [],
  check: { ...CHECK_EXAMPLE, allowed: true, required_bump: 'minor', changes: [] },
  description: 'Create an after-sales support ticket draft.',
  input_schema: {
    type: 'object',
    properties: { subject: { type: 'string', maxLength: 120 } },
    required: ['subject'],
    additionalProperties: false,
  },
  side_effect: true,
  idempotent: true,
  timeout_ms: 5000,
  target: { kind: 'none' },
};
