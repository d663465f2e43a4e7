import { fullMask } from '../bits/mask.js';
import type { Contract } from '../contract/contract.js';
import { documentOf } from './document-of.js';
import { SearchIndex } from './index.js';
import { rank } from './rank.js';
import { VisibleTools } from './visible-tools.js';

const contract: Contract = {
  title: 'Create ticket',
  description: 'Opens a case.',
  tags: ['helpdesk'],
  input_schema: {
    type: 'object',
    properties: { subject: { type: 'string', description: 'What is broken.' } },
  },
  side_effect: true,
  idempotent: false,
  timeout_ms: 1000,
  target: { kind: 'http', method: 'POST', url: 'https://secret.example.com' },
};

describe('what is searched of a version', () => {
  it.each([
    ['its name', 'support', 'name'],
    ['its title', 'create', 'title'],
    ['its description', 'case', 'description'],
    ["the platform's note", 'office', 'description'],
    ['its tags', 'helpdesk', 'tags'],
    ['its parameters', 'subject', 'parameter_names'],
    ['what is said of them', 'broken', 'parameter_descriptions'],
    ['its example queries', 'router', 'example_queries'],
    ['its aliases', '工单', 'aliases'],
  ])('is %s', (_what, query, field) => {
    const index = new SearchIndex();
    index.add(
      documentOf('support.open', contract, {
        example_queries: ['my router is dead'],
        aliases: ['新建工单'],
        note: 'In office hours.',
      }),
    );
    const survivors = fullMask(1);
    const visible = new VisibleTools(index, survivors);
    const { hits } = rank(index, { query, survivors, visible, topK: 1 });
    expect(hits[0]?.reasons.map((reason) => reason.field)).toContain(field);
  });

  it('is nothing of its target', () => {
    const document = documentOf('a.b', contract, { example_queries: [], aliases: [], note: null });
    expect(JSON.stringify(document)).not.toContain('secret');
  });
});
