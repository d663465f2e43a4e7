import fc from 'fast-check';
import { readCandidateRequest } from '#core/candidates/request.js';
import type { AskedRequest } from '#core/candidates/offer.js';
import type { Grant } from '#core/policy/grant.js';
import { RISK_LEVELS, type RiskLevel } from '#core/policy/policy.js';

const ROLES = ['operator', 'viewer', 'admin'];
const TENANTS = ['acme', 'globex'];
const TASKS = ['support', 'sales'];
const NAMESPACES = ['crm', 'support'];
export const VERSIONS = ['1.0.0', '1.1.0', '2.0.0-rc.1'];
const STATES = ['draft', 'review', 'staging', 'enabled', 'deprecated', 'disabled'];

/** Every tool there is; what is random of them is who may see what of them. */
export const TOOL_IDS = NAMESPACES.flatMap((namespace) =>
  ['open_ticket', 'close_ticket', 'find_customer', 'ticket_customer', 'tell'].map(
    (name) => `${namespace}.${name}`,
  ),
);

/** A list as a policy or a grant may state it: nobody, some, or everybody. */
const listOf = (names: readonly string[]) =>
  fc.oneof(
    { weight: 6, arbitrary: fc.subarray([...names], { minLength: 1 }) },
    { weight: 5, arbitrary: fc.constant(['*']) },
    { weight: 1, arbitrary: fc.constant<string[]>([]) },
  );

const mostly = (state: string) =>
  fc.oneof(
    { weight: 2, arbitrary: fc.constant(state) },
    { weight: 3, arbitrary: fc.constantFrom(...STATES) },
  );

const toolState = fc.record({
  risk_rank: fc.constantFrom(0, 0, 1, 2, 3, 4),
  requires_approval: fc.boolean(),
  allowed_roles: listOf(ROLES),
  allowed_tenants: listOf(TENANTS),
  task_types: listOf(TASKS),
  suspended: fc.constantFrom(false, false, false, true),
  successor: fc.option(fc.constantFrom(...TOOL_IDS, ...TOOL_IDS.map((id) => `${id}@1.0.0`))),
  versions: fc.tuple(
    ...VERSIONS.map(() =>
      fc.record({
        state: mostly('enabled'),
        rollout_percent: fc.constantFrom(0, 50, 100, 100, 100),
      }),
    ),
  ),
});

export const catalogState = fc.record({
  tools: fc.array(toolState, { minLength: TOOL_IDS.length, maxLength: TOOL_IDS.length }),
  suspendedNamespaces: fc.oneof(
    { weight: 3, arbitrary: fc.constant<string[]>([]) },
    { weight: 1, arbitrary: fc.subarray(NAMESPACES) },
  ),
});

export type CatalogState = typeof catalogState extends fc.Arbitrary<infer State> ? State : never;

const grant: fc.Arbitrary<Grant> = fc.record(
  {
    permissions: fc.constant(['candidates'] as const),
    roles: listOf(ROLES),
    tenants: listOf(TENANTS),
    namespaces: listOf(NAMESPACES),
    max_risk: fc.constantFrom(...RISK_LEVELS),
  },
  { requiredKeys: ['permissions', 'roles', 'tenants'] },
);

const body = fc.record(
  {
    tenant: fc.constantFrom(...TENANTS),
    roles: fc.subarray(ROLES, { minLength: 1 }),
    task_type: fc.constantFrom(...TASKS),
    max_risk: fc.constantFrom(...RISK_LEVELS),
    top_k: fc.constantFrom(1, 3, 200),
    session: fc.constantFrom('s-1', 's-2', 's-3'),
    pins: fc.dictionary(
      fc.constantFrom(...TOOL_IDS),
      fc.constantFrom('^1', '1.0.0', '2.0.0-rc.1', '>=3'),
      { maxKeys: 3, noNullPrototype: true },
    ),
  },
  { requiredKeys: ['tenant', 'roles', 'task_type'] },
);

export interface Caller {
  readonly grant: Grant;
  readonly request: AskedRequest;
}

/** A key, and a request that is within its grant more often than not. */
export const caller: fc.Arbitrary<Caller> = fc
  .tuple(grant, body, fc.constantFrom(true, true, true, false))
  .map(([granted, stated, isWithin]) => ({
    grant: isWithin ? widened(granted, stated) : granted,
    request: requestOf(stated),
  }));

interface Stated {
  readonly tenant: string;
  readonly roles: readonly string[];
  readonly max_risk?: RiskLevel;
}

const widened = (granted: Grant, { tenant, roles, max_risk: risk }: Stated): Grant => ({
  ...granted,
  roles: joined(granted.roles, roles),
  tenants: joined(granted.tenants, [tenant]),
  ...(risk === undefined ? {} : { max_risk: risk }),
});

const joined = (list: readonly string[] = [], names: readonly string[]): readonly string[] =>
  list.includes('*') ? list : [...new Set([...list, ...names])];

const requestOf = (stated: Stated): AskedRequest => {
  const reading = readCandidateRequest({ ...stated });
  if (!reading.ok) throw new Error(JSON.stringify(reading.errors));
  return { ...reading.request, tenant: stated.tenant };
};
