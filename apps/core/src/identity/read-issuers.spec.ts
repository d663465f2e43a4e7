import type { Json } from '../json/value.js';
import { readIssuers } from './read-issuers.js';

const RULE = { claims: { repository: 'acme/tools' }, kind: 'pipeline', permissions: ['publish'] };
const ISSUER = { issuer: 'https://id.example', audiences: ['catalog'], rules: [RULE] };
const GITHUB = 'https://token.actions.githubusercontent.com';

const faultsOf = (...issuers: object[]) => {
  const reading = readIssuers({ issuers } as unknown as Json);
  return reading.ok ? [] : reading.faults.map(({ pointer, code }) => `${pointer} ${code}`);
};
const faultsOfRule = (more: object, issuer = 'https://id.example') =>
  faultsOf({ ...ISSUER, issuer, rules: [{ ...RULE, ...more }] });

describe('the configuration of issuers', () => {
  it('fills in what is left out with asymmetric signatures and bounded times', () => {
    expect(readIssuers({ issuers: [ISSUER] })).toMatchObject({
      ok: true,
      issuers: [
        { algorithms: ['RS256', 'PS256', 'ES256', 'EdDSA'], clockSkew: 30, maxAge: 86_400 },
      ],
    });
  });

  it.each<[string, object, string]>([
    ['plain http elsewhere', { issuer: 'http://id.example' }, '/issuers/0/issuer malformed'],
    ['a user in it', { issuer: 'https://a@id.example' }, '/issuers/0/issuer malformed'],
    ['a query', { issuer: 'https://id.example?x' }, '/issuers/0/issuer malformed'],
    ['a file', { jwks_uri: 'file:///etc/passwd' }, '/issuers/0/jwks_uri malformed'],
    [
      'keys on this machine of an issuer elsewhere',
      { jwks_uri: 'http://127.0.0.1/jwks' },
      '/issuers/0/jwks_uri malformed',
    ],
    [
      'a host that begins alike',
      { issuer: 'http://127.0.0.1.evil' },
      '/issuers/0/issuer malformed',
    ],
    ['a shared secret', { algorithms: ['HS256'] }, '/issuers/0/algorithms/0 not-in-list'],
    ['no signature', { algorithms: ['none'] }, '/issuers/0/algorithms/0 not-in-list'],
    ['no audience', { audiences: [] }, '/issuers/0/audiences out-of-range'],
    ['a member that is not known', { audience: 'x' }, '/issuers/0/audience unknown-field'],
    ['an hour of skew', { clock_skew_s: 3_600 }, '/issuers/0/clock_skew_s out-of-range'],
  ])('refuses an issuer with %s', (_, more, fault) => {
    expect(faultsOf({ ...ISSUER, ...more })).toEqual([fault]);
  });

  it('refuses an issuer that is listed twice', () => {
    expect(faultsOf(ISSUER, ISSUER)).toEqual(['/issuers/1/issuer duplicate']);
  });

  it.each<[string, object, string]>([
    ['no claim', { claims: {} }, '/claims out-of-range'],
    ['a claim of a number', { claims: { x: 7 } }, '/claims/x wrong-type'],
    ['a pointer that is none', { claims: { '/a~b': 'x' } }, '/claims/~1a~0b malformed'],
    ['a brace left open', { subject: '{sub' }, '/subject malformed'],
    ['`*` beside names', { namespaces: ['*', 'x'] }, '/namespaces star-not-alone'],
    ['a namespace that is none', { namespaces: ['a.b'] }, '/namespaces/0 malformed'],
    ['an unknown permission', { permissions: ['root'] }, '/permissions/0 not-in-list'],
  ])('refuses a rule with %s', (_, more, fault) => {
    expect(faultsOfRule(more)).toContain(`/issuers/0/rules/0${fault}`);
  });

  it.each([
    { ref: 'refs/tags/*' },
    { repository: '*/tools' },
    { repository: ['acme/tools', '**'] },
    { repository_owner: 'acme*' },
    { sub: 'repo:*/tools:ref:refs/heads/main' },
  ])('refuses a rule that lets everybody of a shared issuer in: %j', (claims) => {
    expect(faultsOfRule({ claims }, GITHUB)).toEqual([
      '/issuers/0/rules/0/claims open-to-everybody',
    ]);
    expect(faultsOfRule({ claims })).toEqual([]);
  });

  it.each([
    { repository: 'acme/*' },
    { repository_owner_id: '17' },
    { sub: 'repo:acme/*:environment:release' },
  ])('takes a rule that binds an owner there: %j', (claims) => {
    expect(faultsOfRule({ claims }, GITHUB)).toEqual([]);
  });
});
