import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';
import type { Issuer } from './issuer.js';

/** Far more than any issuer sends, and little enough to be thrown away. */
export const LONGEST_TOKEN = 16_384;

const FORM = /^[\w-]+\.[\w-]+\.[\w-]+$/;

/** Whether a bearer token has the outer form of a signed JWT (RFC 7519), and is none of ours. */
export const looksLikeJwt = (text: string): boolean =>
  text.length <= LONGEST_TOKEN && FORM.test(text);

/** An ID token, or an access token after RFC 9068; not one for logging out, for DPoP or for events. */
const TYPES: ReadonlySet<string> = new Set(['jwt', 'at+jwt']);

/** Parameters by which a token would bring its own key, or ask for an extension. */
const OWN_KEYS = ['jku', 'jwk', 'x5u', 'x5c', 'crit', 'b64', 'zip', 'enc'] as const;

const LONGEST_KEY_ID = 256;

/** Why the header of a token refuses it before any key is looked for; undefined where it may go on. */
export const headerFault = (header: JsonObject, { algorithms }: Issuer): string | undefined => {
  const [alg, typ, kid] = ['alg', 'typ', 'kid'].map((name) => member(header, name));
  if (typeof alg !== 'string' || !algorithms.some((one) => one === alg)) {
    return 'It is not signed in a way that is allowed for its issuer.';
  }
  const own = OWN_KEYS.find((name) => member(header, name) !== undefined);
  if (own !== undefined) return `Its header must not have ${own}.`;
  if (typ !== undefined && !isType(typ)) return 'It is a token of another type.';
  const isKeyId = typeof kid === 'string' && kid.length <= LONGEST_KEY_ID;
  return kid === undefined || isKeyId ? undefined : 'Its key has no usable name.';
};

const isType = (typ: Json): boolean =>
  typeof typ === 'string' && TYPES.has(typ.toLowerCase().replace(/^application\//, ''));

/** Why the claims of a token whose signature is right refuse it at `now` (seconds since 1970). */
export const claimsFault = (
  claims: JsonObject,
  { issuer, audiences, clockSkew, maxAge }: Issuer,
  now: number,
): string | undefined => {
  const [exp, nbf, iat] = ['exp', 'nbf', 'iat'].map((name) => member(claims, name));
  const checks: [refuses: boolean, fault: string][] = [
    [member(claims, 'iss') !== issuer, 'It is of another issuer.'],
    [!isFor(member(claims, 'aud'), audiences), 'It is meant for somebody else.'],
    [!isText(member(claims, 'sub')), 'It does not say whom it speaks for.'],
    [!isTime(exp) || !isTime(iat), 'It does not say from when to when it holds.'],
    [nbf !== undefined && !isTime(nbf), 'It does not say from when to when it holds.'],
    [isTime(exp) && exp <= now - clockSkew, 'It has expired.'],
    [isTime(nbf) && nbf > now + clockSkew, 'It does not hold yet.'],
    [isTime(iat) && iat > now + clockSkew, 'It does not hold yet.'],
    [isTime(iat) && iat < now - clockSkew - maxAge, 'It was made too long ago.'],
  ];
  return checks.find(([refuses]) => refuses)?.[1];
};

/** From when to when a token holds, skew included; in seconds since 1970. */
export interface Validity {
  readonly from: number;
  readonly until: number;
}

/** Of claims without a fault. However late a token says that it ends, it grows too old before. */
export const validityOf = (
  claims: JsonObject,
  { clockSkew, maxAge }: Pick<Issuer, 'clockSkew' | 'maxAge'>,
): Validity => {
  const [exp, nbf, iat] = ['exp', 'nbf', 'iat'].map((name) => Number(member(claims, name) ?? 0));
  return {
    from: Math.max(nbf ?? 0, iat ?? 0) - clockSkew,
    until: Math.min(exp ?? 0, (iat ?? 0) + maxAge) + clockSkew,
  };
};

const isFor = (aud: Json | undefined, audiences: readonly string[]): boolean =>
  (isArray(aud) ? aud : [aud]).some(
    (one) => typeof one === 'string' && audiences.some((audience) => audience === one),
  );

const isText = (value: Json | undefined): boolean => typeof value === 'string' && value !== '';

const isTime = (value: Json | undefined): value is number =>
  typeof value === 'number' && Number.isFinite(value) && value >= 0;

/** The issuer that a token names, not yet to be believed. */
export const issuerNamed = (
  claims: Json | undefined,
  issuers: ReadonlyMap<string, Issuer>,
): Issuer | undefined => {
  const name = isObject(claims) ? member(claims, 'iss') : undefined;
  return typeof name === 'string' ? issuers.get(name) : undefined;
};
