import { member, type JsonObject } from '#core/json/value.js';
import { textAt } from '../catalog/fields.js';
import { CommandFailure, EXIT } from '../exit-codes.js';
import { AuthorizationServer, oauthFailure } from './authorization-server.js';
import type { Credential, TokenUse } from './credentials.js';

export interface LoginRequest {
  readonly issuer: string;
  readonly clientId: string;
  readonly scope: string;
  /** Stated, the access token for it is what the catalog is sent; otherwise the ID token. */
  readonly audience?: string;
}

export interface Outside {
  readonly fetch: typeof fetch;
  readonly sleep: (ms: number) => Promise<void>;
  readonly now: () => number;
  /** Where to go with a browser, and what to type there. */
  readonly tell: (address: string, code: string) => void;
}

const DEVICE_GRANT = 'urn:ietf:params:oauth:grant-type:device_code';
const USUAL_INTERVAL_S = 5;
/** RFC 8628 has no default; nobody takes longer to fetch a telephone. */
const USUAL_LIFE_S = 600;

/** Signs somebody in on whatever device has a browser (OAuth 2.0 device grant, RFC 8628). */
export const logIn = async (request: LoginRequest, outside: Outside): Promise<Credential> => {
  const server = await AuthorizationServer.discover(request.issuer, outside.fetch);
  const { clientId, scope, audience } = request;
  const started = await server.post('device_authorization_endpoint', {
    client_id: clientId,
    scope,
    ...(audience === undefined ? {} : { audience }),
  });
  if (!started.ok) throw oauthFailure(started, 'the issuer starts no sign-in');
  const address =
    textAt(started.body, 'verification_uri_complete') ?? textAt(started.body, 'verification_uri');
  const code = textAt(started.body, 'user_code');
  if (address === undefined || code === undefined) {
    throw oauthFailure(started, 'the issuer does not say where to sign in');
  }
  outside.tell(address, code);
  const tokens = await poll(server, clientId, started.body, outside);
  const use = audience === undefined ? 'id_token' : 'access_token';
  return credentialFrom(tokens, { issuer: request.issuer, client_id: clientId, use });
};

const poll = async (
  server: AuthorizationServer,
  clientId: string,
  started: JsonObject,
  { sleep, now }: Outside,
): Promise<JsonObject> => {
  let intervalS = numberAt(started, 'interval') ?? USUAL_INTERVAL_S;
  const deadline = now() + (numberAt(started, 'expires_in') ?? USUAL_LIFE_S) * 1000;
  const form = {
    grant_type: DEVICE_GRANT,
    client_id: clientId,
    device_code: textAt(started, 'device_code') ?? '',
  };
  while (now() < deadline) {
    await sleep(intervalS * 1000);
    const answer = await server.post('token_endpoint', form);
    if (answer.ok) return answer.body;
    const error = textAt(answer.body, 'error');
    if (error === 'slow_down') intervalS += 5;
    else if (error !== 'authorization_pending') throw oauthFailure(answer, 'not signed in');
  }
  throw new CommandFailure(EXIT.refused, 'not signed in: nobody confirmed it in time');
};

/** A new token for somebody who is signed in; undefined where that is over. */
export const refresh = async (
  credential: Credential,
  send: typeof fetch,
): Promise<Credential | undefined> => {
  const { issuer, client_id, use, refresh_token } = credential;
  if (refresh_token === undefined) return undefined;
  const server = await AuthorizationServer.discover(issuer, send);
  const form = { grant_type: 'refresh_token', client_id, refresh_token };
  const answer = await server.post('token_endpoint', form);
  if (!answer.ok || textAt(answer.body, use) === undefined) return undefined;
  // An issuer that gives no other lets the one that there is be used again.
  return { refresh_token, ...credentialFrom(answer.body, { issuer, client_id, use }) };
};

/** Tells the issuer that the tokens are no longer wanted (RFC 7009), where it takes that. */
export const logOut = async (credential: Credential, send: typeof fetch): Promise<void> => {
  const { issuer, client_id, refresh_token } = credential;
  if (refresh_token === undefined) return;
  const server = await AuthorizationServer.discover(issuer, send);
  if (!server.has('revocation_endpoint')) return;
  const form = { client_id, token: refresh_token, token_type_hint: 'refresh_token' };
  await server.post('revocation_endpoint', form);
};

const credentialFrom = (
  tokens: JsonObject,
  known: { readonly issuer: string; readonly client_id: string; readonly use: TokenUse },
): Credential => {
  const token = textAt(tokens, known.use);
  const next = textAt(tokens, 'refresh_token');
  if (token === undefined || token.split('.').length !== 3) {
    throw new CommandFailure(
      EXIT.refused,
      `the issuer gives no ${known.use.replace('_', ' ')} that a catalog could verify`,
      'Ask for the scope `openid`, or give --audience for an access token that is a JWT.',
    );
  }
  return { ...known, token, ...(next === undefined ? {} : { refresh_token: next }) };
};

const numberAt = (object: JsonObject, name: string): number | undefined => {
  const value = member(object, name);
  return typeof value === 'number' && value >= 0 ? value : undefined;
};
