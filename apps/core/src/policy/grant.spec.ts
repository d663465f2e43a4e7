import { beyondGrant } from './beyond-grant.js';
import { grantFaults } from './grant-faults.js';
import {
  ceilingOf,
  defaultMaxRisk,
  may,
  mayAdministerIn,
  mayIn,
  mayKnow,
  mayPublishIn,
  mayRead,
  mayReviewIn,
  onlyTenantOf,
  PERMISSIONS,
  rolesOf,
  tenantsOf,
  type Grant,
  type Permission,
} from './grant.js';

const grant = (...permissions: Permission[]): Grant => ({ permissions });

describe('a grant with scopes left out', () => {
  it('publishes nowhere', () => {
    expect(mayPublishIn(grant('publish'), 'support')).toBe(false);
  });

  it('reads, reviews and audits everywhere', () => {
    expect(mayRead(grant('read'), 'support')).toBe(true);
    expect(mayReviewIn(grant('review'), 'support')).toBe(true);
    expect(mayIn(grant('audit'), 'audit', 'support')).toBe(true);
  });

  it('knows a namespace by reading, publishing or reviewing in it, and not by its candidates', () => {
    expect(mayKnow(grant('review'), 'support')).toBe(true);
    expect(mayKnow({ permissions: ['publish'], namespaces: ['support'] }, 'support')).toBe(true);
    expect(mayKnow(grant('candidates', 'audit'), 'support')).toBe(false);
  });

  it('asks for candidates of no tenant and no role, up to L2', () => {
    expect(tenantsOf(grant('candidates'))).toEqual([]);
    expect(rolesOf(grant('candidates'))).toEqual([]);
    expect(ceilingOf(grant('candidates'))).toBe('L2');
  });

  it('is everything up to L4 for an admin', () => {
    const admin = grant('admin');
    expect(PERMISSIONS.every((permission) => may(admin, permission))).toBe(true);
    expect(mayPublishIn(admin, 'support')).toBe(true);
    expect(tenantsOf(admin)).toEqual(['*']);
    expect(rolesOf(admin)).toEqual(['*']);
    expect(ceilingOf(admin)).toBe('L4');
  });
});

describe('a grant that states its scopes', () => {
  it('holds every permission to the namespaces named', () => {
    const stated: Grant = { permissions: ['publish', 'read'], namespaces: ['support'] };
    expect(mayPublishIn(stated, 'support')).toBe(true);
    expect(mayPublishIn(stated, 'Support')).toBe(false);
    expect(mayRead(stated, 'billing')).toBe(false);
    expect(mayKnow(stated, 'billing')).toBe(false);
  });

  it('holds an admin to them as well', () => {
    const narrow: Grant = { permissions: ['admin'], namespaces: ['support'], max_risk: 'L1' };
    expect(mayAdministerIn(narrow, 'support')).toBe(true);
    expect(mayAdministerIn(narrow, 'billing')).toBe(false);
    expect(mayPublishIn(narrow, 'billing')).toBe(false);
    expect(ceilingOf(narrow)).toBe('L1');
    expect(tenantsOf(narrow)).toEqual(['*']);
  });

  it('gives no scope without the permission that uses it', () => {
    const reader: Grant = { permissions: ['read'], tenants: ['acme'], roles: ['*'] };
    expect(tenantsOf(reader)).toEqual([]);
    expect(mayPublishIn({ permissions: ['read'], namespaces: ['*'] }, 'support')).toBe(false);
    expect(mayRead({ permissions: ['publish'], namespaces: ['*'] }, 'support')).toBe(false);
  });

  it('knows the tenant only where there is exactly one', () => {
    const agent = (tenants: string[]): Grant => ({ permissions: ['candidates'], tenants });
    expect(onlyTenantOf(agent(['acme']))).toBe('acme');
    expect(onlyTenantOf(agent(['acme', 'acme']))).toBe('acme');
    expect(onlyTenantOf(agent(['acme', 'umbrella']))).toBeUndefined();
    expect(onlyTenantOf(agent(['*']))).toBeUndefined();
    expect(onlyTenantOf(agent([]))).toBeUndefined();
    expect(onlyTenantOf(grant('admin'))).toBeUndefined();
  });
});

describe('a request beyond the grant', () => {
  const agent: Grant = { permissions: ['candidates'], tenants: ['acme'], roles: ['operator'] };

  it('is faulted at every tenant, role and risk that was not granted', () => {
    const asked = { tenant: 'umbrella', roles: ['operator', 'admin'], max_risk: 'L3' } as const;
    expect(beyondGrant(agent, asked).map(({ pointer }) => pointer)).toEqual([
      '/tenant',
      '/roles/1',
      '/max_risk',
    ]);
  });

  it('is none where everything asked is granted', () => {
    expect(beyondGrant(agent, { tenant: 'acme', roles: ['operator'] })).toEqual([]);
    expect(beyondGrant(agent, { tenant: 'acme', roles: ['operator'], max_risk: 'L2' })).toEqual([]);
  });

  it('is everything for a key that was granted nothing', () => {
    const faults = beyondGrant(grant('candidates'), { tenant: 'acme', roles: ['operator'] });
    expect(faults).toHaveLength(2);
  });

  it('cannot be made with the star as a name', () => {
    expect(beyondGrant(agent, { tenant: '*', roles: ['*'] })).toHaveLength(2);
  });

  it('looks no higher than L2 by default, and no higher than the ceiling', () => {
    expect((['L0', 'L1', 'L2', 'L3', 'L4'] as const).map(defaultMaxRisk)).toEqual([
      ...['L0', 'L1', 'L2', 'L2', 'L2'],
    ]);
  });
});

describe('the rules of a grant', () => {
  const codes = (faulty: Grant) =>
    grantFaults(faulty).map(({ pointer, code }) => `${pointer} ${code}`);

  it('refuse a star beside names in any scope', () => {
    const list = ['*', 'a'];
    expect(codes({ permissions: ['read'], namespaces: list, tenants: list, roles: list })).toEqual(
      ['namespaces', 'tenants', 'roles'].map((scope) => `/${scope} star-not-alone`),
    );
  });

  it('refuse what can be no namespace', () => {
    expect(codes({ permissions: ['publish'], namespaces: ['support', 'a.b', ''] })).toEqual([
      '/namespaces/1 malformed',
      '/namespaces/2 malformed',
    ]);
  });

  it('refuse a key that may do nothing, and accept one that may publish nowhere', () => {
    expect(codes({ permissions: [] })).toEqual(['/permissions out-of-range']);
    expect(codes({ permissions: ['publish'] })).toEqual([]);
  });
});
