import { chmod, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf } from '../../support/caller.js';
import { listeningAddress, runCli, type CliResult } from '../../support/cli.js';
import {
  startIssuer,
  writeIssuers,
  type IssuerRoute,
  type LocalIssuer,
} from '../../support/local-issuer.js';

const CLIENT = 'quartermaster';

/** What the person at the browser, and the issuer, do next. */
const scene = { waits: 0, denies: false, lifeS: 300, refreshes: true, revoked: [] as string[] };

const ADA = { sub: 'u-1', email: 'ada@acme.example', email_verified: true };

const issuerRoutes =
  (issuer: () => LocalIssuer): IssuerRoute =>
  ({ url }, form) => {
    if (form.get('client_id') !== CLIENT) return [401, { error: 'invalid_client' }];
    if (url === '/device') {
      const where = { verification_uri: `${issuer().url}/go`, user_code: 'WDJB-MJHT' };
      return [200, { device_code: 'd-1', ...where, expires_in: 60, interval: 0 }];
    }
    if (url === '/revoke') {
      scene.revoked.push(String(form.get('token')));
      return [200, {}];
    }
    const refusal = refusalOf(form);
    if (refusal !== undefined) return [400, refusal];
    const exp = Math.floor(Date.now() / 1000) + scene.lifeS;
    return issuer()
      .token({ ...ADA, exp })
      .then((token) => [200, { id_token: token, refresh_token: 'refresh-1' }] as const);
  };

const refusalOf = (form: URLSearchParams): object | undefined => {
  if (form.get('grant_type') === 'refresh_token') {
    const isGood = scene.refreshes && form.get('refresh_token') === 'refresh-1';
    return isGood ? undefined : { error: 'invalid_grant' };
  }
  if (form.get('device_code') !== 'd-1') return { error: 'invalid_grant' };
  if (scene.denies) return { error: 'access_denied', error_description: 'Ada said no.' };
  scene.waits -= 1;
  return scene.waits >= 0 ? { error: 'authorization_pending' } : undefined;
};

let issuer: LocalIssuer;
let config: string;
let app: TestApp;
let url: string;
let home: string;

beforeAll(async () => {
  issuer = await startIssuer(CLIENT, issuerRoutes);
  const rule = { claims: { email: '*@acme.example' }, kind: 'person', subject: '{email}' };
  const rules = [{ ...rule, permissions: ['read'] }];
  config = await writeIssuers([{ issuer: issuer.url, audiences: [CLIENT], rules }]);
  app = await startApp({ QM_OIDC_CONFIG: config });
  url = await listeningAddress(app);
  home = await mkdtemp(join(tmpdir(), 'quartermaster-home-'));
});
afterAll(async () => {
  await app.stop();
  await issuer.stop();
  await rm(home, { recursive: true });
  await rm(config);
});

const cli = (...argv: readonly string[]): Promise<CliResult> =>
  runCli(argv, { QM_URL: url, XDG_CONFIG_HOME: home });
const login = (clientId = CLIENT) => cli('login', '--issuer', issuer.url, '--client-id', clientId);
const file = () => join(home, 'quartermaster', 'credentials.json');

