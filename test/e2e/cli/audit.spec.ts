import { generateKeyPairSync } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { canonicalJson } from '#core/json/canonical.js';
import { sha256Hex } from '#core/json/digest.js';
import type { JsonObject } from '#core/json/value.js';
import { startApp, type TestApp } from '../../support/app.js';
import { adminOf, makeCaller } from '../../support/caller.js';
import { register } from '../../support/catalog.js';
import { listeningAddress, runCli, type CliResult } from '../../support/cli.js';
import { scratchBase } from '../../support/scratch.js';

const { privateKey, publicKey } = generateKeyPairSync('ed25519');

let app: TestApp;
let folder: string;
let env: Record<string, string>;
beforeAll(async () => {
  folder = await mkdtemp(join(scratchBase(), 'quartermaster-audit-'));
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
  await writeFile(at('private.pem'), pem);
  await writeFile(at('key.pem'), publicKey.export({ type: 'spki', format: 'pem' }));
  app = await startApp({ QM_AUDIT_SIGNING_KEY: at('private.pem') });
  const auditor = await makeCaller(app, { permissions: ['audit'] });
  env = { QM_URL: await listeningAddress(app), QM_TOKEN: auditor.token };
  for (const name of ['one', 'two', 'three']) {
    await register(adminOf(app), `support.${name}`).expect(201);
  }
});
afterAll(async () => {
  await app.stop();
  await rm(folder, { recursive: true, force: true });
});

const at = (name: string): string => join(folder, name);
const audit = (...argv: string[]): Promise<CliResult> => runCli(['audit', ...argv], env);
const kept = (): string[] => ['--checkpoints', at('kept.jws'), '--public-key', at('key.pem')];

/** Verifies lines as a file of their own. */
const verifyLines = async (lines: readonly string[], more: string[] = []): Promise<CliResult> => {
  await writeFile(at('changed.jsonl'), `${lines.join('\n')}\n`);
  return audit('verify', '--file', at('changed.jsonl'), ...more);
};

/** The whole history again, as somebody could write it who owns the database. */
const rewritten = (lines: readonly string[]): string[] => {
  let prev = '';
  return lines.map((line) => {
    const event = { ...(JSON.parse(line) as JsonObject), prev };
    const text = canonicalJson(event).replaceAll('bootstrap', 'somebody');
    prev = `sha256:${sha256Hex(text)}`;
    return text;
  });
};

