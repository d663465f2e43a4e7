import pg from 'pg';
import request from 'supertest';
import { jest } from '@jest/globals';
import { currentSight } from '../../../apps/api/src/database/sight.js';
import { ApiDocument } from '../../../apps/api/src/features/docs/api-document.js';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller, type KeyGrant, type TestCaller } from '../../support/caller.js';
import { firstManifestOf, forceState, OPEN_POLICY, register } from '../../support/catalog.js';
import { HIDDEN, OWN, pathOfRoute, RECIPES, STREAMS, type Asked, type Ids } from './recipes.js';

interface Operation {
  readonly security?: readonly object[];
}

const ELSEWHERE = { namespaces: ['own'] };
const GRANTS: Readonly<Record<string, KeyGrant>> = {
  publisher: { permissions: ['publish'], ...ELSEWHERE },
  reviewer: { permissions: ['review'], ...ELSEWHERE },
  reader: { permissions: ['read'], ...ELSEWHERE },
  auditor: { permissions: ['audit'], ...ELSEWHERE },
  admin: { permissions: ['admin'], tenants: ['acme'], roles: ['operator'], ...ELSEWHERE },
  'agent of another tenant': {
    permissions: ['candidates'],
    tenants: ['acme'],
    roles: [HIDDEN.role, 'operator'],
  },
  'agent of another role': {
    permissions: ['candidates'],
    tenants: [HIDDEN.tenant, 'acme'],
    roles: ['operator'],
  },
  'agent with a lower ceiling': {
    permissions: ['candidates'],
    tenants: [HIDDEN.tenant, 'acme'],
    roles: [HIDDEN.role, 'operator'],
    max_risk: 'L0',
  },
};

let app: TestApp;
let routes: readonly string[];
const callers = new Map<string, TestCaller>();
beforeAll(async () => {
  app = await startApp();
  const { paths } = JSON.parse(app.app.get(ApiDocument).json()) as {
    paths: Record<string, Record<string, Operation>>;
  };
  routes = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item)
      .filter(([, { security }]) => path.startsWith('/v1/') && security?.length !== 0)
      .map(([method]) => `${method.toUpperCase()} ${path}`),
  );
  await register(adminOf(app), OWN).expect(201);
  await forceState(app, OWN, '1.0.0', 'enabled');
  for (const [name, grant] of Object.entries(GRANTS)) {
    callers.set(name, await makeCaller(app, { ...grant, subject: name }));
  }
});
afterAll(() => app.stop());

const idIn = (body: unknown): string => (body as { id: string }).id;

/** In every table that something can be told of. */
const hide = async (): Promise<Ids> => {
  const admin = adminOf(app);
  const manifest = firstManifestOf({
    description: 'Opens the vault of gold, to find what is hidden.',
    tags: ['hidden'],
    policy: {
      ...OPEN_POLICY,
      risk_level: 'L1',
      allowed_tenants: [HIDDEN.tenant],
      allowed_roles: [HIDDEN.role],
    },
  });
  await register(admin, HIDDEN.tool, '1.0.0', manifest).expect(201);
  await forceState(app, HIDDEN.tool, '1.0.0', 'enabled');
  await register(admin, HIDDEN.tool, '1.0.1', { ...manifest, timeout_ms: 900 }).expect(201);
  const proposed = await admin
    .put(`/v1/tools/${HIDDEN.tool}/policy`)
    .set('if-match', '"1"')
    .send({ ...OPEN_POLICY, risk_level: 'L1', allowed_tenants: [HIDDEN.tenant], reason: 'because' })
    .expect(202);
  const { body } = await admin
    .post('/v1/api-keys')
    .send({
      subject: 'hidden',
      kind: 'agent',
      permissions: ['candidates'],
      tenants: [HIDDEN.tenant],
      roles: [HIDDEN.role],
    })
    .expect(201);
  const hook = await admin
    .post('/v1/webhooks')
    .send({ url: 'https://example.com/hook', namespaces: [HIDDEN.namespace] })
    .expect(201);
  // Its deliveries would go on beside what is counted.
  const webhook = idIn(hook.body);
  await admin
    .put(`/v1/webhooks/${webhook}/suspension`)
    .send({ suspended: true, reason: 'because' })
    .expect(200);
  return { proposal: idIn(proposed.body), key: idIn(body), webhook };
};

/** Statements made for a caller, as far as they ask about what somebody owns; the service's own go on beside. */
const OWNED =
  /\b(tool|tool_version|policy_\w+|approval|evidence|waiver|namespace|presentation_revision|api_key\w*|audit_\w+)\b/;
