import type { Json, JsonObject } from '../json/value.js';
import { claimsFault, headerFault, looksLikeJwt, validityOf } from './read-token.js';
import { readIssuers } from './read-issuers.js';

const NOW = 1_800_000_000;

const issuer = (() => {
  const rules = [{ claims: { sub: 'x' }, kind: 'person', permissions: ['read'] }];
  const stated = { issuer: 'https://id.example', audiences: ['catalog'], rules };
  const reading = readIssuers({ issuers: [{ ...stated, algorithms: ['RS256', 'ES256'] }] });
  if (!reading.ok || reading.issuers[0] === undefined) throw new Error('it cannot be read');
  return reading.issuers[0];
})();

describe('the header of a token', () => {
  it.each<[string, Json]>([
    ['none', 'none'],
    ['none in capitals', 'NONE'],
    ['a shared secret', 'HS256'],
    ['what its issuer may not sign with', 'PS256'],
    ['another case', 'rs256'],
    ['a list', ['RS256']],
    ['null', null],
  ])('is refused where it is signed with %s', (_, alg) => {
    expect(headerFault({ alg }, issuer)).toContain('signed');
  });

  it('is refused without a way of signing', () => {
    expect(headerFault({}, issuer)).toContain('signed');
  });

  it.each<[string, JsonObject]>([
    ['points to its keys', { jku: 'https://id.example/keys' }],
    ['holds its key', { jwk: {} }],
    ['points to its certificates', { x5u: 'https://id.example/x' }],
    ['holds its certificates', { x5c: [] }],
    ['asks for an extension', { crit: ['exp'] }],
    ['has an unencoded payload', { b64: false }],
    ['is compressed', { zip: 'DEF' }],
    ['is of another type', { typ: 'logout+jwt' }],
    ['has a type that is no text', { typ: 1 }],
    ['names its key with a number', { kid: 7 }],
    ['names its key at length', { kid: 'k'.repeat(257) }],
  ])('is refused where it %s', (_, more) => {
    expect(headerFault({ alg: 'RS256', ...more }, issuer)).toEqual(expect.any(String));
  });

  it.each<JsonObject>([{}, { typ: 'JWT', kid: 'a' }, { typ: 'application/at+jwt' }])(
    'goes on otherwise: %j',
    (more) => {
      expect(headerFault({ alg: 'ES256', ...more }, issuer)).toBeUndefined();
    },
  );
});

const GOOD = { iss: 'https://id.example', aud: 'catalog', sub: 'x', iat: NOW, exp: NOW + 300 };

describe('the claims of a token', () => {
  it('have no fault as issuers send them', () => {
    expect(claimsFault(GOOD, issuer, NOW)).toBeUndefined();
    expect(claimsFault({ ...GOOD, aud: ['else', 'catalog'] }, issuer, NOW)).toBeUndefined();
  });

  it.each<[string, JsonObject]>([
    ['name another issuer', { iss: 'https://id.example/' }],
    ['name an issuer in another case', { iss: 'https://ID.example' }],
    ['name their issuer in a list', { iss: ['https://id.example'] }],
    ['are for nobody', { aud: [] }],
    ['are for what begins alike', { aud: 'catalog.evil' }],
    ['are for an object', { aud: { catalog: 'catalog' } }],
    ['speak for nobody', { sub: '' }],
    ['speak for a number', { sub: 7 }],
    ['end in words', { exp: '9999999999' }],
    ['began in words', { iat: String(NOW) }],
    ['hold from a word on', { nbf: '0' }],
    ['ended', { exp: NOW - 30 }],
    ['begin later', { nbf: NOW + 31 }],
    ['were made later', { iat: NOW + 31 }],
    ['were made long ago', { iat: NOW - 86_431 }],
  ])('are refused where they %s', (_, more) => {
    expect(claimsFault({ ...GOOD, ...more }, issuer, NOW)).toEqual(expect.any(String));
  });

  it('hold until they end or are too old, whichever is first', () => {
    expect(validityOf({ ...GOOD, nbf: NOW + 5 }, issuer)).toEqual({
      from: NOW - 25,
      until: NOW + 330,
    });
    expect(validityOf({ ...GOOD, exp: 1e15 }, issuer).until).toBe(NOW + 86_430);
  });
});

it.each(['a.b', 'a.b.', 'a.b.c.d', 'a.b.c=', `${'a'.repeat(16_384)}.b.c`])(
  'no token looks like %s',
  (text) => {
    expect(looksLikeJwt(text.slice(0, 20_000))).toBe(false);
  },
);