describe('the audit trail on the command line', () => {
  it('is signed, exported, and proved without the service', async () => {
    const made = await audit('checkpoint', '--out', at('kept.jws'));
    expect(made).toMatchObject({ code: 0, err: `Added to ${at('kept.jws')}.` });
    expect(await audit('export', '--out', at('events.jsonl'))).toMatchObject({
      code: 0,
      out: `5 events written to ${at('events.jsonl')}.`,
    });
    const proved = await audit('verify', '--file', at('events.jsonl'), ...kept(), '--json');
    expect(proved.code).toBe(0);
    expect(JSON.parse(proved.out)).toMatchObject({
      valid: true,
      first_seq: 1,
      seq: 5,
      events: 5,
      checkpoints: 1,
      vouched_to: 5,
      keys: 'given',
    });
    const unsigned = await audit('verify', '--file', at('events.jsonl'));
    expect(unsigned.out).toContain('No checkpoint was looked at');
  });

  it('is proved as the service tells it, by its own keys where none is given', async () => {
    expect(await audit('keys', '--out', at('keys.json'))).toMatchObject({ code: 0 });
    const own = await audit('verify');
    expect(own.out).toContain('by keys that the service itself names');
    expect(own.code).toBe(0);
    const pinned = await audit('verify', '--public-key', at('keys.json'), '--json');
    expect(JSON.parse(pinned.out)).toMatchObject({ valid: true, checkpoints: 1, keys: 'given' });
    const list = await audit('checkpoints', '--json');
    expect(JSON.parse(list.out)).toMatchObject({ checkpoints: [{ seq: 5 }] });
  });

  it('says what became of a file, and at which event', async () => {
    const [header = '', ...events] = (await readFile(at('events.jsonl'), 'utf8'))
      .trimEnd()
      .split('\n');
    const [one = '', two = '', three = '', four = '', five = ''] = events;
    const found: [string[], string][] = [
      [[one, two, three.replace('support.one', 'support.x'), four, five], 'event 3: altered.'],
      [[one, two, four, five], 'event 3: missing.'],
      [[one, two, two, three, four, five], 'event 2: inserted.'],
      [[one, three, two, four, five], 'event 2: reordered.'],
      [[one, two, three], 'event 4: truncated.'],
    ];
    for (const [lines, said] of found) {
      const result = await verifyLines([header, ...lines]);
      expect([result.code, result.out]).toEqual([1, expect.stringContaining(`Broken at ${said}`)]);
    }
    // Fits itself, and its first line says so: only the kept checkpoint knows.
    const other = rewritten(events);
    const head = `sha256:${sha256Hex(other.at(-1) ?? '')}`;
    const fitting = header
      .replace(/"checkpoint":"[^"]+"/, '"checkpoint":null')
      .replace(/"head":"[^"]+"/, `"head":"${head}"`);
    expect(await verifyLines([fitting, ...other])).toMatchObject({ code: 0 });
    const forked = await verifyLines([fitting, ...other], kept());
    expect(forked.code).toBe(1);
    expect(forked.out).toContain('Broken at event 5: forked.');
  });

  it('believes no checkpoint of another key, and none that was changed', async () => {
    const stranger = generateKeyPairSync('ed25519').publicKey;
    await writeFile(at('other.pem'), stranger.export({ type: 'spki', format: 'pem' }));
    const file = ['verify', '--file', at('events.jsonl')];
    const foreign = await audit(...file, '--public-key', at('other.pem'));
    expect(foreign).toMatchObject({ code: 1, out: expect.stringContaining('not genuine') });
    const [header = '', claims = '', signature = ''] = (await readFile(at('kept.jws'), 'utf8'))
      .trim()
      .split('.');
    const signed = Buffer.from(claims, 'base64url').toString().replace('"seq":5', '"seq":4');
    const forged = [header, Buffer.from(signed).toString('base64url'), signature].join('.');
    await writeFile(at('forged.jws'), forged);
    const keys = ['--public-key', at('key.pem'), '--checkpoints', at('forged.jws')];
    const changed = await audit(...file, ...keys);
    expect(changed.code).toBe(1);
    expect(changed.out).toContain('was not signed by the key that it names');
  });

  it('ends with 2 where it is asked wrongly', async () => {
    await writeFile(at('empty'), '');
    for (const argv of [
      ['verify', '--file', at('nothing')],
      ['verify', '--file', at('empty')],
      ['verify', '--file', at('key.pem')],
      ['verify', '--file', at('events.jsonl'), '--checkpoints', at('kept.jws')],
      ['verify', '--public-key', at('events.jsonl')],
      ['export', '--out', join(folder, 'no', 'such')],
    ]) {
      expect([argv, (await audit(...argv)).code]).toEqual([argv, 2]);
    }
  });

  it('says what an auditor of one namespace can prove, and what not', async () => {
    const narrow = await makeCaller(app, { permissions: ['audit'], namespaces: ['support'] });
    const own = { ...env, QM_TOKEN: narrow.token };
    const exported = await runCli(['audit', 'export', '--out', at('support.jsonl')], own);
    expect(exported).toMatchObject({ code: 0, out: expect.stringContaining('3 events') });
    for (const argv of [['verify'], ['verify', '--file', at('support.jsonl')]]) {
      const result = await runCli(['audit', ...argv], own);
      expect(result.out).toContain('cannot be told from a part of the trail');
      expect(result.code).toBe(0);
    }
  });

  it('ends with 1 where the database itself was changed', async () => {
    const tampered = async (sql: string): Promise<CliResult> => {
      await app.database.query(
        `SET session_replication_role = replica; ${sql}; RESET session_replication_role`,
      );
      return audit('verify');
    };
    const altered = await tampered(
      `UPDATE audit_event SET event = replace(event, 'support.two', 'support.ten') WHERE seq = 4`,
    );
    expect(altered.code).toBe(1);
    expect(altered.out).toContain('Broken at event 4: altered.');
    const begun = await tampered('DELETE FROM audit_event WHERE seq <= 2');
    expect(begun.code).toBe(1);
    expect(begun.out).toContain('Broken at event 1: missing.');
  });
});
