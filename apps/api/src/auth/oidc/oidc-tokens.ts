import { createHash } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { compactVerify, errors } from 'jose';
import { identify, type Identity } from '#core/identity/identify.js';
import type { Issuer } from '#core/identity/issuer.js';
import { claimsFault, headerFault, issuerNamed } from '#core/identity/read-token.js';
import { readJson } from '#core/json/read.js';
import { isObject, member, type Json, type JsonObject } from '#core/json/value.js';
import { Settings } from '../../config/env.js';
import { Log } from '../../config/log.js';
import { Problem } from '../../http/problem.js';
import type { Caller } from '../caller.js';
import { unauthenticated } from '../require-alive.js';
import { fetchJson } from './fetch-json.js';
import { IssuerAway, IssuerKeys } from './issuer-keys.js';

/** What is known of whoever sent a token: a caller, or that no rule grants anything. */
export type TokenVerdict =
  { readonly caller: Caller } | { readonly caller: null; readonly reason: string };

/** Verifies the JWTs of configured issuers. Nothing of a token is kept, and none is ever logged. */
@Injectable()
export class OidcTokens {
  private readonly issuers: ReadonlyMap<string, Issuer>;
  private readonly keys: ReadonlyMap<string, IssuerKeys>;

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
    const [head, body] = text.split('.', 2).map(objectIn);
    const issuer = issuerNamed(body, this.issuers);
    if (!isObject(head) || issuer === undefined) throw refused('Its issuer is not known here.');
    const fault = headerFault(head, issuer);
    if (fault !== undefined) throw refused(fault);
    const claims = await this.verifiedClaims(text, issuer);
    const stale = claimsFault(claims, issuer, Date.now() / 1000);
    if (stale !== undefined) throw refused(stale);
    const identified = identify(issuer, claims);
    if (!identified.ok) return { caller: null, reason: identified.reason };
    return { caller: callerOf(issuer, claims, identified.identity) };
  }

  private async verifiedClaims(text: string, issuer: Issuer): Promise<JsonObject> {
    const keys = this.keys.get(issuer.issuer);
    try {
      const { payload } = await compactVerify(
        text,
        async (header) => {
          const key = await keys?.find(header);
          if (key === undefined || key === null) throw refused('Its key is not one of its issuer.');
          return key;
        },
        { algorithms: [...issuer.algorithms] },
      );
      const reading = readJson(Buffer.from(payload).toString('utf8'));
      if (reading.ok && isObject(reading.value)) return reading.value;
    } catch (error) {
      if (error instanceof IssuerAway) throw issuerAway();
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
const objectIn = (part: string): Json | undefined => {
  const reading = readJson(Buffer.from(part, 'base64url').toString('utf8'));
  return reading.ok ? reading.value : undefined;
};

const callerOf = (
  { issuer, clockSkew }: Issuer,
  claims: JsonObject,
  { subject, kind, grant, onBehalfOf }: Identity,
): Caller => {
  const expires = Number(member(claims, 'exp')) + clockSkew;
  return {
    keyId: idOf([issuer, member(claims, 'sub') ?? null, subject, kind, JSON.stringify(grant)]),
    subject,
    kind,
    grant,
    token: {
      issuer,
      expiresAt: expires * 1000,
      ...(onBehalfOf === undefined ? {} : { onBehalfOf }),
    },
  };
};

/** What stands for the identity where a key has its id: the same for all of its tokens alike. */
const idOf = (parts: readonly Json[]): string =>
  `oidc-${createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32)}`;
