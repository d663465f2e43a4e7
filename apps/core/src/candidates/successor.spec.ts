import type { Grant } from '../policy/grant.js';
import { number } from '../versions/sample-offer.js';
import { tool } from './sample-tool.js';
import { visibleSuccessor } from './successor.js';

const agent: Grant = { permissions: ['candidates'], tenants: ['acme'], roles: ['operator'] };

const named = (over: { suspended?: boolean; tenants?: readonly string[] } = {}) => {
  const { tool_id, policy } = tool(
    over.tenants === undefined ? {} : { allowed_tenants: over.tenants },
  );
  const rollout = { percent: 100, salt: '' };
  return new Map([
    [
      tool_id,
      {
        tool_id,
        policy,
        suspended: over.suspended ?? false,
        versions: [
          { version: number('1.0.0+first'), state: 'enabled', rollout },
          { version: number('2.0.0'), state: 'draft', rollout },
        ],
      } as const,
    ],
  ]);
};

const ID = 'support.create_ticket';

describe('the successor of a deprecated version', () => {
  it('is told where the caller could be shown it', () => {
    expect(visibleSuccessor(ID, named(), agent)).toBe(ID);
    expect(visibleSuccessor(`${ID}@1.0.0`, named(), agent)).toBe(`${ID}@1.0.0`);
    expect(visibleSuccessor(null, named(), agent)).toBeNull();
  });

  it('is none where it names a tool that does not exist for the caller', () => {
    expect(visibleSuccessor(ID, named({ tenants: ['globex'] }), agent)).toBeNull();
    expect(visibleSuccessor(ID, named({ suspended: true }), agent)).toBeNull();
    expect(visibleSuccessor('support.unknown', named(), agent)).toBeNull();
  });

  it('is none where it names a version that is not in force', () => {
    expect(visibleSuccessor(`${ID}@2.0.0`, named(), agent)).toBeNull();
    expect(visibleSuccessor(`${ID}@3.0.0`, named(), agent)).toBeNull();
    expect(visibleSuccessor(`${ID}@latest`, named(), agent)).toBeNull();
  });
});
