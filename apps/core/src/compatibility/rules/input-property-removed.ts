import { taking } from '../example-contract.js';
import { isPropertyLost } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'input-property-removed',
  side: 'input',
  aspect: 'property',
  action: 'removed',
  bump: 'major',
  summary: 'A property that callers may send is refused or no longer read.',
  remedy: 'Keep the property, deprecated if need be, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: isPropertyLost,
  message: ({ change }) =>
    `The property "${change.subject}" is gone${change.renamedTo === undefined ? '' : `; it looks renamed to "${change.renamedTo}"`}.`,
  examples: [
    {
      title: 'finds a property that is gone',
      before: taking({ q: { type: 'string' }, cc: { type: 'string' } }),
      after: taking({ q: { type: 'string' } }),
      finds: ['input-property-removed'],
    },
    {
      title: 'finds one that an open object silently ignores',
      before: taking(
        { q: { type: 'string' }, cc: { type: 'string' } },
        { additionalProperties: true },
      ),
      after: taking({ q: { type: 'string' } }, { additionalProperties: true }),
      finds: ['input-property-removed'],
    },
    {
      title: 'leaves alone what has only moved into a branch',
      before: taking(
        { q: { type: 'string' }, cc: { type: 'string' } },
        { additionalProperties: true },
      ),
      after: taking(
        { q: { type: 'string' } },
        { additionalProperties: true, allOf: [{ properties: { cc: { type: 'string' } } }] },
      ),
      finds: ['input-rewritten'],
    },
  ],
};