describe('a person at the command line', () => {
  it('signs in with a browser, and is who the catalog says', async () => {
    scene.waits = 2;
    const result = await login();
    expect(result).toMatchObject({ code: 0 });
    expect(result.err).toBe(`Open ${issuer.url}/go and confirm the code WDJB-MJHT.`);
    expect(result.out).toContain('ada@acme.example');
    const me = await cli('whoami', '--json');
    expect(JSON.parse(me.out)).toMatchObject({ subject: ADA.email, issuer: issuer.url });
  });

  it('has tokens in a file that nobody else can read, and is warned where they could', async () => {
    expect((await stat(file())).mode & 0o777).toBe(0o600);
    expect((await stat(join(home, 'quartermaster'))).mode & 0o077).toBe(0);
    await chmod(file(), 0o644);
    const refused = await cli('whoami');
    expect(refused).toMatchObject({
      code: 2,
      err: expect.stringContaining('can be read by others'),
    });
    await chmod(file(), 0o600);
  });

  it('is given a new token where the former ends, until the issuer gives none', async () => {
    scene.lifeS = 30;
    await login();
    scene.lifeS = 300;
    const before = await readFile(file(), 'utf8');
    expect(await cli('whoami')).toMatchObject({ code: 0 });
    expect(await readFile(file(), 'utf8')).not.toBe(before);
    scene.lifeS = 30;
    await login();
    scene.refreshes = false;
    const over = await cli('whoami');
    expect(over).toMatchObject({ code: 1, err: expect.stringContaining('no longer signed in') });
  });

  it('signs out, here and at the issuer', async () => {
    expect((await cli('logout')).out).toBe('Signed out.');
    expect(scene.revoked).toEqual(['refresh-1']);
    await expect(stat(file())).rejects.toThrow();
    expect(await cli('whoami')).toMatchObject({
      code: 1,
      err: expect.stringContaining('unauthenticated'),
    });
    expect((await cli('logout')).out).toBe('Nobody was signed in.');
  });

  it('is not signed in where it is denied, or the client is unknown', async () => {
    scene.denies = true;
    expect(await login()).toMatchObject({ code: 1, err: expect.stringContaining('Ada said no.') });
    scene.denies = false;
    expect(await login('other')).toMatchObject({
      code: 1,
      err: expect.stringContaining('invalid_client'),
    });
    await expect(stat(file())).rejects.toThrow();
  });

  it('is told what is missing', async () => {
    expect(await cli('login')).toMatchObject({ code: 2 });
    const wrong = await cli('login', '--issuer', 'http://id.example', '--client-id', 'x');
    expect(wrong).toMatchObject({ code: 2, err: expect.stringContaining('no https address') });
  });
});

describe('the keys at the command line', () => {
  const admin = (...argv: readonly string[]) =>
    runCli(argv, { QM_URL: url, QM_TOKEN: adminOf(app).token });
  const asKey = (token: string) => runCli(['whoami', '--json'], { QM_URL: url, QM_TOKEN: token });
  const grant = ['--kind', 'agent', '--permission', 'candidates', '--tenant', 'acme'];

  it('are made, listed, rotated and revoked', async () => {
    const made = await admin('keys', 'create', 'desk-agent', ...grant, '--role', 'operator');
    expect(made.out).toMatch(/^qm_\w+_\S+$/);
    const id = made.out.split('_')[1] ?? '';
    expect(JSON.parse((await asKey(made.out)).out)).toMatchObject({
      subject: 'desk-agent',
      tenants: ['acme'],
      roles: ['operator'],
    });
    const limit = ['--rate-limit', 'reads=9/m'];
    const rotated = await admin('keys', 'rotate', id, '--overlap', '60', ...limit, '--json');
    expect(JSON.parse(rotated.out)).toMatchObject({ rate_limits: { reads: '9/m' } });
    const next = JSON.parse(rotated.out) as { id: string; token: string };
    expect((await asKey(made.out)).code).toBe(0);
    expect((await asKey(next.token)).code).toBe(0);
    expect(await admin('keys', 'revoke', id)).toMatchObject({ code: 0 });
    expect((await asKey(made.out)).code).toBe(1);
    const listed = await admin('keys', 'list', '--subject', 'desk-agent');
    expect(listed.out).toContain(next.id);
    expect(listed.out).toMatch(/revoked/);
    expect(listed.out).toContain('2 keys.');
  });

  it('ask for what is missing', async () => {
    expect((await admin('keys', 'create', 'x', '--kind', 'agent')).code).toBe(2);
    expect((await admin('keys', 'rotate', 'x', '--overlap', 'soon')).code).toBe(2);
    expect((await admin('keys', 'rotate', 'x', '--rate-limit', 'reads=9')).code).toBe(2);
    expect((await admin('keys', 'revoke', 'nobody')).code).toBe(1);
  });
});
