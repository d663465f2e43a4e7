import { isKeyAddress, isLoopback } from '#core/identity/issuer-faults.js';
import { readJson } from '#core/json/read.js';
import { isObject, type JsonObject } from '#core/json/value.js';
import { textAt } from '../catalog/fields.js';
import { CommandFailure, EXIT, usageFailure } from '../exit-codes.js';
import { shown } from '../output/text.js';

const TIMEOUT_MS = 30_000;

type Endpoint = 'device_authorization_endpoint' | 'token_endpoint' | 'revocation_endpoint';

export interface OAuthAnswer {
  readonly ok: boolean;
  readonly body: JsonObject;
}

/** The issuer that somebody signs in at, as its discovery document describes it. */
export class AuthorizationServer {
  private constructor(
    readonly issuer: string,
    private readonly document: JsonObject,
    private readonly send: typeof fetch,
  ) {}

  static async discover(issuer: string, send: typeof fetch): Promise<AuthorizationServer> {
    if (!isKeyAddress(issuer, true)) {
      throw usageFailure(`${issuer} is no https address, without user, query and fragment`);
    }
    const address = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const { ok, body } = await ask(address, {}, send);
    if (!ok || textAt(body, 'issuer') !== issuer) {
      throw new CommandFailure(
        EXIT.unreachable,
        `${issuer} does not describe itself as an OpenID issuer`,
        'The issuer has to be written exactly as it calls itself, with or without a last slash.',
      );
    }
    return new AuthorizationServer(issuer, body, send);
  }

  has(endpoint: Endpoint): boolean {
    return this.addressOf(endpoint) !== undefined;
  }

  post(endpoint: Endpoint, form: Readonly<Record<string, string>>): Promise<OAuthAnswer> {
    const address = this.addressOf(endpoint);
    if (address === undefined) {
      throw new CommandFailure(
        EXIT.refused,
        `${this.issuer} has no ${endpoint.replaceAll('_', ' ')}`,
      );
    }
    return ask(address, { method: 'POST', body: new URLSearchParams(form) }, this.send);
  }

  /** Only where what is sent there cannot be read on the way. */
  private addressOf(endpoint: Endpoint): string | undefined {
    const address = textAt(this.document, endpoint);
    return address !== undefined && isKeyAddress(address, isLoopback(this.issuer))
      ? address
      : undefined;
  }
}

const ask = async (
  address: string,
  init: RequestInit,
  send: typeof fetch,
): Promise<OAuthAnswer> => {
  try {
    const answer = await send(address, {
      ...init,
      headers: { accept: 'application/json' },
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
    const reading = readJson(await answer.text());
    return { ok: answer.ok, body: reading.ok && isObject(reading.value) ? reading.value : {} };
  } catch {
    throw new CommandFailure(EXIT.unreachable, `${address} does not answer`);
  }
};

/** The refusal of an authorization server, in its own words (RFC 6749, 5.2). */
export const oauthFailure = ({ body }: OAuthAnswer, what: string): CommandFailure => {
  const words = textAt(body, 'error_description') ?? textAt(body, 'error') ?? 'it gives no reason';
  return new CommandFailure(EXIT.refused, `${what}: ${shown(words)}`);
};
