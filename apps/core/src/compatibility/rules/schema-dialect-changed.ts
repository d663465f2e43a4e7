import { taking, takingValue } from '../example-contract.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'schema-dialect-changed',
  side: 'any',
  aspect: 'dialect',
  action: 'changed',
  bump: 'patch',
  summary: '"$schema" names another dialect, and the schema means the same in both: proven.',
  remedy: 'Nothing to do.',
  reference: 'https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.1',
  matches: ({ change, effect }) => change.aspect === 'dialect' && effect === 'same',
  message: () => 'The dialect has changed; what the schema means has not.',
  examples: [
    {
      title: 'finds a dialect that reads the schema alike',
      before: taking({ q: { type: 'string' } }),
      after: taking(
        { q: { type: 'string' } },
        { $schema: 'http://json-schema.org/draft-07/schema#' },
      ),
      finds: ['schema-dialect-changed', 'input-rewritten'],
    },
    {
      title: 'is not meant where the other dialect reads it differently',
      before: takingValue({ type: 'array', prefixItems: [{ type: 'string' }] }),
      after: taking(
        { value: { type: 'array', prefixItems: [{ type: 'string' }] } },
        { $schema: 'http://json-schema.org/draft-07/schema#' },
      ),
      finds: ['input-widened'],
    },
  ],
};
