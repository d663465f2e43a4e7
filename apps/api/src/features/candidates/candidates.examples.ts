const DIGEST = 'sha256:3c5b9e2a6d8c7b1e0f9a8b7c6d5e4f3a2b1c0d9e6f1f0c1a0f7a4f1d8f4f7a0d';

const INPUT_SCHEMA = {
  type: 'object',
  properties: { subject: { type: 'string', maxLength: 120 } },
  required: ['subject'],
  additionalProperties: false,
};

const DESCRIPTION = 'Create an after-sales support ticket draft.';

export const NATIVE_EXAMPLE = {
  tool_id: 'support.create_ticket',
  version: '2.1.0',
  title: 'Create ticket',
  description: DESCRIPTION,
  tags: ['support', 'ticket'],
  input_schema: INPUT_SCHEMA,
  output_schema: null,
  annotations: { destructiveHint: false },
  side_effect: true,
  idempotent: true,
  idempotency_key: { in: 'header', name: 'Idempotency-Key' },
  confirm_arguments: [],
  timeout_ms: 5000,
  errors: [{ code: 'QUEUE_FULL', retryable: true }],
  risk_level: 'L3',
  requires_approval: true,
  contract_digest: DIGEST,
  deprecation: null,
};

const answerOf = (tool: object, names: object, more: object = {}) => ({
  value: {
    tools: [tool],
    total_eligible: 37,
    truncated: false,
    strategy: 'lexical',
    names,
    ...more,
  },
});

const NAMES = { support__create_ticket: 'support.create_ticket' };

/** One answer in each format. */
export const CANDIDATES_EXAMPLES = {
  native: answerOf(
    {
      ...NATIVE_EXAMPLE,
      score: 1.31,
      reasons: [{ field: 'description', terms: ['ticket'] }],
    },
    {},
  ),
  mcp: answerOf(
    {
      name: 'support.create_ticket',
      title: 'Create ticket',
      description: DESCRIPTION,
      inputSchema: INPUT_SCHEMA,
      _meta: {
        'quartermaster/tool_version': '2.1.0',
        'quartermaster/contract_digest': DIGEST,
        'quartermaster/risk_level': 'L3',
        'quartermaster/requires_approval': true,
      },
    },
    {},
    { tokens: 151 },
  ),
  openai: answerOf(
    {
      type: 'function',
      function: {
        name: 'support__create_ticket',
        description: DESCRIPTION,
        parameters: INPUT_SCHEMA,
      },
    },
    NAMES,
  ),
  anthropic: answerOf(
    { name: 'support__create_ticket', description: DESCRIPTION, input_schema: INPUT_SCHEMA },
    NAMES,
  ),
  gemini: answerOf(
    {
      name: 'support__create_ticket',
      description: DESCRIPTION,
      parametersJsonSchema: INPUT_SCHEMA,
    },
    NAMES,
  ),
};

export const EXPLANATION_EXAMPLE = {
  stages: [
    { stage: 'servable', left: 2 },
    { stage: 'role', left: 2 },
    { stage: 'tenant', left: 2 },
    { stage: 'task_type', left: 2 },
    { stage: 'risk', left: 1 },
  ],
  tools: [
    { tool_id: 'payments.refund', removed_by: 'risk', why: 'L4 is above L3' },
    { tool_id: 'support.create_ticket', removed_by: null, why: 'a candidate' },
  ],
};
