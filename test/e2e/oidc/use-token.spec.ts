import { createHmac } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { jest } from '@jest/globals';
import { startApp, type TestApp } from '../../support/app.js';
import { callerWith, makeCaller } from '../../support/caller.js';
import { firstManifestOf } from '../../support/catalog.js';
import { startIssuer, writeIssuers, type LocalIssuer } from '../../support/local-issuer.js';
import { sendRaw } from '../../support/raw-http.js';

const AUDIENCE = 'https://catalog.example.com';
const JOB = { sub: 'repo:acme/support-tools:ref:refs/tags/v1', repository: 'acme/support-tools' };
const TAG = { ...JOB, ref: 'refs/tags/v1', actor: 'rosa' };
const ROSA = { sub: 'u-81', email: 'rosa@acme.example', email_verified: true };

let issuer: LocalIssuer;
let config: string;
let app: TestApp;

beforeAll(async () => {
  issuer = await startIssuer(AUDIENCE);
  config = await writeIssuers([
    {
      issuer: issuer.url,
      audiences: [AUDIENCE],
      clock_skew_s: 60,
      jwks_cooldown_s: 0,
      rules: [
        {
          claims: { repository: 'acme/support-tools', ref: 'refs/tags/*' },
          kind: 'pipeline',
          subject: 'pipeline:{repository}',
          on_behalf_of: '{actor}',
          permissions: ['publish'],
          namespaces: ['support'],
        },
        {
          claims: { repository: 'acme/support-tools', robot: 'policies' },
          kind: 'pipeline',
          subject: 'pipeline:{repository}',
          on_behalf_of: '{actor}',
          permissions: ['admin'],
        },
        {
          claims: { email: '*@acme.example' },
          kind: 'person',
          subject: '{email}',
          permissions: ['review', 'read'],
        },
        {
          claims: { agents: 'support' },
          kind: 'agent',
          permissions: ['candidates'],
          tenants: ['acme'],
          roles: ['operator'],
        },
      ],
    },
  ]);
  app = await startApp({ QM_OIDC_CONFIG: config, QM_RATE_LIMIT_CHECKS: '2/h' });
});
afterAll(async () => {
  await app.stop();
  await issuer.stop();
  await rm(config);
});

const withToken = async (claims: object, header: object = {}) =>
  callerWith(app, await issuer.token({ ...claims }, { ...header }));

const path = (id: string) => `/v1/tools/${id}/versions/1.0.0`;

describe('a pipeline with a token of its issuer', () => {
  it('publishes in its namespace, and the trail says who it was and for whom', async () => {
    const job = await withToken(TAG);
    await job.put(path('support.by_token')).send(firstManifestOf()).expect(201);
    const [row] = await app.database.query<{ event: string }>(
      `SELECT event FROM audit_event WHERE tool_id = 'support.by_token'`,
    );
    expect(JSON.parse(row?.event ?? 'null')).toMatchObject({
      action: 'version.registered',
      actor: {
        subject: 'pipeline:acme/support-tools',
        kind: 'pipeline',
        issuer: issuer.url,
        on_behalf_of: 'rosa',
      },
    });
  });

  it('is told who it is, and nothing of a key', async () => {
    const me = await (await withToken(TAG)).get('/v1/me').expect(200);
    expect(me.body).toEqual({
      subject: 'pipeline:acme/support-tools',
      kind: 'pipeline',
      issuer: issuer.url,
      on_behalf_of: 'rosa',
      expires_at: expect.any(String),
      permissions: ['publish'],
      namespaces: ['support'],
    });
  });

  it.each([
    ['another repository', { ...TAG, repository: 'acme/support-tools-fork' }],
    ['a branch instead of a tag', { ...TAG, ref: 'refs/heads/main' }],
    ['a tag with a slash, which one star does not cross', { ...TAG, ref: 'refs/tags/a/b' }],
    ['a list that only holds what looks alike', { ...TAG, repository: ['acme/support-tools '] }],
    ['a claim of another type', { ...TAG, ref: 7 }],
    ['no such claim', JOB],
  ])('is granted nothing with %s', async (_, claims) => {
    const job = await withToken(claims);
    for (const asked of [job.put(path('support.x')).send(firstManifestOf()), job.get('/v1/me')]) {
      expect((await asked.expect(403)).body).toMatchObject({ code: 'permission-missing' });
    }
  });

  it('is held to the limits where it is granted nothing, too', async () => {
    const ask = async () => (await (await withToken(JOB)).post('/v1/diffs').send({})).status;
    expect([await ask(), await ask(), await ask()]).toEqual([403, 403, 429]);
  });

  it('is refused in another namespace, and what its rule does not say', async () => {
    const job = await withToken(TAG);
    const { body: foreign } = await job.put(path('crm.x')).send(firstManifestOf()).expect(403);
    const { body: other } = await job.get('/v1/audit-events').expect(403);
    expect([foreign.code, other.code]).toEqual(['namespace-forbidden', 'permission-missing']);
  });

  it('is taken with claims that no rule speaks of', async () => {
    const more = { constructor: 'x', roles: ['admin'], permissions: ['admin'] };
    const me = await (await withToken({ ...TAG, ...more })).get('/v1/me').expect(200);
    expect(me.body.permissions).toEqual(['publish']);
  });
});

