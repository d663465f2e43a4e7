const TEXT = { type: 'string' } as const;
const TEXT_OR_NULL = { type: ['string', 'null'] } as const;

/** A version as an agent is told of it: nothing of who may use it, who wrote it or where it runs. */
export const CANDIDATE_SCHEMA = {
  type: 'object',
  properties: {
    tool_id: TEXT,
    version: TEXT,
    title: TEXT,
    description: { ...TEXT, description: "Followed by the platform's own note, where it has one." },
    tags: { type: 'array', items: TEXT },
    input_schema: { type: 'object' },
    output_schema: { type: ['object', 'boolean'] },
    annotations: { type: 'object' },
    side_effect: { type: 'boolean' },
    idempotent: { type: 'boolean' },
    idempotency_key: { type: 'object' },
    confirm_arguments: { type: 'array', items: TEXT },
    timeout_ms: { type: 'integer' },
    errors: { type: 'array', items: { type: 'object' } },
    risk_level: { enum: ['L0', 'L1', 'L2', 'L3', 'L4'] },
    requires_approval: { type: 'boolean' },
    contract_digest: TEXT,
    deprecation: {
      type: ['object', 'null'],
      properties: { reason: TEXT_OR_NULL, sunset_at: TEXT_OR_NULL, successor: TEXT_OR_NULL },
      required: ['reason', 'sunset_at', 'successor'],
      additionalProperties: false,
    },
  },
  required: [
    'tool_id',
    'version',
    'description',
    'input_schema',
    'side_effect',
    'idempotent',
    'timeout_ms',
    'risk_level',
    'requires_approval',
    'contract_digest',
    'deprecation',
  ],
  additionalProperties: false,
} as const;

export const CANDIDATE_EXAMPLE = {
  tool_id: 'support.create_ticket',
  version: '1.3.0',
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
  risk_level: 'L2',
  requires_approval: false,
  contract_digest: 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d',
  deprecation: null,
};
