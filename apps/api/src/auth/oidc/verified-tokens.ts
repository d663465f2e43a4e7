import { hash } from 'node:crypto';
import type { CryptoKey, JWSHeaderParameters } from 'jose';
import type { Validity } from '#core/identity/read-token.js';
import type { Caller } from '../caller.js';

/** A token whose signature was right, without the token. */
export interface VerifiedToken {
  readonly caller: Caller;
  /** What its key is found by, and the key that it was then. */
  readonly header: JWSHeaderParameters;
  readonly key: CryptoKey;
  /** In seconds since 1970. */
  readonly validity: Validity;
}

const MOST_TOKENS = 5_000;

/**
 * Tokens that were verified lately, by their SHA-256. Only those that are granted something are kept, so
 * that nobody pushes them out with tokens that any account of a public issuer can have.
 */
export class VerifiedTokens {
  private readonly tokens = new Map<string, VerifiedToken>();

  get(text: string): VerifiedToken | undefined {
    return this.tokens.get(nameOf(text));
  }

  keep(text: string, token: VerifiedToken): void {
    const [oldest] = this.tokens.keys();
    if (this.tokens.size >= MOST_TOKENS && oldest !== undefined) this.tokens.delete(oldest);
    this.tokens.set(nameOf(text), token);
  }

  forget(text: string): void {
    this.tokens.delete(nameOf(text));
  }
}

const nameOf = (text: string): string => hash('sha256', text, 'base64url');
