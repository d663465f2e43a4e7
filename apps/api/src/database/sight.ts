import type { Grant } from '#core/policy/grant.js';
import { ceilingOf, may, namespacesFor, rolesOf, tenantsOf } from '#core/policy/grant.js';
import { riskRank } from '#core/policy/policy.js';
import { isEvery, type NameList } from '#core/policy/scope.js';
import { AsyncScope } from './async-scope.js';

/**
 * For whom a transaction reads and writes: which rows there are for it. Whatever a statement forgets to
 * ask for, the database keeps to this; see the policies in the migration `separate_tenants`.
 */
export interface Sight {
  readonly sees: 'everything' | 'catalog' | '';
  readonly namespaces: NameList;
  readonly caller: string;
  readonly admin: boolean;
  /** What candidates can be asked for; null where nothing can, or everything is seen anyway. */
  readonly offered: {
    readonly namespaces: NameList;
    readonly roles: NameList;
    readonly tenants: NameList;
    readonly risk: number;
  } | null;
}

/** The service's own work, of which no caller is told what it does not see anyway. */
export const EVERYTHING: Sight = {
  sees: 'everything',
  namespaces: [],
  caller: '',
  admin: true,
  offered: null,
};

const GOVERNING = ['read', 'publish', 'review', 'audit'] as const;

/** What a key may see in all that it could ever be used for. */
export const sightOf = (keyId: string, grant: Grant): Sight => {
  const governed = GOVERNING.map((permission) => namespacesFor(grant, permission));
  const isCatalog = governed.some(isEvery);
  return {
    sees: isCatalog ? 'catalog' : '',
    namespaces: isCatalog ? [] : [...new Set(governed.flat())],
    caller: keyId,
    admin: may(grant, 'admin'),
    offered: isCatalog || !may(grant, 'candidates') ? null : offeredTo(grant),
  };
};

const offeredTo = (grant: Grant): Sight['offered'] => ({
  namespaces: namespacesFor(grant, 'candidates'),
  roles: rolesOf(grant),
  tenants: tenantsOf(grant),
  risk: riskRank(ceilingOf(grant)),
});

const sights = new AsyncScope<() => Sight>();

/** Whatever `work` does with the database until it ends, it does for this one. */
export const seeing = <T>(sight: () => Sight, work: () => Promise<T>): Promise<T> =>
  sights.during(sight, work);

/** A fault of ours where nobody said: a route without a caller reads nothing that is anybody's. */
export const currentSight = (): Sight => {
  const sight = sights.current;
  if (sight === undefined) throw new Error('nobody has said for whom the database is asked');
  return sight();
};

/** Runs what is called later, by whomever, with the sight that there is now. */
export const keepSight = (): (<T>(work: () => Promise<T>) => Promise<T>) => {
  const sight = currentSight();
  return (work) => seeing(() => sight, work);
};
