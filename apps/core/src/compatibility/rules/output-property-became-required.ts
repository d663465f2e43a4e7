import { answering } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-property-became-required',
  side: 'output',
  aspect: 'required',
  action: 'narrowed',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A property is promised that was optional.',
  remedy: 'Keep the structure of the answer, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3',
  matches: narrows('required'),
  message: ({ change }) => `The property "${change.subject}" is now required.`,
  examples: [
    {
      title: 'finds an optional property that turns required',
      before: answering({ q: { type: 'string' }, cc: { type: 'string' } }),
      after: answering({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      finds: ['output-property-became-required'],
    },
    {
      title: 'is not meant where a property turns optional',
      before: answering({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      after: answering({ q: { type: 'string' }, cc: { type: 'string' } }),
      finds: ['output-property-became-optional'],
    },
  ],
};
