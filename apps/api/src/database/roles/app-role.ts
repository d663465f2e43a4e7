/** What the service works as, on every connection: it owns nothing and may do just what is below. */
export const APP_ROLE = 'quartermaster_app';

/** Steps down, be the session's user the owner, a member of the role, or the role itself. */
export const AS_APP = `SET ROLE ${APP_ROLE}`;

/**
 * The same for a connection of the service's own work, which lasts for longer than a transaction and is
 * lent to no request. That nothing is offered has to be said: where it is not known, the policies look at
 * each row for it before they look at who sees everything.
 */
export const AS_SERVICE = `${AS_APP}; SET quartermaster.sees = 'everything'; SET quartermaster.offered = 'off'`;

export type Privilege =
  'SELECT' | 'INSERT' | 'UPDATE' | 'DELETE' | 'TRUNCATE' | 'REFERENCES' | 'TRIGGER';

/**
 * All that the role may do, table by table. Rows that go with a parent's are deleted by the server as
 * the owner, and what triggers record they write as the owner: neither needs a word here.
 */
export const PRIVILEGES: Readonly<Record<string, readonly Privilege[]>> = {
  _prisma_migrations: ['SELECT'],
  api_key: ['SELECT', 'INSERT', 'UPDATE'],
  api_key_tenant: ['SELECT'],
  approval: ['SELECT', 'INSERT', 'UPDATE'],
  audit_checkpoint: ['SELECT', 'INSERT'],
  audit_event: ['SELECT', 'INSERT'],
  audit_key: ['SELECT', 'INSERT'],
  audit_release: ['SELECT'],
  catalog_change: ['SELECT'],
  catalog_head: ['SELECT', 'UPDATE'],
  evidence: ['SELECT', 'INSERT', 'UPDATE'],
  idempotent_answer: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  namespace: ['SELECT', 'INSERT', 'UPDATE'],
  policy_proposal: ['SELECT', 'INSERT', 'UPDATE'],
  policy_revision: ['SELECT', 'INSERT'],
  presentation_revision: ['SELECT', 'INSERT'],
  rate_bucket: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  tenant: ['SELECT'],
  tool: ['SELECT', 'INSERT', 'UPDATE'],
  tool_served: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  tool_version: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  version_vector: ['SELECT', 'INSERT', 'UPDATE'],
  waiver: ['SELECT', 'INSERT', 'UPDATE'],
  webhook: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
  webhook_dead_letter: ['SELECT', 'INSERT', 'UPDATE', 'DELETE'],
};

/** What the role calls itself: some do more than the role could, so they are open to nobody else. */
export const FUNCTIONS: readonly string[] = [
  'api_key_of(text)',
  'append_audit(json,integer[])',
  'held_as_decided(json)',
  'audit_partitions_ahead()',
  'namespace_spellings(text[])',
  'register_as_decided(json,json,json)',
  'registration_facts(text[],text[])',
  'require_as_decided(json)',
  'save_registrations(json,integer[])',
  'tenants_without_key(text[])',
];

/** What there is beside it, and is open to nobody: triggers fire without being called. */
export const CLOSED_FUNCTIONS: readonly string[] = [
  'audit_release_oldest(interval,text)',
  'bind_keys_to_tenants()',
  'keep_revision()',
  'name_tenants_of_tools()',
  'number_change()',
  'record_change(text[],text[])',
  'record_key_change()',
  'record_namespace_update()',
  'record_tool_delete()',
  'record_tool_insert()',
  'record_tool_update()',
  'record_truncate()',
  'record_version_delete()',
  'record_version_insert()',
  'record_version_update()',
  'refuse_change()',
];

const NEVER: readonly Privilege[] = ['TRUNCATE', 'REFERENCES', 'TRIGGER'];

const APPEND_ONLY = [
  'audit_checkpoint',
  'audit_event',
  'audit_key',
  'policy_revision',
  'presentation_revision',
];

/**
 * What would undo a promise. Whatever else a table is granted beyond the list may be the work of a
 * newer release, beside which this one still has to start.
 */
export const isForbidden = (table: string, privilege: Privilege): boolean =>
  NEVER.includes(privilege) ||
  (APPEND_ONLY.includes(table) && (privilege === 'UPDATE' || privilege === 'DELETE')) ||
  (table === '_prisma_migrations' && privilege !== 'SELECT');
