import type { Grant } from '../policy/grant.js';

/** Asymmetric ones alone: whoever can verify a token must not be able to make one. */
export const SIGNATURES = [
  'RS256',
  'RS384',
  'RS512',
  'PS256',
  'PS384',
  'PS512',
  'ES256',
  'ES384',
  'ES512',
  'EdDSA',
  'Ed25519',
] as const;

export type Signature = (typeof SIGNATURES)[number];

export const IDENTITY_KINDS = ['pipeline', 'person', 'agent'] as const;

export type IdentityKind = (typeof IDENTITY_KINDS)[number];

/** What a claim has to be: one text with wildcards or several of which one fits, or this truth value. */
export type ClaimPattern = string | boolean | readonly string[];

/** What tokens with such claims are granted. */
export interface ClaimRule {
  /** All of them have to fit. */
  readonly claims: ReadonlyMap<string, ClaimPattern>;
  readonly kind: IdentityKind;
  /** Names the person or pipeline, `{claim}` being filled in; left out: `<issuer>|<sub>`. */
  readonly subject?: string;
  /** Likewise the person behind it, who is an author of whatever it writes. */
  readonly onBehalfOf?: string;
  readonly grant: Grant;
}

/** An OIDC issuer whose tokens are taken; times in seconds. */
export interface Issuer {
  readonly issuer: string;
  readonly audiences: readonly string[];
  readonly algorithms: readonly Signature[];
  /** Left out, it is what the issuer's discovery document says. */
  readonly jwksUri?: string;
  readonly clockSkew: number;
  /** How old a token may be, whatever it says of its end. */
  readonly maxAge: number;
  /** How long the issuer's keys are used without looking again, and how long where it is away. */
  readonly keysFresh: number;
  readonly keysUsable: number;
  /** After it was asked, how long a token with an unknown key does not make it be asked again. */
  readonly keysCooldown: number;
  /** The first that fits decides alone. */
  readonly rules: readonly ClaimRule[];
}
