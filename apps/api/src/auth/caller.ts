import type { OwnLimits } from '#core/limits/own-limits.js';
import type { Grant } from '#core/policy/grant.js';

export const CALLER_KINDS = ['pipeline', 'person', 'agent'] as const;

export type CallerKind = (typeof CALLER_KINDS)[number];

/** What came with an identity that an OIDC issuer vouched for. */
export interface TokenOrigin {
  readonly issuer: string;
  /** Milliseconds since 1970. */
  readonly expiresAt: number;
}

/** An authenticated identity. Keys and tokens of the same subject are the same person. */
export interface Caller {
  /** Of the key; for a token, what stands for the identity behind it. */
  readonly keyId: string;
  readonly subject: string;
  /** Who is behind it, where a token tells. */
  readonly onBehalfOf?: string;
  readonly kind: CallerKind;
  readonly grant: Grant;
  /** Where its key has other limits than the deployment; null is none. */
  readonly rateLimits?: OwnLimits;
  /** Set where it came with a token instead of a key. */
  readonly token?: TokenOrigin;
}
