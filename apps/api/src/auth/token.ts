import { hash, randomBytes } from 'node:crypto';

const TOKEN = /^qm_([A-Za-z0-9]+)_([A-Za-z0-9_-]{32,})$/;

export interface Token {
  readonly id: string;
  /** The whole token as the client sends it; never stored and never logged. */
  readonly text: string;
}

/** Reads `qm_<id>_<secret>`; null where the text has another form. */
export const parseToken = (text: string): Token | null => {
  const id = TOKEN.exec(text)?.[1];
  return id === undefined ? null : { id, text };
};

/** A new token: 80 random bits of id, 256 of secret. */
export const makeToken = (): Token => {
  const id = randomBytes(10).toString('hex');
  return { id, text: `qm_${id}_${randomBytes(32).toString('base64url')}` };
};

/** Hex of SHA-256 over the whole token. */
export const hashToken = (token: Token): string => hash('sha256', token.text, 'hex');

/** Compares in constant time, so that an answer's delay tells nothing about the stored hash. */
export const tokenMatches = (token: Token, storedHash: string): boolean => {
  const given = hashToken(token);
  let difference = given.length ^ storedHash.length;
  for (let at = 0; at < given.length; at += 1) {
    difference |= given.charCodeAt(at) ^ storedHash.charCodeAt(at);
  }
  return difference === 0;
};
