import { taking } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'input-property-added',
  side: 'input',
  aspect: 'property',
  action: 'added',
  bump: 'minor',
  summary: 'An optional property is accepted.',
  remedy: 'Nothing to do: every call that worked still works.',
  reference: 'https://semver.org/#spec-item-7',
  matches: (judged) => judged.change.action === 'added' && widens('property')(judged),
  message: ({ change }) => `The property "${change.subject}" is new.`,
  examples: [
    {
      title: 'finds an optional property',
      before: taking({ q: { type: 'string' } }),
      after: taking({ q: { type: 'string' }, cc: { type: 'string' } }),
      finds: ['input-property-added'],
    },
    {
      title: 'leaves a required one to its own rule',
      before: taking({ q: { type: 'string' } }),
      after: taking({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      finds: ['input-property-became-required'],
    },
  ],
};
