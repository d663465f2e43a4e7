import { Problem } from '../http/problem.js';
import type { StoredKey } from './key.repository.js';

/** Refuses a key that was revoked, or whose time is over at `now` (milliseconds since 1970). */
export const requireAlive = (
  { revokedAt, expiresAt }: Pick<StoredKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): void => {
  if (revokedAt !== null) throw unauthenticated('The key was revoked.');
  if (expiresAt !== null && expiresAt.getTime() <= now) {
    throw unauthenticated('The key has expired.');
  }
};

/** The refusal of whoever is not known, with the header that RFC 9110 asks for. */
export const unauthenticated = (detail: string): Problem =>
  new Problem('unauthenticated', { detail, headers: { 'www-authenticate': 'Bearer' } });
