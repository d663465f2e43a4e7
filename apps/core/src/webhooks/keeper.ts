import { namespacesFor, type Grant } from '../policy/grant.js';
import { isEvery } from '../policy/scope.js';

/** The key that answers for a webhook, as it is known now. */
export interface KeeperKey {
  readonly grant: Grant;
  readonly expiresAt: Date | null;
  readonly revokedAt: Date | null;
}

/** Of whom a webhook has its right to be told. */
export type Keeper =
  | { readonly by: 'key'; readonly key: KeeperKey | null }
  | { readonly by: 'issuer'; readonly isConfigured: boolean }
  /** Made by a release that did not write it down, or by a key that had ended before one did. */
  | { readonly by: 'nobody' };

/**
 * Why a webhook may be told nothing more, or null where it may. What it is told must at no time be more
 * than whoever made or resumed it may administer now: a webhook would otherwise outlive the key of
 * somebody who left. The grant of a token lasts as long as the token and is judged no more; what is left
 * to judge is whether its issuer is one of ours.
 */
export const refuseKeeper = (
  keeper: Keeper,
  namespaces: readonly string[],
  now: Date,
): string | null => {
  if (keeper.by === 'nobody') return null;
  if (keeper.by === 'issuer') {
    return keeper.isConfigured
      ? null
      : 'the issuer of the token that made it is no longer configured';
  }
  return keeper.key === null
    ? 'the key that answers for it is gone'
    : refuseKey(keeper.key, namespaces, now);
};

/** Whether a key ended by itself, so that a successor of it goes on; nothing goes on for a revoked one. */
export const hasExpired = (
  { expiresAt, revokedAt }: Pick<KeeperKey, 'expiresAt' | 'revokedAt'>,
  now: Date,
): boolean => revokedAt === null && expiresAt !== null && expiresAt <= now;

const refuseKey = (
  { grant, expiresAt, revokedAt }: KeeperKey,
  namespaces: readonly string[],
  now: Date,
): string | null => {
  if (revokedAt !== null) return 'the key that answers for it was revoked';
  if (hasExpired({ expiresAt, revokedAt }, now)) return 'the key that answers for it has expired';
  const granted = namespacesFor(grant, 'admin');
  const isWithin = isEvery(granted) || namespaces.every((name) => granted.includes(name));
  return isWithin ? null : 'the key that answers for it does not administer what it is told';
};
