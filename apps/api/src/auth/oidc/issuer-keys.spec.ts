import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { readIssuers } from '#core/identity/read-issuers.js';
import type { Json, JsonObject } from '#core/json/value.js';
import { IssuerAway, IssuerKeys } from './issuer-keys.js';

const ISSUER = 'https://id.example';

let key: JWK;
beforeAll(async () => {
  const { publicKey } = await generateKeyPair('ES256');
  key = await exportJWK(publicKey);
});

/** Keys of an issuer that answers by `documents`, on a clock that stands still. */
const keysWith = (more: object = {}) => {
  const clock = { now: 1_000 };
  const asked: string[] = [];
  const documents = new Map<string, Json>([
    [`${ISSUER}/.well-known/openid-configuration`, { issuer: ISSUER, jwks_uri: `${ISSUER}/keys` }],
    [`${ISSUER}/keys`, { keys: [{ ...key, kid: 'a' }] } as unknown as Json],
  ]);
  const rule = { claims: { sub: 'x' }, kind: 'person', permissions: ['read'] };
  const stated = { issuer: ISSUER, audiences: ['c'], rules: [rule], ...more };
  const reading = readIssuers({ issuers: [stated] } as unknown as Json);
  if (!reading.ok || reading.issuers[0] === undefined) throw new Error('the issuer cannot be read');
  const told: string[] = [];
  const fetchJson = (address: string): Promise<JsonObject> => {
    asked.push(address);
    const document = documents.get(address);
    return document === undefined
      ? Promise.reject(new Error('it answers 503'))
      : Promise.resolve(document as JsonObject);
  };
  const source = { fetchJson, now: () => clock.now };
  const keys = new IssuerKeys(reading.issuers[0], source, (reason) => told.push(reason));
  const find = (kid: string) => keys.find({ alg: 'ES256', kid });
  return { find, clock, asked, documents, told };
};

describe('the keys of an issuer', () => {
  it('are read once for all who ask at the same time', async () => {
    const { find, asked } = keysWith();
    const found = await Promise.all([find('a'), find('a'), find('a')]);
    expect(found.every((one) => one !== null)).toBe(true);
    expect(asked).toHaveLength(2);
  });

  it('are none where there are more than any issuer has', async () => {
    const { find, documents, told } = keysWith();
    const keys = Array.from({ length: 201 }, (_, n) => ({ ...key, kid: n === 0 ? 'a' : `k${n}` }));
    documents.set(`${ISSUER}/keys`, { keys } as unknown as Json);
    await expect(find('a')).rejects.toThrow(IssuerAway);
    expect(told).toEqual(['there are no keys in it']);
  });

  it('are asked for no more than once in the cooldown, whatever keys are made up', async () => {
    const { find, asked, clock } = keysWith({ jwks_cooldown_s: 30 });
    await find('a');
    for (let n = 0; n < 500; n += 1) expect(await find(`made-up-${n}`)).toBeNull();
    expect(asked).toHaveLength(2);
    clock.now += 30;
    await Promise.all(Array.from({ length: 50 }, (_, n) => find(`made-up-${n}`)));
    expect(asked).toHaveLength(4);
  });

  it('are read again for a key that is new', async () => {
    const { find, documents, clock } = keysWith();
    await find('a');
    documents.set(`${ISSUER}/keys`, { keys: [{ ...key, kid: 'b' }] } as unknown as Json);
    clock.now += 30;
    expect(await find('b')).not.toBeNull();
    expect(await find('a')).toBeNull();
  });

  it('are renewed beside the request that finds them old', async () => {
    const { find, asked, clock } = keysWith({ jwks_refresh_s: 600 });
    await find('a');
    clock.now += 601;
    expect(await find('a')).not.toBeNull();
    expect(asked.length).toBeGreaterThan(2);
  });

  it('go on while the issuer is away, for as long as is allowed', async () => {
    const { find, documents, clock, told } = keysWith({ jwks_stale_s: 3_600 });
    await find('a');
    documents.clear();
    clock.now += 3_599;
    expect(await find('a')).not.toBeNull();
    clock.now += 2;
    await expect(find('a')).rejects.toBeInstanceOf(IssuerAway);
    expect(told.at(-1)).toBe('it answers 503');
  });

  it('that cannot be one are as good as none, and the others are used', async () => {
    const { find, documents } = keysWith();
    const broken = { ...key, kid: 'broken', x: key.y, alg: 'ES256' };
    documents.set(`${ISSUER}/keys`, { keys: [broken, { ...key, kid: 'a' }] } as unknown as Json);
    expect(await find('broken')).toBeNull();
    expect(await find('a')).not.toBeNull();
  });

  it('that were never there are no verdict, and are asked for again soon', async () => {
    const { find, documents, clock, asked } = keysWith();
    const known = [...documents];
    documents.clear();
    await expect(find('a')).rejects.toBeInstanceOf(IssuerAway);
    await expect(find('a')).rejects.toBeInstanceOf(IssuerAway);
    expect(asked).toHaveLength(1);
    for (const [address, document] of known) documents.set(address, document);
    clock.now += 5;
    expect(await find('a')).not.toBeNull();
  });

  it.each<[string, Json]>([
    ['calls itself another', { issuer: 'https://evil.example', jwks_uri: `${ISSUER}/keys` }],
    ['points to plain http', { issuer: ISSUER, jwks_uri: 'http://id.example/keys' }],
    ['points to this machine', { issuer: ISSUER, jwks_uri: 'http://127.0.0.1/keys' }],
    ['points to a file', { issuer: ISSUER, jwks_uri: 'file:///etc/passwd' }],
  ])('are not looked for where its discovery document %s', async (_, document) => {
    const { find, documents, asked } = keysWith();
    documents.set(`${ISSUER}/.well-known/openid-configuration`, document);
    await expect(find('a')).rejects.toBeInstanceOf(IssuerAway);
    expect(asked).toHaveLength(1);
  });
});
