import { http, id, READS, record, text, WRITES, type CatalogTool } from './tool.js';

const CUSTOMER = record({
  customer_id: id('customer'),
  name: text('The name.', 200),
  since: { type: 'string', format: 'date', description: 'Customer since.', maxLength: 10 },
});

export const CRM: readonly CatalogTool[] = [
  {
    tool_id: 'crm.find_customer',
    version: '1.0.0',
    manifest: {
      ...READS,
      title: 'Find a customer',
      description: 'Find a customer by e-mail address or order number.',
      tags: ['crm'],
      input_schema: record({ email_or_order: text('An e-mail address or order number.', 200) }),
      output_schema: CUSTOMER,
      target: http('GET', 'https://crm.example.com/v1/customers'),
      owner: 'sales-platform',
      policy: {
        risk_level: 'L1',
        requires_approval: false,
        allowed_roles: ['support', 'sales', 'finance'],
        allowed_tenants: ['*'],
        task_types: ['support', 'sales', 'billing'],
      },
    },
  },
  {
    tool_id: 'crm.add_note',
    version: '1.0.0',
    manifest: {
      ...WRITES,
      title: 'Add a note',
      description: 'Add a note to the file of a customer. It can be deleted again.',
      tags: ['crm'],
      input_schema: record({
        request_id: id('request, chosen by the caller'),
        customer_id: id('customer'),
        note: text('The note.', 2_000),
      }),
      output_schema: record({ note_id: id('note') }),
      target: http('POST', 'https://crm.example.com/v1/notes'),
      owner: 'sales-platform',
      policy: {
        risk_level: 'L2',
        requires_approval: false,
        allowed_roles: ['sales'],
        allowed_tenants: ['*'],
        task_types: ['sales'],
      },
    },
  },
  {
    tool_id: 'crm.delete_customer',
    version: '0.1.0',
    manifest: {
      ...WRITES,
      title: 'Delete a customer',
      description: 'Delete a customer with all of their data, for good.',
      tags: ['crm'],
      annotations: { readOnlyHint: false, destructiveHint: true, idempotentHint: true },
      input_schema: record({
        request_id: id('request, chosen by the caller'),
        customer_id: id('customer'),
      }),
      output_schema: record({ deleted: { type: 'boolean', description: 'Whether it is gone.' } }),
      confirm_arguments: ['/customer_id'],
      target: http('DELETE', 'https://crm.example.com/v1/customers/{customer_id}'),
      owner: 'sales-platform',
      policy: {
        risk_level: 'L4',
        requires_approval: true,
        allowed_roles: ['sales'],
        allowed_tenants: ['acme'],
        task_types: ['sales'],
      },
    },
  },
];