describe('a person with a token', () => {
  it('is the same person as with a key, and does not approve what they wrote', async () => {
    const key = await makeCaller(app, {
      subject: 'Rosa@acme.example',
      permissions: ['publish'],
      namespaces: ['support'],
    });
    const own = path('support.own_work');
    await key.put(own).send(firstManifestOf()).expect(201);
    await key.post(`${own}/transitions`).send({ to: 'review' }).expect(200);
    const rosa = await withToken(ROSA);
    const answer = await rosa.post(`${own}/transitions`).send({ to: 'staging' }).expect(403);
    expect(answer.body).toMatchObject({ code: 'own-work' });
    const other = await withToken({ ...ROSA, email: 'ada@acme.example' });
    await other.post(`${own}/transitions`).send({ to: 'staging' }).expect(200);
  });

  it('does not approve what a pipeline wrote on their behalf, nor loosen a policy so', async () => {
    const job = await withToken({ ...TAG, actor: 'Rosa@acme.example' });
    const theirs = path('support.on_behalf');
    const policy = {
      risk_level: 'L1',
      requires_approval: false,
      allowed_roles: ['operator'],
      allowed_tenants: ['acme'],
      task_types: ['support'],
    };
    await job.put(theirs).send(firstManifestOf({ policy })).expect(201);
    const admin = await makeCaller(app, { subject: 'root', permissions: ['admin'] });
    await admin.post(`${theirs}/transitions`).send({ to: 'review' }).expect(200);
    const rosa = await withToken(ROSA);
    const own = await rosa.post(`${theirs}/transitions`).send({ to: 'staging' }).expect(403);
    expect(own.body).toMatchObject({ code: 'own-work' });

    const robot = await withToken({ ...JOB, robot: 'policies', actor: 'rosa@acme.example' });
    const asked = await robot
      .put('/v1/tools/support.on_behalf/policy')
      .set('if-match', '"1"')
      .send({ ...policy, allowed_tenants: ['*'], reason: 'for all' })
      .expect(202);
    const decision = `/v1/policy-proposals/${asked.body.id}/decision`;
    const sent = { decision: 'approve', reason: 'fine' };
    const refused = await rosa.post(decision).send(sent).expect(403);
    expect(refused.body).toMatchObject({ code: 'own-work' });
    const ada = await withToken({ ...ROSA, email: 'ada@acme.example' });
    await ada.post(decision).send(sent).expect(200);
  });

  it.each([
    ['is not verified', { email_verified: false }],
    ['is that of the service itself', { email: 'rule:x@acme.example' }],
  ])('is nobody where the address %s', async (_, claims) => {
    await (await withToken({ ...ROSA, ...claims })).get('/v1/me').expect(403);
  });
});

describe('an agent with a token', () => {
  it('is answered candidates within its grant', async () => {
    const agent = await withToken({ agents: 'support', sub: 'agent-7' });
    const asked = { tenant: 'acme', roles: ['operator'], task_type: 'support' };
    await agent.post('/v1/candidates').send(asked).expect(200);
    await agent
      .post('/v1/candidates')
      .send({ ...asked, roles: ['admin'] })
      .expect(403);
    expect((await agent.get('/v1/me')).body.subject).toBe(`${issuer.url}|agent-7`);
  });
});

const encode = (value: object): string => Buffer.from(JSON.stringify(value)).toString('base64url');

