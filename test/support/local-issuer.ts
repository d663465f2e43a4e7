import { mkdtemp, writeFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import {
  exportJWK,
  generateKeyPair,
  SignJWT,
  type CryptoKey,
  type JWK,
  type JWTPayload,
} from 'jose';
import { listen } from './github-stand-in.js';

type Claims = Readonly<Record<string, unknown>>;

interface SigningKey {
  readonly kid: string;
  readonly privateKey: CryptoKey;
  readonly publicJwk: JWK;
}

/** An OIDC issuer on this machine, with keys of its own; tokens are good unless told otherwise. */
export interface LocalIssuer {
  readonly url: string;
  /** What was asked of it so far, oldest first. */
  readonly asked: readonly string[];
  /** The public half of the key that signs now. */
  publicKey(): JWK;
  /** From now on it is signed with another key, which the set holds beside or instead of the former. */
  rotate(options?: { readonly keepFormer?: boolean }): Promise<void>;
  /** Answers everything with this status, until told otherwise. */
  failWith(status: number | undefined): void;
  token(claims?: Claims, header?: Claims): Promise<string>;
  stop(): Promise<void>;
}

const makeKey = async (kid: string): Promise<SigningKey> => {
  const { privateKey, publicKey } = await generateKeyPair('ES256', { extractable: true });
  const publicJwk = { ...(await exportJWK(publicKey)), kid, alg: 'ES256', use: 'sig' };
  return { kid, privateKey, publicJwk };
};

type Answer = readonly [status: number, body: unknown];

export interface IssuerRoute {
  (request: IncomingMessage, body: URLSearchParams): Promise<Answer> | Answer | null;
}

/** More routes than discovery and keys are up to whoever needs them. */
export const startIssuer = async (
  audience: string,
  more: (issuer: () => LocalIssuer) => IssuerRoute = () => () => null,
): Promise<LocalIssuer> => {
  let keys = [await makeKey('key-1')];
  let failing: number | undefined;
  const asked: string[] = [];
  const current = (): SigningKey => {
    const key = keys.at(-1);
    if (key === undefined) throw new Error('the issuer has no key');
    return key;
  };
  const route = more(() => issuer);
  const answerTo = async (request: IncomingMessage): Promise<Answer> => {
    const path = (request.url ?? '').replace(/\?.*/, '');
    asked.push(path);
    let text = '';
    for await (const chunk of request.setEncoding('utf8')) text += chunk as string;
    if (failing !== undefined) return [failing, {}];
    if (path === '/jwks') return [200, { keys: keys.map(({ publicJwk }) => publicJwk) }];
    if (path === '/.well-known/openid-configuration') {
      const endpoints = { token_endpoint: `${url}/token`, revocation_endpoint: `${url}/revoke` };
      const device = { device_authorization_endpoint: `${url}/device` };
      return [200, { issuer: url, jwks_uri: `${url}/jwks`, ...endpoints, ...device }];
    }
    return (await route(request, new URLSearchParams(text))) ?? [404, {}];
  };
  const server = createServer((request, response) => {
    void answerTo(request).then(([status, body]) => {
      response.writeHead(status, { 'content-type': 'application/json', connection: 'close' });
      response.end(JSON.stringify(body));
    });
  });
  const { url, stop } = await listen(server);
  const issuer: LocalIssuer = {
    url,
    asked,
    stop,
    publicKey: () => current().publicJwk,
    rotate: async ({ keepFormer = true } = {}) => {
      const next = await makeKey(`key-${keys.length + 1}`);
      keys = keepFormer ? [...keys, next] : [next];
    },
    failWith: (status) => {
      failing = status;
    },
    token: (claims = {}, header = {}) => {
      const now = Math.floor(Date.now() / 1000);
      const standard = { iss: url, aud: audience, sub: 'somebody', iat: now, exp: now + 300 };
      return new SignJWT({ ...standard, ...claims } as JWTPayload)
        .setProtectedHeader({ alg: 'ES256', kid: current().kid, typ: 'JWT', ...header })
        .sign(current().privateKey);
    },
  };
  return issuer;
};

/** A file for QM_OIDC_CONFIG with these issuers; gives its path. */
export const writeIssuers = async (issuers: readonly object[]): Promise<string> => {
  const folder = await mkdtemp(join(tmpdir(), 'quartermaster-issuers-'));
  const path = join(folder, 'oidc.json');
  await writeFile(path, JSON.stringify({ issuers }));
  return path;
};

/**
 * As GitHub gives a running job its identity, at `/job`: to who knows the secret of the job (`ask`), for
 * the audience that is asked for.
 */
export const jobIdentity =
  (claims: Claims) =>
  (issuer: () => LocalIssuer): IssuerRoute =>
  ({ url = '', headers }) => {
    const asked = new URL(url, 'http://issuer.example');
    if (asked.pathname !== '/job') return null;
    if (headers.authorization !== 'Bearer ask') return [403, {}];
    const aud = asked.searchParams.get('audience');
    return issuer()
      .token({ ...claims, aud })
      .then((value): Answer => [200, { value }]);
  };