const BEHIND = /INSERT INTO audit_event|catalog_(head|change)|rate_bucket|tool_served|partitions/;
let statements = 0;
const isForCaller = (): boolean => {
  try {
    return currentSight().caller !== '';
  } catch {
    return false;
  }
};
const count = (): (() => void) => {
  const spy = jest.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
    this: pg.Client,
    ...args: unknown[]
  ) {
    const [asked] = args;
    const text = typeof asked === 'string' ? asked : ((asked as { text?: string }).text ?? '');
    if (OWNED.test(text) && !BEHIND.test(text) && isForCaller()) statements += 1;
    return Reflect.apply(original, this, args) as unknown;
  } as never);
  return () => spy.mockRestore();
};
const original = pg.Client.prototype.query;

interface Answer {
  readonly status: number;
  readonly headers: object;
  readonly text: string;
  readonly statements: number;
}

/** Of each answer, what would be the same if it were given twice. */
const PASSING = /^(date|connection|keep-alive|ratelimit|x-ratelimit|retry-after)/;

const ask = async (name: string, route: string, asked: Asked, ids: Ids): Promise<Answer> => {
  const [method = ''] = route.split(' ');
  const before = statements;
  const sent = request(app.server)
    [method.toLowerCase() as 'get'](asked.path ?? pathOfRoute(route, ids))
    .set('authorization', `Bearer ${callers.get(name)?.token ?? ''}`)
    .set({ 'x-request-id': 'the-same', ...asked.headers })
    .query(asked.query ?? {});
  const answer = await (asked.body === undefined ? sent : sent.send(asked.body));
  const headers = Object.entries(answer.headers as Record<string, string>);
  return {
    status: answer.status,
    headers: Object.fromEntries(headers.filter(([key]) => !PASSING.test(key))),
    text: Object.entries(ids).reduce(
      (text, [kind, id]) => text.replaceAll(String(id), `<${kind}>`),
      answer.text,
    ),
    statements: statements - before,
  };
};

type Answers = Map<string, Answer>;

const askAll = async (ids: Ids): Promise<Answers> => {
  const answers: Answers = new Map();
  const stop = count();
  for (const name of callers.keys()) {
    // What is read once and kept, a key above all, is no part of an answer.
    await ask(name, 'POST /v1/candidates', { body: {} }, ids);
    for (const route of routes.filter((each) => !STREAMS.includes(each))) {
      for (const [at, asked] of (RECIPES[route] ?? []).entries()) {
        answers.set(`${name}: ${route} (${at})`, await ask(name, route, asked, ids));
      }
    }
  }
  stop();
  return answers;
};

describe('what a caller may not know of', () => {
  it('is asked for on every route of the document', () => {
    expect([...Object.keys(RECIPES), ...STREAMS].sort()).toEqual([...routes].sort());
  });

  it('is answered like what does not exist, by as many statements', async () => {
    const unknown: Ids = {
      proposal: `pp_${'0'.repeat(25)}`,
      key: '0'.repeat(16),
      webhook: `wh_${'0'.repeat(20)}`,
    };
    const before = await askAll(unknown);
    const ids = await hide();
    const after = await askAll(ids);
    const differences = [...before].filter(
      ([name, answer]) => JSON.stringify(answer) !== JSON.stringify(after.get(name)),
    );
    expect(differences.map(([name, answer]) => [name, answer, after.get(name)])).toEqual([]);
    const asked = [...before.values()].reduce((sum, { statements }) => sum + statements, 0);
    expect(asked).toBeGreaterThan(100);
  }, 300_000);

  it('is told to nobody without a key, whatever the route', async () => {
    const ids: Ids = { proposal: 'pp_0', key: '0', webhook: 'wh_0' };
    for (const route of routes) {
      const method = route.split(' ', 1)[0]?.toLowerCase() as 'get';
      const { status, body } = await request(app.server)[method](pathOfRoute(route, ids));
      expect([route, status, body.code]).toEqual([route, 401, 'unauthenticated']);
    }
  });

  it('is there for who may know of it', async () => {
    const agent = await makeCaller(app, {
      permissions: ['candidates'],
      tenants: [HIDDEN.tenant],
      roles: [HIDDEN.role],
    });
    await agent.get(`/v1/tools/${HIDDEN.tool}`).expect(200);
    const { body } = await agent
      .post('/v1/candidates')
      .send({ roles: [HIDDEN.role], task_type: 'any' });
    expect((body as { total_eligible: number }).total_eligible).toBe(2);
  });
});
