import { Injectable } from '@nestjs/common';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { isNamespace, isToolId, namespaceOf } from '#core/contract/tool-id.js';
import { looksLikeJwt } from '#core/identity/read-token.js';
import { may, mayIn, type Permission } from '#core/policy/grant.js';
import { notFound, Problem } from '../http/problem.js';
import { RateLimits } from '../http/rate-limits.js';
import { CatalogFence, type Passage } from '../database/catalog-fence.js';
import type { Caller } from './caller.js';
import { FailedAttempts } from './failed-attempts.js';
import { KeyCache } from './key-cache.js';
import { KeyRepository, type StoredKey } from './key.repository.js';
import { requireAlive, unauthenticated } from './require-alive.js';
import { OidcTokens, type TokenVerdict } from './oidc/oidc-tokens.js';
import { parseToken, tokenMatches, type Token } from './token.js';

/** How a request came past the fence before it was judged. */
export interface Arrival extends Passage {
  /** False where its body was still on its way: what is answered has to be read once more. */
  readonly wasWhole: boolean;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the authentication hook on every route that is not open. */
    caller?: Caller;
    /** Set likewise on routes that are fenced. */
    arrival?: Arrival;
  }
}

/**
 * Decides whether a request may go on, before its body is read: who asks, whether the identifiers in
 * the path are well-formed, and whether the grant covers what the route needs there.
 */
@Injectable()
export class Authenticator {
  constructor(
    private readonly keys: KeyRepository,
    private readonly cache: KeyCache,
    private readonly fence: CatalogFence,
    private readonly tokens: OidcTokens,
    private readonly limits: RateLimits,
    private readonly attempts: FailedAttempts,
  ) {}

  /** Refuses by what it throws; a promise only where there is something to wait for. */
  admit(request: FastifyRequest, reply: FastifyReply): Promise<void> | undefined {
    const { access = [], fenced = false } = request.routeOptions.config;
    if (access === 'open') return undefined;
    // No `await` on the way: every request would pay for the promises that it makes.
    return this.authenticate(request, fenced).then((verdict) => {
      if (verdict.caller !== null) request.caller = verdict.caller;
      this.limits.take(request, reply, verdict.caller ?? { keyId: verdict.identity });
      requireGranted(verdict, access, request);
    });
  }

  /** First what needs no database: who is nobody gets a 401 whether or not it is there. */
  private authenticate(request: FastifyRequest, fenced: boolean): Promise<TokenVerdict> {
    const credential = credentialOf(request);
    if ('jwt' in credential) return this.verify(credential.jwt, request, fenced);
    if (!fenced) return this.identify(credential, request);
    return this.passFence(request).then(() => {
      this.attempts.admit(credential, request);
      const key = this.cache.known(credential.id);
      return key === undefined
        ? this.cache.find(credential.id).then((found) => this.judge(found, credential, request))
        : this.judge(key, credential, request);
    });
  }

  private async verify(
    jwt: string,
    request: FastifyRequest,
    fenced: boolean,
  ): Promise<TokenVerdict> {
    const verdict = await this.tokens.verify(jwt);
    if (fenced) await this.passFence(request);
    return verdict;
  }

  /** By the turn in which the fence is read, what came with the head has been parsed. */
  private passFence(request: FastifyRequest): Promise<void> {
    let wasWhole = false;
    const passage = this.fence.pass(() => {
      wasWhole = request.raw.complete;
    });
    return passage.then(({ stale }) => {
      request.arrival = { stale, wasWhole };
    });
  }

  private async identify(token: Token, from: FastifyRequest): Promise<TokenVerdict> {
    this.attempts.admit(token, from);
    return this.judge(await this.keys.find(token.id), token, from);
  }

  private judge(key: StoredKey | null, token: Token, from: FastifyRequest): TokenVerdict {
    if (key === null || !tokenMatches(token, key.tokenHash)) {
      this.attempts.failed(token, from.ip);
      throw unknownKey();
    }
    this.attempts.succeeded(token, key.tokenHash);
    requireAlive(key, Date.now());
    return { caller: key.caller };
  }
}

