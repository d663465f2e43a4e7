import type { Contract } from '../../contract/contract.js';
import type { Descriptor } from '../descriptor.js';

/** The smallest descriptor, for tests. */
export const descriptor = (
  contract: Partial<Contract> = {},
  more: Partial<Descriptor> = {},
): Descriptor => ({
  tool_id: 'support.create_ticket',
  version: '1.2.0',
  contract: {
    description: 'Create a ticket.',
    input_schema: {
      type: 'object',
      properties: { subject: { type: 'string', maxLength: 120 }, note: { type: 'string' } },
      required: ['subject'],
    },
    side_effect: true,
    idempotent: false,
    timeout_ms: 5000,
    target: { kind: 'http', method: 'POST', url: 'https://secret.example.com' },
    ...contract,
  },
  contract_digest: 'sha256:00',
  risk_level: 'L2',
  requires_approval: false,
  note: null,
  deprecation: null,
  ...more,
});
