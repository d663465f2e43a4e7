import pg from 'pg';
import type { Step } from './at-once.js';
import { arrayLiteral } from './array-literal.js';
import { APP_ROLE } from './roles/app-role.js';
import type { Sight } from './sight.js';

const NOTHING: NonNullable<Sight['offered']> = { namespaces: [], roles: [], tenants: [], risk: -1 };

const NAMES = [
  'role',
  'quartermaster.sees',
  'quartermaster.namespaces',
  'quartermaster.caller',
  'quartermaster.admin',
  'quartermaster.offered',
  'quartermaster.offered_namespaces',
  'quartermaster.offered_roles',
  'quartermaster.offered_tenants',
  'quartermaster.offered_risk',
] as const;

/**
 * What is said to the database for whom a transaction is, and as which role, by name. All is set, so
 * that nothing is left of another one, and all ends with the transaction. The role is the one that the
 * connection has anyway, unless somebody got hold of it who is not to have it: a pooler between
 * transactions, or a statement that should never have been sent.
 */
const valuesOf = ({ sees, namespaces, caller, admin, offered }: Sight): readonly string[] => {
  const within = offered ?? NOTHING;
  const values: Record<(typeof NAMES)[number], string> = {
    role: APP_ROLE,
    'quartermaster.sees': sees,
    'quartermaster.namespaces': arrayLiteral(namespaces),
    'quartermaster.caller': caller,
    'quartermaster.admin': admin ? 'on' : 'off',
    'quartermaster.offered': offered === null ? 'off' : 'on',
    'quartermaster.offered_namespaces': arrayLiteral(within.namespaces),
    'quartermaster.offered_roles': arrayLiteral(within.roles),
    'quartermaster.offered_tenants': arrayLiteral(within.tenants),
    'quartermaster.offered_risk': String(within.risk),
  };
  return NAMES.map((name) => values[name]);
};

const setAll = (values: readonly string[]): string =>
  `SELECT ${NAMES.map((name, at) => `set_config('${name}', ${values[at] ?? ''}, true)`).join(', ')}`;

/** As one statement, to go with the one that begins a transaction. */
export const settingsOf = (sight: Sight): string =>
  setAll(valuesOf(sight).map((value) => pg.escapeLiteral(value)));

const SEE = { name: 'qm_see', text: setAll(NAMES.map((_, at) => `$${at + 1}`)) };

/** As the first step of several that are sent at once. */
export const seeingStep = (sight: Sight): Step => ({ statement: SEE, values: valuesOf(sight) });

/** The same for two sights that see the same. */
export const sightKeyOf = (sight: Sight): string => JSON.stringify(valuesOf(sight));
