import { firstManifestOf, manifestOf, OPEN_POLICY } from '../../support/catalog.js';
import { inDays, run } from '../../support/lifecycle.js';

/** What a caller may not know of: asked for before it is there, and after. */
export const HIDDEN = {
  tool: 'secret.vault',
  namespace: 'secret',
  tenant: 'globex',
  role: 'banker',
};

/** What every caller may know of. */
export const OWN = 'own.finder';

/** Ids that the service makes up; before there is such an object, ones of the same form. */
export interface Ids {
  readonly proposal: string;
  readonly key: string;
  readonly webhook: string;
}

export interface Asked {
  /** Left out: the route's own, with what is hidden in it. */
  readonly path?: string;
  readonly query?: Readonly<Record<string, string>>;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: object;
}

const REASON = 'because';
const MANIFEST = firstManifestOf();
const POLICY = { ...OPEN_POLICY, reason: REASON };
const CALLER = { roles: ['operator'], task_type: 'any', tenant: 'acme' };
const ASKED = { role: 'operator', task_type: 'any', tenant: 'acme' };
const plain: readonly Asked[] = [{}];
const withBody = (...bodies: object[]): Asked[] => bodies.map((body) => ({ body }));
const withQuery = (...queries: Record<string, string>[]): Asked[] => [
  {},
  ...queries.map((query) => ({ query })),
];

