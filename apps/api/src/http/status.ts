import type { ProblemKind } from '#core/problems/kind.js';

/** The status of each kind of refusal; a kind without one does not compile. */
export const STATUS_OF_KIND = {
  unreadable: 400,
  unauthenticated: 401,
  forbidden: 403,
  'not-found': 404,
  'method-not-allowed': 405,
  timeout: 408,
  conflict: 409,
  gone: 410,
  'precondition-failed': 412,
  'too-large': 413,
  'uri-too-long': 414,
  'unsupported-media-type': 415,
  refused: 422,
  'precondition-required': 428,
  'too-many-requests': 429,
  'headers-too-large': 431,
  internal: 500,
  unavailable: 503,
} as const satisfies Record<ProblemKind, number>;
