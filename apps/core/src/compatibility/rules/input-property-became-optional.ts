import { taking } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'input-property-became-optional',
  side: 'input',
  aspect: 'required',
  action: 'widened',
  bump: 'minor',
  summary: 'A property may be left out that had to be sent.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3',
  matches: widens('required'),
  message: ({ change }) => `The property "${change.subject}" is no longer required.`,
  examples: [
    {
      title: 'finds a required property that turns optional',
      before: taking({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      after: taking({ q: { type: 'string' }, cc: { type: 'string' } }),
      finds: ['input-property-became-optional'],
    },
    {
      title: 'is not meant where a property turns required',
      before: taking({ q: { type: 'string' }, cc: { type: 'string' } }),
      after: taking({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      finds: ['input-property-became-required'],
    },
  ],
};
