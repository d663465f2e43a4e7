import type { Grant } from '#core/policy/grant.js';
import { askedInBody } from './asked-requests.js';

const BODY = { tenant: 'acme', roles: ['operator'], task_type: 'support' };
const grantOf = (tenant: string): Grant => ({
  permissions: ['candidates'],
  tenants: [tenant],
  roles: ['operator'],
});

describe('a body that comes again', () => {
  const recurring = { body: { ...BODY }, recurring: 80 };

  it('is the same request for the same grant, and known to be', () => {
    const grant = grantOf('acme');
    const first = askedInBody(recurring, grant);
    const second = askedInBody(recurring, grant);
    expect([first.isRepeated, second]).toEqual([true, first]);
    expect(second.request).toBe(first.request);
  });

  it('is judged anew for every other grant', () => {
    const known = askedInBody(recurring, grantOf('acme'));
    expect(() => askedInBody(recurring, grantOf('globex'))).toThrow(
      expect.objectContaining({ code: 'beyond-grant' }),
    );
    expect(askedInBody(recurring, grantOf('acme')).request).not.toBe(known.request);
  });

  it('is not remembered where it was large', () => {
    const large = { body: { ...BODY }, recurring: undefined };
    const grant = grantOf('acme');
    askedInBody(large, grant);
    expect(askedInBody(large, grant).isRepeated).toBe(false);
  });
});
