import { hasExpired, refuseKeeper, type KeeperKey } from './keeper.js';

const NOW = new Date('2026-11-30T12:00:00Z');

const judge = (over: Partial<KeeperKey> | null, namespaces = ['mine']) => {
  const key: KeeperKey = { grant: { permissions: ['admin'] }, expiresAt: null, revokedAt: null };
  return refuseKeeper(
    { by: 'key', key: over === null ? null : { ...key, ...over } },
    namespaces,
    NOW,
  );
};

const grant = (namespaces: string[]) => ({
  grant: { permissions: ['admin'] as const, namespaces },
});

it('a webhook goes on while its key is alive and administers all that it tells', () => {
  expect(judge({}, ['*'])).toBeNull();
  expect(judge({ expiresAt: new Date(NOW.getTime() + 1) })).toBeNull();
  expect(judge(grant(['mine', 'other']))).toBeNull();
});

it.each([
  ['is gone', null, undefined],
  ['was revoked', { revokedAt: NOW }, undefined],
  ['has expired', { expiresAt: NOW }, undefined],
  ['does not administer', grant(['other']), undefined],
  ['does not administer', grant(['mine']), ['*']],
  ['does not administer', { grant: { permissions: ['read'] as const } }, undefined],
])('it ends with a key that %s', (why, over, namespaces) => {
  expect(judge(over, namespaces)).toContain(why);
});

it('only a key that ended by itself leaves what it kept to a successor', () => {
  expect(hasExpired({ expiresAt: NOW, revokedAt: null }, NOW)).toBe(true);
  expect(hasExpired({ expiresAt: NOW, revokedAt: NOW }, NOW)).toBe(false);
  expect(hasExpired({ expiresAt: new Date(NOW.getTime() + 1), revokedAt: null }, NOW)).toBe(false);
  expect(hasExpired({ expiresAt: null, revokedAt: null }, NOW)).toBe(false);
});

it('one that came with a token ends with the issuer, and one of which nothing is known goes on', () => {
  const told = ['*'];
  expect(refuseKeeper({ by: 'issuer', isConfigured: true }, told, NOW)).toBeNull();
  expect(refuseKeeper({ by: 'issuer', isConfigured: false }, told, NOW)).toContain('no longer');
  expect(refuseKeeper({ by: 'nobody' }, told, NOW)).toBeNull();
});
