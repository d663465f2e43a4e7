import type { Comparison, Job } from './jobs.js';

const schemaWith = (limit: number): Comparison['before']['input_schema'] => ({
  type: 'object',
  properties: {
    name: { type: 'string', maxLength: limit, pattern: '^[a-z]+$' },
    kind: { enum: ['one', 'two'] },
    rows: { type: 'array', items: { $ref: '#/$defs/row' } },
  },
  required: ['name'],
  $defs: {
    row: { type: 'object', properties: { at: { type: 'integer', maximum: limit } } },
  },
});

const contractWith = (limit: number): Comparison['before'] => ({
  description: 'Warms a worker up.',
  input_schema: schemaWith(limit),
  output_schema: schemaWith(limit),
  side_effect: false,
  idempotent: true,
  timeout_ms: 1_000,
  target: { kind: 'none' },
});

const COMPARISON: Comparison = {
  before: contractWith(20),
  after: contractWith(10),
  changes: [],
  outputCompatibility: 'strict',
};

/** A comparison of the usual kind: the meta-schemas are compiled, and the engine's code, too. */
export const WARM_UP: Pick<Job, 'kind' | 'asked'> = {
  kind: 'compare',
  asked: [JSON.stringify(COMPARISON)],
};
