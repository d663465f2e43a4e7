import { Problem } from '../http/problem.js';
import type { StoredKey } from './key.repository.js';

export const requireAlive = (
  { revokedAt, expiresAt }: Pick<StoredKey, 'revokedAt' | 'expiresAt'>,
  now: number,
): void => {
  if (revokedAt !== null) throw unauthenticated('The key was revoked.');
  if (expiresAt !== null && expiresAt.getTime() <= now) {
    throw unauthenticated('The key has expired.');
  }
};

export const unauthenticated = (detail: string): Problem =>
  new Problem('unauthenticated', { detail, headers: { 'www-authenticate': 'Bearer' } });
