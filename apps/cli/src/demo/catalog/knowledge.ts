import { http, id, list, READS, record, text, type CatalogTool } from './tool.js';

export const KNOWLEDGE: readonly CatalogTool[] = [
  {
    tool_id: 'knowledge.search_articles',
    version: '1.0.0',
    manifest: {
      ...READS,
      title: 'Search help articles',
      description: 'Search the public help articles, for example on a broken router or a return.',
      tags: ['knowledge'],
      input_schema: record({ words: text('What to look for.', 200) }),
      output_schema: record({ articles: list(text('The address of an article.', 500), 20) }),
      target: http('GET', 'https://help.example.com/search'),
      owner: 'documentation',
      policy: {
        risk_level: 'L0',
        requires_approval: false,
        allowed_roles: ['*'],
        allowed_tenants: ['*'],
        task_types: ['support', 'sales'],
      },
    },
  },
  {
    tool_id: 'knowledge.read_runbook',
    version: '1.0.0',
    manifest: {
      ...READS,
      title: 'Read a runbook',
      description: 'Read an internal runbook, such as when a refund is granted and by whom.',
      tags: ['knowledge'],
      input_schema: record({ runbook_id: id('runbook') }),
      output_schema: record({ body: text('The runbook in Markdown.', 100_000) }),
      target: http('GET', 'https://runbooks.example.com/{runbook_id}'),
      owner: 'documentation',
      policy: {
        risk_level: 'L1',
        requires_approval: false,
        allowed_roles: ['support', 'finance'],
        allowed_tenants: ['acme'],
        task_types: ['support'],
      },
    },
  },
];
