import { isUtf8 } from 'node:buffer';
import { hash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { compactVerify, errors, type CryptoKey, type JWSHeaderParameters } from 'jose';
import { identify, type Identity } from '#core/identity/identify.js';
import type { Issuer } from '#core/identity/issuer.js';
import { claimsFault, headerFault, issuerNamed, validityOf } from '#core/identity/read-token.js';
import { readJson } from '#core/json/read.js';
import { isObject, member, type Json, type JsonObject } from '#core/json/value.js';
import { Settings } from '../../config/env.js';
import { Log } from '../../config/log.js';
import { Problem } from '../../http/problem.js';
import type { Caller } from '../caller.js';
import { unauthenticated } from '../require-alive.js';
import { fetchJson } from './fetch-json.js';
import { IssuerAway, IssuerKeys } from './issuer-keys.js';
import { VerifiedTokens, type VerifiedToken } from './verified-tokens.js';

/** What is known of whoever sent a token: a caller, or an identity that no rule grants anything. */
export type TokenVerdict =
  | { readonly caller: Caller }
  | { readonly caller: null; readonly identity: string; readonly reason: string };

/** The claims of a token whose signature is right, and what that was judged by. */
interface Proven extends Pick<VerifiedToken, 'header' | 'key'> {
  readonly claims: JsonObject;
}

/**
 * Verifies the JWTs of configured issuers. Of a token that was right its hash is kept, so that its
 * signature is judged once, and its time and whether its issuer still has that key each time. No token
 * is ever stored or logged.
 */
@Injectable()
export class OidcTokens {
  private readonly issuers: ReadonlyMap<string, Issuer>;
  private readonly keys: ReadonlyMap<string, IssuerKeys>;
  private readonly verified = new VerifiedTokens();

  constructor({ oidcIssuers }: Settings, log: Log) {
    this.issuers = new Map(oidcIssuers.map((issuer) => [issuer.issuer, issuer]));
    const source = { fetchJson, now: () => performance.now() / 1000 };
    const tell = (issuer: string) => (reason: string) =>
      log.warn({ issuer, reason }, 'the keys of an issuer could not be read');
    this.keys = new Map(
      oidcIssuers.map((issuer) => [
        issuer.issuer,
        new IssuerKeys(issuer, source, tell(issuer.issuer)),
      ]),
    );
  }

  /** Throws the refusal of a token that proves nothing; for one that `looksLikeJwt`. */
  async verify(text: string): Promise<TokenVerdict> {
    const known = this.verified.get(text);
    if (known !== undefined) {
      if (await this.stillHolds(known)) return { caller: known.caller };
      this.verified.forget(text);
    }
    return this.judge(text);
  }

  private async judge(text: string): Promise<TokenVerdict> {
    const [head, body] = text.split('.', 2).map(objectIn);
    const issuer = issuerNamed(body, this.issuers);
    if (head === undefined || issuer === undefined) throw refused('Its issuer is not known here.');
    const fault = headerFault(head, issuer);
    if (fault !== undefined) throw refused(fault);
    const { claims, ...by } = await this.prove(text, issuer);
    const stale = claimsFault(claims, issuer, Date.now() / 1000);
    if (stale !== undefined) throw refused(stale);
    const identified = identify(issuer, claims);
    if (!identified.ok) {
      const identity = idOf([issuer.issuer, member(claims, 'sub') ?? null]);
      return { caller: null, identity, reason: identified.reason };
    }
    const caller = callerOf(issuer, claims, identified.identity);
    this.verified.keep(text, { caller, ...by, validity: validityOf(claims, issuer) });
    return { caller };
  }

  /** An issuer that withdraws a key, or is away for too long, withdraws what was signed with it. */
  private async stillHolds({ caller, header, key, validity }: VerifiedToken): Promise<boolean> {
    const now = Date.now() / 1000;
    if (now < validity.from || now >= validity.until) return false;
    return (await this.keyFor(caller.token?.issuer, header)) === key;
  }

  private async keyFor(
    issuer: string | undefined,
    header: JWSHeaderParameters,
  ): Promise<CryptoKey | null> {
    try {
      return (await this.keys.get(issuer ?? '')?.find(header)) ?? null;
    } catch (error) {
      throw error instanceof IssuerAway ? issuerAway() : error;
    }
  }

  private async prove(text: string, issuer: Issuer): Promise<Proven> {
    try {
      const { payload, key, protectedHeader } = await compactVerify(
        text,
        async (header) => {
          const found = await this.keyFor(issuer.issuer, header);
          if (found === null) throw refused('Its key is not one of its issuer.');
          return found;
        },
        { algorithms: [...issuer.algorithms] },
      );
      const claims = objectOf(payload);
      const { alg, kid } = protectedHeader;
      if (claims !== undefined)
        return { claims, key, header: { alg, ...(kid === undefined ? {} : { kid }) } };
    } catch (error) {
      if (!(error instanceof errors.JOSEError || error instanceof TypeError)) throw error;
    }
    throw refused('Its signature is not that of its issuer.');
  }
}

const refused = (why: string): Problem => unauthenticated(`The token is not taken. ${why}`);

const issuerAway = (): Problem =>
  new Problem('issuer-unavailable', {
    detail: 'The issuer of this token does not tell its keys at the moment.',
    headers: { 'retry-after': '5' },
  });

/** A part of a token that nobody vouches for yet. */
const objectIn = (part: string): JsonObject | undefined => objectOf(Buffer.from(part, 'base64url'));

/** Of two texts that are no UTF-8 neither may be taken for the other. */
const objectOf = (bytes: Uint8Array): JsonObject | undefined => {
  if (!isUtf8(bytes)) return undefined;
  const reading = readJson(Buffer.from(bytes).toString('utf8'));
  return reading.ok && isObject(reading.value) ? reading.value : undefined;
};

const callerOf = (
  issuer: Issuer,
  claims: JsonObject,
  { subject, kind, grant, onBehalfOf }: Identity,
): Caller => ({
  keyId: idOf([issuer.issuer, member(claims, 'sub') ?? null, subject, kind, JSON.stringify(grant)]),
  subject,
  ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
  kind,
  grant,
  token: {
    issuer: issuer.issuer,
    expiresAt: validityOf(claims, issuer).until * 1000,
  },
});

/** What stands for the identity where a key has its id: the same for all of its tokens alike. */
const idOf = (parts: readonly Json[]): string =>
  `oidc-${hash('sha256', JSON.stringify(parts), 'hex').slice(0, 32)}`;
