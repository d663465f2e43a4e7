import { http, id, list, oneOf, READS, record, text, WRITES, type CatalogTool } from './tool.js';

const HOW_MANY = { type: 'integer', description: 'How many at most.', minimum: 1, maximum: 50 };

const TICKET = record({
  ticket_id: id('ticket'),
  subject: text('What it is about.', 120),
  status: oneOf('Where it stands.', 'open', 'waiting', 'closed'),
});

/** The input of `support.create_ticket`, which the demonstration tries to break later. */
export const CREATE_TICKET_INPUT = {
  request_id: id('request, chosen by the caller'),
  customer_id: id('customer'),
  subject: text('What it is about, in one line.', 120),
  queue: oneOf('Who looks at it first.', 'hardware', 'billing', 'other'),
};

export const SUPPORT: readonly CatalogTool[] = [
  {
    tool_id: 'support.find_tickets',
    version: '1.0.0',
    manifest: {
      ...READS,
      title: 'Find tickets',
      description: 'Find the support tickets of a customer, newest first.',
      tags: ['support', 'ticket'],
      input_schema: record({ customer_id: id('customer'), limit: HOW_MANY }, ['limit']),
      output_schema: record({ tickets: list(TICKET, 50) }),
      target: http('GET', 'https://tickets.example.com/v2/tickets'),
      owner: 'support-platform',
      policy: {
        risk_level: 'L1',
        requires_approval: false,
        allowed_roles: ['support', 'sales'],
        allowed_tenants: ['*'],
        task_types: ['support', 'sales'],
      },
    },
  },
  {
    tool_id: 'support.draft_reply',
    version: '1.0.0',
    manifest: {
      ...WRITES,
      title: 'Draft a reply',
      description: 'Save a reply to a customer as a draft of a ticket. A person sends it.',
      tags: ['support', 'ticket'],
      input_schema: record({
        request_id: id('request, chosen by the caller'),
        ticket_id: id('ticket'),
        body: text('The reply.', 4_000),
      }),
      output_schema: record({ draft_id: id('draft') }),
      target: http('POST', 'https://tickets.example.com/v2/drafts'),
      owner: 'support-platform',
      policy: {
        risk_level: 'L2',
        requires_approval: false,
        allowed_roles: ['support'],
        allowed_tenants: ['*'],
        task_types: ['support'],
      },
    },
  },
  {
    tool_id: 'support.create_ticket',
    version: '1.0.0',
    manifest: {
      ...WRITES,
      title: 'Create a ticket',
      description: 'Open a support ticket for a customer, for example for a broken router.',
      tags: ['support', 'ticket'],
      input_schema: record(CREATE_TICKET_INPUT, ['queue']),
      output_schema: record({ ticket_id: id('ticket') }),
      confirm_arguments: ['/customer_id'],
      target: http('POST', 'https://tickets.example.com/v2/tickets'),
      owner: 'support-platform',
      policy: {
        risk_level: 'L3',
        requires_approval: true,
        allowed_roles: ['support'],
        allowed_tenants: ['*'],
        task_types: ['support'],
      },
    },
  },
];
