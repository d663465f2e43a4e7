const TEXT = { type: 'string' } as const;
const TEXTS = { type: 'array', items: TEXT } as const;
const COUNT = { type: 'integer', minimum: 0 } as const;

export const BULK_SCHEMA = {
  type: 'object',
  properties: {
    items: {
      type: 'array',
      items: {
        type: 'object',
        properties: {
          tool_id: TEXT,
          version: TEXT,
          outcome: { enum: ['created', 'replaced', 'unchanged'] },
          existing_version: {
            ...TEXT,
            description: 'With `unchanged`: the version that holds this contract already.',
          },
          updated: TEXTS,
          drift: TEXTS,
        },
        required: ['tool_id', 'version', 'outcome', 'updated', 'drift'],
        additionalProperties: false,
      },
    },
    counts: {
      type: 'object',
      properties: { created: COUNT, replaced: COUNT, unchanged: COUNT },
      required: ['created', 'replaced', 'unchanged'],
      additionalProperties: false,
    },
  },
  required: ['items', 'counts'],
  additionalProperties: false,
} as const;

export const BULK_EXAMPLE = {
  items: [
    {
      tool_id: 'support.create_ticket',
      version: '1.3.0',
      outcome: 'unchanged',
      existing_version: '1.2.0',
      updated: [],
      drift: [],
    },
  ],
  counts: { created: 0, replaced: 0, unchanged: 1 },
};