describe('a token that proves nothing', () => {
  const inSeconds = (seconds: number): number => Math.floor(Date.now() / 1000) + seconds;
  const forged = async (header: object, secret?: string): Promise<string> => {
    const [, body = ''] = (await issuer.token(TAG)).split('.');
    const signed = `${encode(header)}.${body}`;
    const mac = secret === undefined ? '' : createHmac('sha256', secret).update(signed);
    return `${signed}.${mac === '' ? 'AA' : mac.digest('base64url')}`;
  };
  const publicKey = () => JSON.stringify(issuer.publicKey());

  const cases: [string, () => Promise<string>][] = [
    ['for another audience', () => issuer.token({ ...TAG, aud: 'https://other.example.com' })],
    ['for no audience', () => issuer.token({ ...TAG, aud: undefined })],
    ['of another issuer', () => issuer.token({ ...TAG, iss: 'https://evil.example.com' })],
    ['of an issuer that differs by a slash', () => issuer.token({ ...TAG, iss: `${issuer.url}/` })],
    ['that has expired', () => issuer.token({ ...TAG, exp: inSeconds(-61) })],
    ['without an end', () => issuer.token({ ...TAG, exp: undefined })],
    ['that brings its key', () => issuer.token(TAG, { jku: 'http://127.0.0.1:1/jwks' })],
    ['that holds its key', () => issuer.token(TAG, { jwk: issuer.publicKey() })],
    ['with an unknown key', () => issuer.token(TAG, { kid: 'key-0' })],
    ['signed by nobody', () => forged({ alg: 'none' })],
    ['with the public key as secret', () => forged({ alg: 'HS256', kid: 'key-1' }, publicKey())],
    [
      'of another signature than it says',
      async () => {
        const [head, , signature] = (await issuer.token(TAG)).split('.');
        return [head, encode({ ...TAG, iss: issuer.url }), signature].join('.');
      },
    ],
    ['that is too long', () => issuer.token({ ...TAG, filler: 'x'.repeat(13_000) })],
  ];

  it.each(cases)('is refused: %s', async (_, make) => {
    const answer = await callerWith(app, await make())
      .put(path('support.never'))
      .send(firstManifestOf())
      .expect(401);
    expect(answer.body).toMatchObject({ code: 'unauthenticated' });
    expect(answer.headers['www-authenticate']).toBe('Bearer');
  });

  it('is one that was taken before, once its time is over', async () => {
    const job = await withToken(TAG);
    await job.get('/v1/me').expect(200);
    const clock = jest.spyOn(Date, 'now').mockReturnValue(Date.now() + 361_000);
    try {
      const answer = await job.get('/v1/me').expect(401);
      expect(answer.body['detail']).toContain('expired');
    } finally {
      clock.mockRestore();
    }
  });

  it('is none where it says that it never ends, and grows old all the same', async () => {
    const me = await (await withToken({ ...TAG, exp: 1e15 })).get('/v1/me').expect(200);
    expect(Date.parse(me.body.expires_at)).toBeLessThanOrEqual(Date.now() + 86_461_000);
  });

  it('is none where clocks differ by less than is allowed', async () => {
    const skewed = { exp: inSeconds(-5), iat: inSeconds(30), nbf: inSeconds(30) };
    await (await withToken({ ...TAG, ...skewed })).get('/v1/me').expect(200);
  });

  it('is refused where a second Authorization header stands beside it', async () => {
    const token = await issuer.token(TAG);
    const line = `Authorization: Bearer ${token}\r\n`;
    const answer = await sendRaw(app, `GET /v1/me HTTP/1.1\r\nHost: x\r\n${line}${line}\r\n`);
    expect(answer.status).toBe(401);
    expect(answer.body['detail']).toContain('more than one');
  });
});

describe('when the issuer', () => {
  it('changes its key, tokens of the new one are taken, and of one that is gone no more', async () => {
    const former = await withToken(TAG);
    await former.get('/v1/me').expect(200);
    await issuer.rotate({ keepFormer: false });
    await (await withToken(TAG)).get('/v1/me').expect(200);
    await former.get('/v1/me').expect(401);
  });

  it('is away, known keys go on, an unknown one is answered 503, and API keys as ever', async () => {
    issuer.failWith(503);
    await (await withToken(TAG)).get('/v1/me').expect(200);
    const unknown = await withToken(TAG, { kid: 'key-9' });
    const answer = await unknown.get('/v1/me').expect(503);
    expect(answer.body).toMatchObject({ code: 'issuer-unavailable' });
    expect(answer.headers['retry-after']).toBe('5');
    const key = await makeCaller(app, { permissions: ['read'] });
    await key.get('/v1/me').expect(200);
    issuer.failWith(undefined);
    await unknown.get('/v1/me').expect(401);
  });
});