/** An API key, or a token that some issuer may have signed. */
type Credential = Token | { readonly jwt: string };

const credentialOf = ({ headers, raw }: FastifyRequest): Credential => {
  if (headers.authorization === undefined) {
    throw unauthenticated('There is no Authorization header.');
  }
  requireOnce(raw.rawHeaders);
  const text = /^Bearer +(\S+) *$/i.exec(headers.authorization)?.[1];
  if (text === undefined) throw unauthenticated('The Authorization header is not a bearer token.');
  const token = parseToken(text);
  if (token !== null) return token;
  if (looksLikeJwt(text)) return { jwt: text };
  throw unknownKey();
};

const AUTHORIZATION = 'authorization';

/** Node keeps the first of several; a proxy in front may have judged another. */
const requireOnce = (rawHeaders: readonly string[]): void => {
  let found = 0;
  for (let at = 0; at < rawHeaders.length; at += 2) {
    const name = rawHeaders[at];
    if (name?.length === AUTHORIZATION.length && name.toLowerCase() === AUTHORIZATION) found += 1;
  }
  if (found > 1) throw unauthenticated('There is more than one Authorization header.');
};

/** One answer for every reason: which of them it was would help only somebody who guesses. */
const unknownKey = (): Problem => unauthenticated('The key is not known.');

/** Who it is has been proven, so that signing in again would not help. */
const ungranted = (reason: string): Problem =>
  new Problem('permission-missing', { detail: reason });

/** Whether the route is open to this caller, and what its path names. */
const requireGranted = (
  verdict: TokenVerdict,
  access: 'any' | readonly Permission[],
  { params, method }: FastifyRequest,
): void => {
  const namespace = namespaceOfPath(params);
  if (verdict.caller === null) throw ungranted(verdict.reason);
  const { caller } = verdict;
  if (access === 'any') return;
  requirePermission(caller, access);
  if (namespace !== null) requireNamespace(caller, access, namespace, method);
  requireStorableId(params);
};

const requirePermission = (caller: Caller, permissions: readonly Permission[]): void => {
  if (permissions.some((permission) => may(caller.grant, permission))) return;
  throw new Problem('permission-missing', {
    detail:
      permissions.length === 0
        ? 'This route is closed.'
        : `This needs the permission ${permissions.join(' or ')}.`,
  });
};

/**
 * A foreign namespace: what is read there does not exist for this caller, and what is commanded
 * there is forbidden, whether or not the tool exists.
 */
const requireNamespace = (
  caller: Caller,
  permissions: readonly Permission[],
  namespace: string,
  method: string,
): void => {
  if (permissions.some((permission) => mayIn(caller.grant, permission, namespace))) return;
  if (method === 'GET' || method === 'HEAD') throw notFound();
  throw new Problem('namespace-forbidden', {
    detail: `The key is not granted the namespace ${namespace}.`,
  });
};

/** The namespace that the path speaks of, or null; refuses identifiers that cannot be any. */
const namespaceOfPath = (params: unknown): string | null => {
  const { tool_id: toolId, ns } = (params ?? {}) as { tool_id?: string; ns?: string };
  if (toolId !== undefined) {
    if (!isToolId(toolId)) throw malformed('tool_id', toolId);
    return namespaceOf(toolId);
  }
  if (ns === undefined) return null;
  if (!isNamespace(ns)) throw malformed('namespace', ns);
  return ns;
};

/** No object has an id with U+0000, and the database does not even let itself be asked. */
const requireStorableId = (params: unknown): void => {
  const { id } = (params ?? {}) as { id?: string };
  if (id?.includes('\0') === true) throw notFound();
};

const malformed = (what: string, value: string): Problem =>
  new Problem('tool-id-invalid', {
    detail: `${JSON.stringify(value.slice(0, 140))} is not a ${what}.`,
  });
