import pg from 'pg';
import { APP_ROLE } from './roles/app-role.js';
import type { Sight } from './sight.js';

const NOTHING: NonNullable<Sight['offered']> = { namespaces: [], roles: [], tenants: [], risk: -1 };

/**
 * The statement that says to the database for whom a transaction is, and as which role. All is set, so
 * that nothing is left of another one, and all ends with the transaction. The role is the one that the
 * connection has anyway, unless somebody got hold of it who is not to have it: a pooler between
 * transactions, or a statement that should never have been sent.
 */
export const settingsOf = ({ sees, namespaces, caller, admin, offered }: Sight): string => {
  const within = offered ?? NOTHING;
  const settings: readonly (readonly [name: string, value: string])[] = [
    ['role', text(APP_ROLE)],
    ['quartermaster.sees', text(sees)],
    ['quartermaster.namespaces', list(namespaces)],
    ['quartermaster.caller', text(caller)],
    ['quartermaster.admin', text(admin ? 'on' : 'off')],
    ['quartermaster.offered', text(offered === null ? 'off' : 'on')],
    ['quartermaster.offered_namespaces', list(within.namespaces)],
    ['quartermaster.offered_roles', list(within.roles)],
    ['quartermaster.offered_tenants', list(within.tenants)],
    ['quartermaster.offered_risk', text(String(within.risk))],
  ];
  return `SELECT ${settings.map(([name, value]) => `set_config('${name}', ${value}, true)`).join(', ')}`;
};

const text = (value: string): string => pg.escapeLiteral(value);

const list = (values: readonly string[]): string =>
  values.length === 0 ? "'{}'" : `ARRAY[${values.map(text).join(', ')}]::text[]::text`;
