import type { Policy } from '../policy/policy.js';
import type { FilteredTool } from './select.js';

/** A tool that everybody with the role operator may use, for the tests of the filter. */
export const tool = (
  policy: Partial<Policy> = {},
  over: Partial<FilteredTool> = {},
): FilteredTool => ({
  tool_id: 'support.create_ticket',
  suspended: false,
  served: true,
  policy: {
    risk_level: 'L1',
    requires_approval: false,
    allowed_roles: ['operator'],
    allowed_tenants: ['acme'],
    task_types: ['support'],
    ...policy,
  },
  ...over,
});
