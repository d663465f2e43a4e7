import { amount, http, id, READS, record, text, WRITES, type CatalogTool } from './tool.js';

export const PAYMENTS: readonly CatalogTool[] = [
  {
    tool_id: 'payments.find_invoice',
    version: '1.0.0',
    manifest: {
      ...READS,
      title: 'Find an invoice',
      description: 'Find the invoice of a customer with what was paid and refunded.',
      tags: ['payments'],
      input_schema: record({ customer_id: id('customer'), order: text('The order number.', 40) }),
      output_schema: record({ invoice_id: id('invoice'), paid: amount('Paid, in cents.') }),
      target: http('GET', 'https://payments.example.com/v3/invoices'),
      owner: 'finance-systems',
      policy: {
        risk_level: 'L1',
        requires_approval: false,
        allowed_roles: ['finance', 'partner'],
        allowed_tenants: ['acme'],
        task_types: ['billing'],
      },
    },
  },
  {
    tool_id: 'payments.send_invoice',
    version: '1.0.0',
    manifest: {
      ...WRITES,
      title: 'Send an invoice',
      description: 'Send an invoice to a customer by e-mail.',
      tags: ['payments'],
      input_schema: record({
        request_id: id('request, chosen by the caller'),
        customer_id: id('customer'),
        total: amount('What is to be paid, in cents.'),
      }),
      output_schema: record({ invoice_id: id('invoice') }),
      confirm_arguments: ['/customer_id', '/total'],
      target: http('POST', 'https://payments.example.com/v3/invoices'),
      owner: 'finance-systems',
      policy: {
        risk_level: 'L3',
        requires_approval: true,
        allowed_roles: ['finance', 'partner'],
        allowed_tenants: ['*'],
        task_types: ['billing'],
      },
    },
  },
  {
    tool_id: 'payments.refund',
    version: '1.0.0',
    manifest: {
      ...WRITES,
      title: 'Refund a payment',
      description: 'Refund a customer: pay back all or part of an invoice, at once.',
      tags: ['payments'],
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      input_schema: record({
        request_id: id('request, chosen by the caller'),
        invoice_id: id('invoice'),
        refund: amount('What is paid back, in cents.'),
      }),
      output_schema: record({ refund_id: id('refund') }),
      confirm_arguments: ['/invoice_id', '/refund'],
      target: http('POST', 'https://payments.example.com/v3/refunds'),
      owner: 'finance-systems',
      policy: {
        risk_level: 'L4',
        requires_approval: true,
        allowed_roles: ['finance'],
        allowed_tenants: ['acme'],
        task_types: ['billing'],
      },
    },
  },
];
