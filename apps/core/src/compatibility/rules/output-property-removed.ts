import { answering } from '../example-contract.js';
import { isPropertyLost } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'output-property-removed',
  side: 'output',
  aspect: 'property',
  action: 'removed',
  bump: 'major',
  summary: 'A property that consumers read is no longer answered.',
  remedy: 'Keep answering the property or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: isPropertyLost,
  message: ({ change }) =>
    `The property "${change.subject}" is gone${change.renamedTo === undefined ? '' : `; it looks renamed to "${change.renamedTo}"`}.`,
  examples: [
    {
      title: 'finds a property that is gone',
      before: answering({ q: { type: 'string' }, cc: { type: 'string' } }),
      after: answering({ q: { type: 'string' } }),
      finds: ['output-property-removed'],
    },
    {
      title: 'finds one that any answer may still carry',
      before: answering(
        { q: { type: 'string' }, cc: { type: 'string' } },
        { additionalProperties: true },
      ),
      after: answering({ q: { type: 'string' } }, { additionalProperties: true }),
      finds: ['output-property-removed'],
    },
    {
      title: 'leaves alone what has only moved into a branch',
      before: answering(
        { q: { type: 'string' }, cc: { type: 'string' } },
        { additionalProperties: true },
      ),
      after: answering(
        { q: { type: 'string' } },
        { additionalProperties: true, allOf: [{ properties: { cc: { type: 'string' } } }] },
      ),
      finds: ['output-rewritten'],
    },
  ],
};
