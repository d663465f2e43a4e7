import { answeringValue } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';
import { nowAndBefore } from '../wording.js';

export const rule: Rule = {
  id: 'output-range-narrowed',
  side: 'output',
  aspect: 'range',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'Fewer numbers are answered.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2',
  matches: narrows('range'),
  message: ({ change }) => `Fewer numbers are allowed: ${nowAndBefore(change)}.`,
  examples: [
    {
      title: 'finds a lower maximum',
      before: answeringValue({ type: 'integer', maximum: 100 }),
      after: answeringValue({ type: 'integer', maximum: 10 }),
      finds: ['output-range-narrowed'],
    },
    {
      title: 'is not meant where it is the other way round',
      before: answeringValue({ type: 'integer', maximum: 10 }),
      after: answeringValue({ type: 'integer', maximum: 100 }),
      finds: ['output-range-widened'],
    },
  ],
};
