import {
  createLocalJWKSet,
  type CryptoKey,
  type JSONWebKeySet,
  type JWSHeaderParameters,
} from 'jose';
import { isKeyAddress, isLoopback } from '#core/identity/issuer-faults.js';
import type { Issuer } from '#core/identity/issuer.js';
import { isArray, member, type JsonObject } from '#core/json/value.js';

/** How the keys are come by, and the time in seconds; tests have their own. */
export interface KeySource {
  readonly fetchJson: (address: string) => Promise<JsonObject>;
  readonly now: () => number;
}

/** No key that could verify the token is to be had at this moment. */
export class IssuerAway extends Error {}

/** An issuer that is away is asked again so soon, and not at every token. */
const RETRY_AFTER_S = 5;

const MOST_KEYS = 200;

interface KeySet {
  readonly find: (header: JWSHeaderParameters) => Promise<CryptoKey>;
  readonly readAt: number;
}

/**
 * The keys of one issuer, kept in memory. They are read anew once they are old, beside the request
 * that noticed, and at a token whose key is not among them, which waits; but for such tokens no more
 * often than the cooldown says, so that made-up key names cost the issuer nothing. While it is away the
 * keys that are there go on being used, for so long as the configuration allows.
 */
export class IssuerKeys {
  private keys: KeySet | undefined;
  private askedAt = -Infinity;
  private failed = false;
  private asking: Promise<void> | undefined;

  constructor(
    private readonly issuer: Issuer,
    private readonly source: KeySource,
    private readonly tell: (reason: string) => void,
  ) {}

  /** Null where the issuer has no such key; throws `IssuerAway` where that cannot be told. */
  async find(header: JWSHeaderParameters): Promise<CryptoKey | null> {
    const known = await this.findKnown(header);
    if (known !== null) {
      if (this.age() > this.issuer.keysFresh && this.mayAsk()) void this.ask();
      return known;
    }
    if (this.asking !== undefined || this.mayAsk()) await this.ask();
    const found = await this.findKnown(header);
    if (found === null && this.failed) throw new IssuerAway();
    return found;
  }

  private async findKnown(header: JWSHeaderParameters): Promise<CryptoKey | null> {
    if (this.keys === undefined || this.age() > this.issuer.keysUsable) return null;
    try {
      return await this.keys.find(header);
    } catch {
      // Not one key of that name and kind, but none or several; or the issuer wrote one that is none.
      return null;
    }
  }

  private age(): number {
    return this.source.now() - (this.keys?.readAt ?? -Infinity);
  }

  private mayAsk(): boolean {
    const pause = this.failed ? RETRY_AFTER_S : this.issuer.keysCooldown;
    return this.source.now() - this.askedAt >= Math.min(pause, this.issuer.keysCooldown);
  }

  /** One reading for all who wait; it never fails. */
  private ask(): Promise<void> {
    this.asking ??= this.read().finally(() => {
      this.asking = undefined;
    });
    return this.asking;
  }

  private async read(): Promise<void> {
    this.askedAt = this.source.now();
    try {
      const keys = member(await this.source.fetchJson(await this.address()), 'keys');
      if (!isArray(keys) || keys.length > MOST_KEYS) throw new Error('there are no keys in it');
      // jose looks at each key before it uses it.
      const find = createLocalJWKSet({ keys } as unknown as JSONWebKeySet);
      this.keys = { find, readAt: this.source.now() };
      this.failed = false;
    } catch (error) {
      this.failed = true;
      this.tell(reasonOf(error));
    }
  }

  /** Where the keys are: as configured, or as the issuer itself says (OpenID Connect Discovery). */
  private async address(): Promise<string> {
    const { issuer, jwksUri } = this.issuer;
    if (jwksUri !== undefined) return jwksUri;
    const well = `${issuer.replace(/\/$/, '')}/.well-known/openid-configuration`;
    const document = await this.source.fetchJson(well);
    if (member(document, 'issuer') !== issuer) throw new Error('it calls itself another issuer');
    const address = member(document, 'jwks_uri');
    if (typeof address === 'string' && isKeyAddress(address, isLoopback(issuer))) return address;
    throw new Error('its jwks_uri is no https address');
  }
}

const reasonOf = (error: unknown): string => {
  if (!(error instanceof Error)) return String(error);
  return error.cause instanceof Error ? error.cause.message : error.message;
};
