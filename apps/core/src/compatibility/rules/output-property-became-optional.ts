import { answering } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-property-became-optional',
  side: 'output',
  aspect: 'required',
  action: 'widened',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A property may be missing that consumers were promised.',
  remedy: 'Keep answering the property always, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3',
  // What was never promised before is a new property, not an optional one.
  matches: (judged) => judged.change.action === 'removed' && widens('required')(judged),
  message: ({ change }) => `The property "${change.subject}" is no longer required.`,
  examples: [
    {
      title: 'finds a required property that turns optional',
      before: answering({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      after: answering({ q: { type: 'string' }, cc: { type: 'string' } }),
      finds: ['output-property-became-optional'],
    },
    {
      title: 'is not meant where a property is new, and always there',
      before: answering({ q: { type: 'string' } }),
      after: answering({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      finds: ['output-property-added'],
    },
    {
      title: 'is not meant where a property turns required',
      before: answering({ q: { type: 'string' }, cc: { type: 'string' } }),
      after: answering({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      finds: ['output-property-became-required'],
    },
  ],
};
