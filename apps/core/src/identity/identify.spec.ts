import type { Json, JsonObject } from '../json/value.js';
import { identify } from './identify.js';
import type { Issuer } from './issuer.js';
import { readIssuers } from './read-issuers.js';

const issuerWith = (...rules: object[]): Issuer => {
  const stated = { issuer: 'https://id.example', audiences: ['catalog'], rules };
  const reading = readIssuers({ issuers: [stated] } as unknown as Json);
  if (!reading.ok) throw new Error(JSON.stringify(reading.faults));
  const [issuer] = reading.issuers;
  if (issuer === undefined) throw new Error('there is no issuer');
  return issuer;
};

const rule = (more: object = {}) => ({
  claims: { team: 'support' },
  kind: 'pipeline',
  permissions: ['read'],
  ...more,
});

const CLAIMS: JsonObject = { sub: 'u-1', team: 'support' };

describe('the rules over claims', () => {
  it('grant what the first that fits says, and nothing of a later one', () => {
    const issuer = issuerWith(
      rule({ claims: { team: 'other' }, permissions: ['admin'] }),
      rule({ permissions: ['publish'], namespaces: ['support'] }),
      rule({ permissions: ['review'] }),
    );
    expect(identify(issuer, CLAIMS)).toEqual({
      ok: true,
      identity: {
        subject: 'https://id.example|u-1',
        kind: 'pipeline',
        grant: { permissions: ['publish'], namespaces: ['support'] },
      },
    });
  });

  it.each(['email', '/email'])('take no address that the issuer does not vouch for: %s', (name) => {
    const bound = issuerWith(rule({ claims: { [name]: '*@acme.example' }, subject: '{sub}' }));
    const named = issuerWith(rule({ subject: `{${name}}` }));
    const claims: JsonObject = { ...CLAIMS, email: 'rosa@acme.example' };
    for (const issuer of [bound, named]) {
      expect(identify(issuer, claims).ok).toBe(false);
      expect(identify(issuer, { ...claims, email_verified: 'true' }).ok).toBe(false);
      expect(identify(issuer, { ...claims, email_verified: true }).ok).toBe(true);
    }
  });

  it('ask for every claim of a rule', () => {
    const issuer = issuerWith(rule({ claims: { team: 'support', env: 'release' } }));
    expect(identify(issuer, CLAIMS).ok).toBe(false);
    expect(identify(issuer, { ...CLAIMS, env: 'release' }).ok).toBe(true);
  });

  it.each<[string, unknown, Json, boolean]>([
    ['a list of which one is', 'support', ['sales', 'support'], true],
    ['one of several patterns', ['sales', 'supp*'], 'support', true],
    ['the truth value', true, true, true],
    ['a text for a truth value', true, 'true', false],
    ['another truth value', true, false, false],
    ['a number', '7', 7, false],
    ['null', 'null', null, false],
    ['an object', 'support', { support: 'support' }, false],
    ['a list in a list', 'support', [['support']], false],
    ['an empty list', '**', [], false],
  ])('take a claim by its type: %s', (_, pattern, value, fits) => {
    const issuer = issuerWith(rule({ claims: { team: pattern } }));
    expect(identify(issuer, { ...CLAIMS, team: value }).ok).toBe(fits);
  });

  it('find own claims alone, and nested ones by a pointer', () => {
    const inherited = issuerWith(rule({ claims: { toString: '**' } }));
    expect(identify(inherited, CLAIMS).ok).toBe(false);
    const nested = issuerWith(rule({ claims: { '/realm_access/roles': 'reviewer' } }));
    expect(identify(nested, { ...CLAIMS, realm_access: { roles: ['reviewer'] } }).ok).toBe(true);
    expect(identify(nested, { ...CLAIMS, '/realm_access/roles': 'reviewer' }).ok).toBe(false);
  });
});

describe('the subject', () => {
  const named = (subject: string, claims: JsonObject) =>
    identify(issuerWith(rule({ subject })), { ...CLAIMS, ...claims });

  it('is filled in from claims, once', () => {
    expect(named('ci:{repo}', { repo: 'acme/{sub}' })).toMatchObject({
      identity: { subject: 'ci:acme/{sub}' },
    });
  });

  it.each<[string, string, JsonObject]>([
    ['a claim that is absent', '{login}', {}],
    ['an empty one', 'x{login}', { login: '' }],
    ['one that is no text', '{login}', { login: 7 }],
    ['mail that nobody vouches for', '{email}', { email: 'rosa@acme.example' }],
    ['mail that is vouched for as text', '{email}', { email: 'r@x', email_verified: 'true' }],
    ['a name of the service', '{login}', { login: 'Bootstrap' }],
    ['a rule of the service', '{login}:x', { login: 'rule' }],
    ['letters that look alike', '{login}', { login: 'al\u0456ce' }],
    ['a character that nobody sees', '{login}', { login: 'ali\u200bce' }],
    ['a line', '{login}', { login: 'a\nb' }],
    ['white space around it', '{login}', { login: 'rosa ' }],
    ['too long a name', '{login}', { login: 'x'.repeat(201) }],
  ])('is refused with %s', (_, subject, claims) => {
    expect(named(subject, claims)).toMatchObject({ ok: false, reason: expect.any(String) });
  });
});
