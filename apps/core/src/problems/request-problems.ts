import type { ProblemEntry } from './kind.js';

/** Refusals of a request as such, before any rule of the catalog is asked. */
export const REQUEST_PROBLEMS = {
  'bad-json': {
    kind: 'unreadable',
    title: 'The body is not valid JSON',
    remedy: 'Send one JSON document in UTF-8; `detail` says where reading stopped.',
  },
  'duplicate-key': {
    kind: 'unreadable',
    title: 'An object names the same key twice',
    remedy: 'Keep one of the two members; parsers disagree on which one counts.',
  },
  'unsafe-number': {
    kind: 'unreadable',
    title: 'A number cannot be stored as it is written',
    remedy: 'Use a number that a 64-bit float holds exactly as written, or send it as a string.',
  },
  'body-invalid': {
    kind: 'unreadable',
    title: 'The body does not have the form that this route reads',
    remedy: 'Correct the members named in `errors`; unknown members are refused, never dropped.',
  },
  'query-invalid': {
    kind: 'unreadable',
    title: 'A query parameter is unknown or not readable',
    remedy: 'Correct the parameters named in `errors`.',
  },
  'bad-url': {
    kind: 'unreadable',
    title: 'The URL cannot be decoded',
    remedy: 'Percent-encode the path and the query as UTF-8.',
  },
  'request-malformed': {
    kind: 'unreadable',
    title: 'The request is not valid HTTP',
    remedy: 'Send a well-formed HTTP/1.1 request.',
  },
  'request-timeout': {
    kind: 'timeout',
    title: 'The request did not arrive in time',
    remedy:
      'Send the whole request within a minute, a body over 16 KiB within fifteen seconds; a registration is safe to repeat.',
  },
  'header-invalid': {
    kind: 'unreadable',
    title: 'A request header cannot be read',
    remedy: 'Correct the header that `detail` names.',
  },
  'tool-id-invalid': {
    kind: 'unreadable',
    title: 'The tool_id or namespace is malformed',
    remedy:
      'Start with a letter; use letters, digits, `_` and `-` in parts joined by single dots, 128 characters at most.',
  },
  'bad-cursor': {
    kind: 'unreadable',
    title: 'The cursor is damaged or belongs to another list',
    remedy: 'Start again without `cursor`, or send `next_cursor` with the filters that gave it.',
  },
  unauthenticated: {
    kind: 'unauthenticated',
    title: 'The caller is not known',
    remedy:
      'Send `Authorization: Bearer <API key or token>` once: a key that is neither revoked nor expired, or a token of a configured issuer that holds now.',
  },
  'route-unknown': {
    kind: 'not-found',
    title: 'There is no such route',
    remedy: 'See /docs for the routes of this service.',
  },
  'method-not-allowed': {
    kind: 'method-not-allowed',
    title: 'The route does not take this method',
    remedy: 'Use one of the methods in the `Allow` header.',
  },
  'body-too-large': {
    kind: 'too-large',
    title: 'The body is over the limit',
    remedy:
      'Send at most 1 MiB and 200,000 JSON values, or 16 MiB and a million values to /v1/registrations; split larger work.',
  },
  'uri-too-long': {
    kind: 'uri-too-long',
    title: 'The URL is over the limit',
    remedy: 'Shorten the path or send the parameters in a body where the route takes one.',
  },
  'media-type-unsupported': {
    kind: 'unsupported-media-type',
    title: 'The body is not declared as JSON',
    remedy: 'Send `Content-Type: application/json`.',
  },
  'headers-too-large': {
    kind: 'headers-too-large',
    title: 'The request headers are over the limit',
    remedy: 'Send fewer or shorter headers.',
  },
  'nul-character': {
    kind: 'refused',
    title: 'A string holds the NUL character',
    remedy: 'Remove U+0000; the database cannot store it.',
  },
  'lone-surrogate': {
    kind: 'refused',
    title: 'A string holds half of a surrogate pair',
    remedy: 'Send the whole character; a lone surrogate is not Unicode text.',
  },
  'idempotency-key-reused': {
    kind: 'refused',
    title: 'The Idempotency-Key was used for another request',
    remedy: 'Use a new key for a new request, and the same key only to repeat the same one.',
  },
  'idempotency-key-busy': {
    kind: 'conflict',
    title: 'The first request with this Idempotency-Key still runs',
    remedy: 'Wait a moment and repeat the request with the same key.',
  },
  internal: {
    kind: 'internal',
    title: 'Something went wrong on this side',
    remedy: 'Repeat the request; if it fails again, report the request id in `instance`.',
  },
  'database-unavailable': {
    kind: 'unavailable',
    title: 'The database cannot be reached',
    remedy: 'Repeat the request after `Retry-After`; a registration is safe to repeat.',
  },
  'events-gone': {
    kind: 'gone',
    title: 'The events after this one are no longer known one by one',
    remedy: 'Read the present state of what you follow, and connect without `Last-Event-ID`.',
  },
  'too-many-streams': {
    kind: 'too-many-requests',
    title: 'Too many event streams are open',
    remedy: 'Close one of them, or share one stream; repeat the request after `Retry-After`.',
  },
  'issuer-unavailable': {
    kind: 'unavailable',
    title: 'The issuer of the token cannot be asked for its keys',
    remedy: 'Repeat the request after `Retry-After`, or use an API key.',
  },
  'too-many-requests': {
    kind: 'too-many-requests',
    title: 'There were too many requests of this kind',
    remedy: 'Repeat the request after `Retry-After`; the header `RateLimit` tells what is left.',
  },
  'too-many-checks': {
    kind: 'too-many-requests',
    title: 'Too many checks of this key are waiting',
    remedy: 'Repeat the request after `Retry-After`, and send fewer at a time.',
  },
  'check-too-slow': {
    kind: 'unavailable',
    title: 'Comparing the contracts took too long here',
    remedy: 'Repeat the request; the verdict itself never depends on the time it took.',
  },
  'replica-busy': {
    kind: 'unavailable',
    title: 'This replica has no room for another large body',
    remedy: 'Repeat the request after `Retry-After`, or send less in one body.',
  },
  'shutting-down': {
    kind: 'unavailable',
    title: 'This replica is stopping',
    remedy: 'Repeat the request; another replica will answer it.',
  },
} as const satisfies Record<string, ProblemEntry>;
