import { answering } from '../example-contract.js';
import { widens } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-property-added',
  side: 'output',
  aspect: 'property',
  action: 'added',
  bump: 'major',
  toleratedBump: 'minor',
  summary: 'A property is answered that consumers were never told of.',
  remedy:
    'Keep the answer within what consumers were told, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: (judged) =>
    judged.change.action === 'added' && (widens('property')(judged) || widens('required')(judged)),
  message: ({ change }) => `The property "${change.subject}" is new.`,
  examples: [
    {
      title: 'finds an optional property',
      before: answering({ q: { type: 'string' } }),
      after: answering({ q: { type: 'string' }, cc: { type: 'string' } }),
      finds: ['output-property-added'],
    },
    {
      title: 'finds one that is always answered',
      before: answering({ q: { type: 'string' } }),
      after: answering({ q: { type: 'string' }, cc: { type: 'string' } }, { required: ['cc'] }),
      finds: ['output-property-added'],
    },
    {
      title: 'is not meant where a property goes',
      before: answering({ q: { type: 'string' }, cc: { type: 'string' } }),
      after: answering({ q: { type: 'string' } }),
      finds: ['output-property-removed'],
    },
  ],
};
