import request from 'supertest';
import type { Test } from 'supertest';
import { ADMIN_TOKEN, type TestApp } from './app.js';

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

/** A key and how to use it: `caller.post('/v1/api-keys').send({…})`. */
export type TestCaller = Record<Method, (path: string) => Test> & { readonly token: string };

/** What of a token nobody else may learn; it may itself have `_` in it. */
export const secretOf = (token: string): string => token.split('_').slice(2).join('_');

const METHODS: readonly Method[] = ['get', 'post', 'put', 'patch', 'delete'];

/** Requests in the name of a token. */
export const callerWith = (app: TestApp, token: string): TestCaller => ({
  token,
  ...(Object.fromEntries(
    METHODS.map((method) => [
      method,
      (path: string) => request(app.server)[method](path).set('authorization', `Bearer ${token}`),
    ]),
  ) as Record<Method, (path: string) => Test>),
});

/** The admin that every test app starts with. */
export const adminOf = (app: TestApp): TestCaller => callerWith(app, ADMIN_TOKEN);

export interface KeyGrant {
  readonly subject?: string;
  readonly kind?: 'pipeline' | 'person' | 'agent';
  readonly permissions: readonly string[];
  readonly namespaces?: readonly string[];
  readonly tenants?: readonly string[];
  readonly roles?: readonly string[];
  readonly max_risk?: string;
  readonly expires_at?: string;
  readonly rate_limits?: Readonly<Record<string, string>>;
}

/** A caller with a new key of this grant, made by the admin over the API. */
export const makeCaller = async (app: TestApp, grant: KeyGrant): Promise<TestCaller> => {
  const answer = await adminOf(app)
    .post('/v1/api-keys')
    .send({ subject: grant.permissions.join('-'), kind: 'person', ...grant })
    .expect(201);
  return callerWith(app, (answer.body as { token: string }).token);
};

/** An agent of one tenant in one role, unless more is stated. */
export const makeAgent = (app: TestApp, more: Partial<KeyGrant> = {}): Promise<TestCaller> =>
  makeCaller(app, { permissions: ['candidates'], tenants: ['acme'], roles: ['operator'], ...more });
