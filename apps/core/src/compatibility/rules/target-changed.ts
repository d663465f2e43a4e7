import { taking } from '../example-contract.js';
import { states } from '../matching.js';
import type { Rule } from '../rule.js';

export const rule: Rule = {
  id: 'target-changed',
  side: 'contract',
  aspect: 'target',
  action: 'changed',
  bump: 'major',
  summary: 'Calls go somewhere else.',
  remedy: 'Keep the target, or release this as a new major version.',
  reference: 'https://semver.org/#spec-item-8',
  matches: states('target'),
  message: () => 'The target has changed.',
  examples: [
    {
      title: 'finds another address',
      before: { target: { kind: 'http', method: 'POST', url: 'https://a.example/v1' } },
      after: { target: { kind: 'http', method: 'POST', url: 'https://a.example/v2' } },
      finds: ['target-changed'],
    },
    {
      title: 'finds an argument that travels under another name',
      before: {
        ...taking({ q: { type: 'string' } }),
        target: {
          kind: 'openapi',
          document: 'tickets',
          method: 'POST',
          path: '/tickets',
          parameters: [{ argument: 'q', in: 'query', name: 'q' }],
        },
      },
      after: {
        ...taking({ q: { type: 'string' } }),
        target: {
          kind: 'openapi',
          document: 'tickets',
          method: 'POST',
          path: '/tickets',
          parameters: [{ argument: 'q', in: 'query', name: 'query' }],
        },
      },
      finds: ['target-changed'],
    },
    {
      title: 'leaves a mapping to the argument that it comes with',
      before: {
        ...taking({ q: { type: 'string' } }),
        target: {
          kind: 'openapi',
          document: 'tickets',
          method: 'POST',
          path: '/tickets',
          parameters: [{ argument: 'q', in: 'query', name: 'q' }],
        },
      },
      after: {
        ...taking({ q: { type: 'string' }, cc: { type: 'string' } }),
        target: {
          kind: 'openapi',
          document: 'tickets',
          method: 'POST',
          path: '/tickets',
          parameters: [
            { argument: 'q', in: 'query', name: 'q' },
            { argument: 'cc', in: 'query', name: 'cc' },
          ],
        },
      },
      finds: ['input-property-added'],
    },
  ],
};
