import { resolvePointer } from '../json/pointer.js';
import { isArray, member, type Json, type JsonObject } from '../json/value.js';
import type { Grant } from '../policy/grant.js';
import { subjectFaults } from '../policy/subject.js';
import { fitsGlob } from './claim-glob.js';
import type { ClaimPattern, ClaimRule, IdentityKind, Issuer } from './issuer.js';

/** Who a token speaks for, and what that identity may do. */
export interface Identity {
  readonly subject: string;
  readonly kind: IdentityKind;
  readonly onBehalfOf?: string;
  readonly grant: Grant;
}

export type Identification =
  | { readonly ok: true; readonly identity: Identity }
  | { readonly ok: false; readonly reason: string };

/** As long as the subject of a key. */
const LONGEST_NAME = 200;

/**
 * What the claims of a verified token are granted: by the first rule of its issuer that they fit, and
 * by that one alone, since the permission of one rule must not meet the scope of another. No rule, or
 * a name that cannot be one, refuses the token as a whole.
 */
export const identify = (issuer: Issuer, claims: JsonObject): Identification => {
  const rule = issuer.rules.find((one) => fits(one, claims));
  if (rule === undefined) return refused('No rule of the catalog fits the claims of this token.');
  const subject = nameFrom(rule.subject ?? `${escaped(issuer.issuer)}|{sub}`, claims);
  if (!subject.ok) return refused(`The subject of this token cannot be named: ${subject.reason}.`);
  const { kind, grant } = rule;
  if (rule.onBehalfOf === undefined) {
    return { ok: true, identity: { subject: subject.name, kind, grant } };
  }
  const onBehalfOf = nameFrom(rule.onBehalfOf, claims);
  if (!onBehalfOf.ok) return refused(`Who is behind it cannot be named: ${onBehalfOf.reason}.`);
  return {
    ok: true,
    identity: { subject: subject.name, kind, grant, onBehalfOf: onBehalfOf.name },
  };
};

const refused = (reason: string): Identification => ({ ok: false, reason });

/** An issuer is an address, which has no braces unless somebody put them there. */
const escaped = (text: string): string => text.replaceAll(/[{}]/g, '');

const fits = ({ claims: patterns }: ClaimRule, claims: JsonObject): boolean =>
  [...patterns].every(
    ([name, pattern]) =>
      !isUnverifiedMail(name, claims) && fitsClaim(pattern, claimAt(claims, name)),
  );

/** A claim that is absent, or of another type than the pattern can speak of, fits nothing. */
const fitsClaim = (pattern: ClaimPattern, claim: Json | undefined): boolean => {
  if (typeof pattern === 'boolean') return claim === pattern;
  const globs = typeof pattern === 'string' ? [pattern] : pattern;
  const values = isArray(claim) ? claim : [claim];
  return values.some(
    (value) => typeof value === 'string' && globs.some((glob) => fitsGlob(glob, value)),
  );
};

/** A name that starts with `/` is a JSON Pointer, for issuers that nest their claims. */
const claimAt = (claims: JsonObject, name: string): Json | undefined =>
  name.startsWith('/') ? resolvePointer(claims, name) : member(claims, name);

type Naming =
  { readonly ok: true; readonly name: string } | { readonly ok: false; readonly reason: string };

/** An address of mail says who somebody is only where the issuer vouches for it, however it is named. */
const isUnverifiedMail = (claim: string, claims: JsonObject): boolean =>
  (claim === 'email' || claim === '/email') && member(claims, 'email_verified') !== true;

const nameFrom = (template: string, claims: JsonObject): Naming => {
  let reason: string | undefined;
  const name = template.replaceAll(/\{([^{}]+)\}/g, (_, claim: string) => {
    const value = claimAt(claims, claim);
    if (typeof value !== 'string' || value === '') reason ??= `there is no claim ${claim}`;
    else if (isUnverifiedMail(claim, claims)) reason ??= 'email_verified is not true';
    return typeof value === 'string' ? value : '';
  });
  if (reason !== undefined) return { ok: false, reason };
  if (name.length > LONGEST_NAME) {
    return { ok: false, reason: `it has more than ${LONGEST_NAME} characters` };
  }
  const [fault] = subjectFaults(name);
  if (fault !== undefined) return { ok: false, reason: fault.message };
  return /[\p{Cc}]|^\s|\s$/u.test(name)
    ? { ok: false, reason: 'it holds characters that nobody sees' }
    : { ok: true, name };
};
