import { parsePointer, pointer } from '../json/pointer.js';
import { grantFaults } from '../policy/grant-faults.js';
import type { FieldError } from '../problems/field-error.js';
import { bindsFirstPart } from './claim-glob.js';
import type { ClaimPattern } from './issuer.js';
import type { StatedIssuer, StatedRule } from './issuers.schema.js';

/** What is wrong with issuers whose form is right, with pointers into the file. */
export const issuerFaults = (issuers: readonly StatedIssuer[]): FieldError[] =>
  issuers.flatMap((issuer, at) => {
    const base = `/issuers/${at}`;
    const isRepeated = issuers.findIndex((other) => other.issuer === issuer.issuer) < at;
    return [
      ...addressFaults(`${base}/issuer`, issuer.issuer),
      ...(issuer.jwks_uri === undefined
        ? []
        : addressFaults(`${base}/jwks_uri`, issuer.jwks_uri, isLoopback(issuer.issuer))),
      ...(isRepeated ? [fault(`${base}/issuer`, 'duplicate', 'is listed before')] : []),
      ...issuer.rules.flatMap((rule, n) => ruleFaults(`${base}/rules/${n}`, rule, issuer.issuer)),
    ];
  });

/**
 * Whether an address may be asked for keys: over TLS, or on this very machine, where no certificate
 * is to be had; then only by an issuer that is there itself.
 */
export const isKeyAddress = (text: string, mayBeLoopback: boolean): boolean => {
  const parts = ADDRESS.exec(text);
  if (parts === null) return false;
  return parts[1] === 'https' || (mayBeLoopback && LOOPBACK.test(parts[2] ?? ''));
};

export const isLoopback = (text: string): boolean => LOOPBACK.test(ADDRESS.exec(text)?.[2] ?? '');

/** Scheme and host of an address without user, query and fragment. */
const ADDRESS = /^(https?):\/\/(\[[0-9a-f:]+\]|[a-z0-9.-]+)(?::\d{1,5})?(?:\/[^\s?#@\\]*)?$/i;

const LOOPBACK = /^(localhost|127\.0\.0\.1|\[::1\])$/i;

const addressFaults = (place: string, text: string, mayBeLoopback = true): FieldError[] =>
  isKeyAddress(text, mayBeLoopback)
    ? []
    : [
        fault(
          place,
          'malformed',
          'must be an https address without user, query and fragment; http is for this machine',
        ),
      ];

const fault = (place: string, code: string, message: string): FieldError => ({
  pointer: place,
  code,
  message,
});

/**
 * Issuers at which anybody can have an account, and the claims that say whose token it is: a rule
 * without one of them, or with a wildcard in its first part, would let the whole world in.
 */
const SHARED = new Map<string, readonly string[]>([
  [
    'https://token.actions.githubusercontent.com',
    ['repository', 'repository_id', 'repository_owner', 'repository_owner_id', 'sub'],
  ],
  [
    'https://gitlab.com',
    ['project_path', 'project_id', 'namespace_path', 'namespace_id', 'sub', 'email'],
  ],
  ['https://accounts.google.com', ['hd', 'email', 'sub']],
]);

const ruleFaults = (base: string, rule: StatedRule, issuer: string): FieldError[] => [
  ...grantFaults(rule).map((one) => ({ ...one, pointer: base + one.pointer })),
  ...templateFaults(`${base}/subject`, rule.subject),
  ...templateFaults(`${base}/on_behalf_of`, rule.on_behalf_of),
  ...Object.keys(rule.claims)
    .filter((name) => name.startsWith('/') && parsePointer(name) === null)
    .map((name) => fault(pointer(`${base}/claims`, name), 'malformed', 'is no JSON Pointer')),
  ...sharedFaults(base, rule, issuer),
];

const sharedFaults = (base: string, rule: StatedRule, issuer: string): FieldError[] => {
  const owners = SHARED.get(issuer.replace(/\/+$/, ''));
  if (owners === undefined) return [];
  const binds = Object.entries(rule.claims).some(
    ([name, pattern]) => owners.includes(name) && isBound(pattern),
  );
  if (binds) return [];
  return [
    fault(
      `${base}/claims`,
      'open-to-everybody',
      `anybody can have tokens of this issuer: bind ${owners.join(' or ')}, without a wildcard before the first slash`,
    ),
  ];
};

const isBound = (pattern: ClaimPattern): boolean =>
  typeof pattern !== 'boolean' && [pattern].flat().every(bindsFirstPart);

/** Braces name a claim, and nothing else. */
const templateFaults = (place: string, template: string | undefined): FieldError[] => {
  if (template === undefined || !/[{}]/.test(template.replaceAll(/\{[^{}\s]+\}/g, ''))) return [];
  return [fault(place, 'malformed', 'a brace opens or closes without a claim between')];
};