/** How each route of the document is asked about what is hidden; a route without a line is a fault. */
export const RECIPES: Readonly<Record<string, readonly Asked[]>> = {
  'GET /v1/tools': withQuery(
    { namespace: HIDDEN.namespace },
    { q: 'vault' },
    { tag: 'hidden' },
    { limit: '1' },
    { state: 'draft' },
  ),
  'GET /v1/tools/{tool_id}': plain,
  'PATCH /v1/tools/{tool_id}': withBody({ note: 'x' }, { proposed: [] }),
  'GET /v1/tools/{tool_id}/versions': withQuery({ limit: '1' }),
  'GET /v1/tools/{tool_id}/versions/{version}': [
    {},
    { path: `/v1/tools/${HIDDEN.tool}/versions/latest` },
    { headers: { 'if-none-match': '*' } },
  ],
  'PUT /v1/tools/{tool_id}/versions/{version}': [
    ...withBody(MANIFEST, manifestOf({ input_schema: { type: 'nonsense' } })),
    { body: MANIFEST, query: { dry_run: 'true' } },
  ],
  'DELETE /v1/tools/{tool_id}/versions/{version}': plain,
  'GET /v1/tools/{tool_id}/diff': [{ query: { from: '1.0.0', to: '2.0.0' } }],
  'POST /v1/tools/{tool_id}/checks': withBody({ version: '1.1.0', manifest: MANIFEST }),
  'POST /v1/diffs': withBody({ before: MANIFEST, after: manifestOf() }),
  'POST /v1/registrations': [
    { body: { items: [{ tool_id: HIDDEN.tool, version: '1.0.0', manifest: MANIFEST }] } },
    {
      query: { dry_run: 'true' },
      body: {
        items: [OWN, HIDDEN.tool].map((tool_id) => ({
          tool_id,
          version: '1.0.0',
          manifest: MANIFEST,
        })),
      },
    },
  ],
  'POST /v1/tools/{tool_id}/versions/{version}/transitions': [
    ...withBody({ to: 'review' }, { to: 'disabled', reason: REASON }),
    ...[HIDDEN.tool, `${HIDDEN.tool}@1.0.0`].map((successor) => ({
      path: `/v1/tools/${OWN}/versions/1.0.0/transitions`,
      body: { to: 'deprecated', reason: REASON, successor },
    })),
  ],
  'POST /v1/tools/{tool_id}/versions/{version}/evidence': withBody(run('test')),
  'POST /v1/tools/{tool_id}/versions/{version}/waivers': withBody({
    gate: 'smoke',
    reason: REASON,
    expires_at: inDays(30),
  }),
  'GET /v1/tools/{tool_id}/versions/{version}/review': plain,
  'PUT /v1/tools/{tool_id}/versions/{version}/rollout': withBody({ percent: 5 }),
  'PUT /v1/tools/{tool_id}/suspension': withBody({ suspended: true, reason: REASON }),
  'PUT /v1/namespaces/{ns}/suspension': withBody({ suspended: true, reason: REASON }),
  'GET /v1/tools/{tool_id}/history': plain,
  'GET /v1/tools/{tool_id}/impact': plain,
  'GET /v1/tools/{tool_id}/versions/{version}/impact': plain,
  'GET /v1/tools/{tool_id}/policy': plain,
  'GET /v1/tools/{tool_id}/policy/revisions': plain,
  'PUT /v1/tools/{tool_id}/policy': [
    { body: POLICY, headers: { 'if-match': '"1"' } },
    { body: POLICY },
  ],
  'GET /v1/policy-proposals': withQuery({ tool_id: HIDDEN.tool }, { status: 'open' }),
  'GET /v1/policy-proposals/{id}': plain,
  'POST /v1/policy-proposals/{id}/decision': withBody({ decision: 'approve', reason: REASON }),
  'POST /v1/candidates': withBody(
    CALLER,
    { ...CALLER, tenant: HIDDEN.tenant, roles: [HIDDEN.role] },
    { ...CALLER, tenant: HIDDEN.tenant },
    { ...CALLER, query: 'open the vault of gold', top_k: 1 },
    { ...CALLER, query: 'find', format: 'openai', max_tokens: 500 },
    { ...CALLER, pins: { [HIDDEN.tool]: '^1' }, session: 's' },
    { ...CALLER, max_risk: 'L4' },
  ),
  'GET /v1/candidates': [
    { query: ASKED },
    { query: { ...ASKED, query: 'gold' } },
    { query: { ...ASKED, tenant: HIDDEN.tenant } },
  ],
  'POST /v1/candidates/explain': withBody(CALLER),
  'GET /v1/audit-events': withQuery(
    { tool_id: HIDDEN.tool },
    { actor: 'ann' },
    { action: 'version.registered', limit: '1' },
  ),
  'GET /v1/audit-events/verification': plain,
  'GET /v1/audit-events/export': plain,
  'POST /v1/audit-events/checkpoints': plain,
  'GET /v1/audit-events/checkpoints': plain,
  'GET /v1/audit-events/checkpoints/latest': plain,
  'GET /v1/audit-events/checkpoints/keys': plain,
  'POST /v1/api-keys': withBody(
    {
      subject: 'new',
      kind: 'agent',
      permissions: ['candidates'],
      tenants: [HIDDEN.tenant],
      roles: [HIDDEN.role],
    },
    { subject: 'new', kind: 'pipeline', permissions: ['publish'], namespaces: [HIDDEN.namespace] },
  ),
  'GET /v1/api-keys': withQuery({ subject: 'hidden' }, { limit: '1' }),
  'GET /v1/api-keys/{id}': plain,
  'POST /v1/api-keys/{id}/rotation': withBody({}),
  'DELETE /v1/api-keys/{id}': plain,
  'POST /v1/webhooks': withBody({
    url: 'https://example.com/hook',
    namespaces: [HIDDEN.namespace],
  }),
  'GET /v1/webhooks': withQuery({ limit: '1' }),
  'GET /v1/webhooks/{id}': plain,
  'DELETE /v1/webhooks/{id}': plain,
  'POST /v1/webhooks/{id}/rotation': withBody({}),
  'PUT /v1/webhooks/{id}/suspension': withBody({ suspended: true, reason: REASON }),
  'GET /v1/webhooks/{id}/dead-letters': plain,
  'POST /v1/webhooks/{id}/dead-letters/{dead_letter_id}/redelivery': withBody({}),
  'GET /v1/me': plain,
  'GET /v1/rules': plain,
  'GET /v1/rules/{id}': [{ path: '/v1/rules/nothing' }],
};

/** Not answered at once: what is told there, and to whom, is in the tests of events. */
export const STREAMS = ['GET /v1/events'];

/** The path of a route with what is hidden in it. */
export const pathOfRoute = (route: string, ids: Ids): string =>
  route
    .replace(/^[A-Z]+ /, '')
    .replace('{tool_id}', HIDDEN.tool)
    .replace('{ns}', HIDDEN.namespace)
    .replace('{version}', '1.0.0')
    .replace('{dead_letter_id}', 'dl_1')
    .replace('{id}', ids[kindOf(route)]);

const kindOf = (route: string): keyof Ids => {
  if (route.includes('api-keys')) return 'key';
  return route.includes('webhooks') ? 'webhook' : 'proposal';
};
