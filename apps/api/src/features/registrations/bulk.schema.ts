import { TEXT, TEXTS, closed } from '../../http/answer-schema.js';

const COUNT = { type: 'integer', minimum: 0 } as const;

export const BULK_SCHEMA = closed({
  items: {
    type: 'array',
    items: closed(
      {
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
      ['existing_version'],
    ),
  },
  counts: closed({ created: COUNT, replaced: COUNT, unchanged: COUNT }),
});

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
