import { taking } from '../example-contract.js';
import { narrows } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'input-property-became-required',
  side: 'input',
  aspect: 'required',
  action: 'narrowed',
  bump: 'major',
  summary:
    'A property must be sent that could be left out; a default does not help, it is an annotation.',
  remedy: 'Keep the property optional, or release this as a new major version.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3',
  matches: narrows('required'),
  message: ({ change }) => `The property "${change.subject}" is now required.`,
  examples: [
    {
      title: 'finds an optional property that turns required',
      before: taking({ q: { type: 'string' }, cc: { type: 'string' } }),
      after: taking({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      finds: ['input-property-became-required'],
    },
    {
      title: 'finds a new one that is required, default or not',
      before: taking({ q: { type: 'string' } }),
      after: taking(
        { q: { type: 'string' }, cc: { type: 'string', default: 'x' } },
        { required: ['cc'] },
      ),
      finds: ['input-property-became-required'],
    },
    {
      title: 'is not meant where a property turns optional',
      before: taking({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      after: taking({ q: { type: 'string' }, cc: { type: 'string' } }),
      finds: ['input-property-became-optional'],
    },
  ],
};
