import type { FieldError } from '../problems/field-error.js';
import {
  ceilingOf,
  may,
  namespacesFor,
  PERMISSIONS,
  rolesOf,
  tenantsOf,
  type Grant,
} from './grant.js';
import { riskRank } from './policy.js';
import { isEvery, type NameList } from './scope.js';

/**
 * Where a grant that an admin hands out exceeds the admin's own, with pointers into the grant. An
 * admin of one namespace must not make a key for all of them.
 */
export const withinGrant = (admin: Grant, given: Grant): FieldError[] => {
  const faults: FieldError[] = [];
  const refuse = (pointer: string, what: string): void => {
    faults.push({ pointer, code: 'beyond-grant', message: `your own grant has fewer ${what}` });
  };
  const namespaces = PERMISSIONS.flatMap((permission) => namespacesFor(given, permission));
  if (!isWithin(namespaces, namespacesFor(admin, 'admin'))) refuse('/namespaces', 'namespaces');
  if (!isWithin(tenantsOf(given), tenantsOf(admin))) refuse('/tenants', 'tenants');
  if (!isWithin(rolesOf(given), rolesOf(admin))) refuse('/roles', 'roles');
  const rises = riskRank(ceilingOf(given)) > riskRank(ceilingOf(admin));
  if (may(given, 'candidates') && rises) {
    faults.push({
      pointer: '/max_risk',
      code: 'beyond-grant',
      message: `your own ceiling is ${ceilingOf(admin)}`,
    });
  }
  return faults;
};

/**
 * Whether an admin may know of a key with this grant, and revoke it: whoever could have made it. The
 * keys beyond that do not exist for them.
 */
export const mayManage = (admin: Grant, grant: Grant): boolean =>
  withinGrant(admin, grant).length === 0;

const isWithin = (inner: NameList, outer: NameList): boolean =>
  isEvery(outer) || inner.every((name) => outer.includes(name));
