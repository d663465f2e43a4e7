import type { Grant } from './grant.js';
import { withinGrant } from './within-grant.js';

const pointers = (admin: Grant, given: Grant) =>
  withinGrant(admin, given).map(({ pointer }) => pointer);

describe('what an admin may hand out', () => {
  const unlimited: Grant = { permissions: ['admin'] };
  const narrow: Grant = {
    permissions: ['admin'],
    namespaces: ['support'],
    tenants: ['acme'],
    roles: ['operator'],
    max_risk: 'L2',
  };

  it('is everything for an admin without narrower scopes', () => {
    expect(pointers(unlimited, { permissions: ['admin'] })).toEqual([]);
    expect(
      pointers(unlimited, { permissions: ['candidates'], tenants: ['*'], roles: ['*'] }),
    ).toEqual([]);
  });

  it('is never more than a narrowed admin has', () => {
    expect(pointers(narrow, { permissions: ['admin'] })).toEqual([
      '/namespaces',
      '/tenants',
      '/roles',
      '/max_risk',
    ]);
    expect(pointers(narrow, { permissions: ['publish'], namespaces: ['crm'] })).toEqual([
      '/namespaces',
    ]);
  });

  it('counts a scope that is left out as what it means for the permission', () => {
    expect(pointers(narrow, { permissions: ['read'] })).toEqual(['/namespaces']);
    expect(pointers(narrow, { permissions: ['publish'] })).toEqual([]);
  });

  it('lets a narrowed admin hand out its own grant', () => {
    expect(pointers(narrow, narrow)).toEqual([]);
  });

  it('does not let the ceiling rise', () => {
    const given: Grant = {
      permissions: ['candidates'],
      namespaces: ['support'],
      tenants: ['acme'],
      roles: ['operator'],
      max_risk: 'L3',
    };
    expect(pointers(narrow, given)).toEqual(['/max_risk']);
  });
});
