/** What a refusal means to a client; the API maps a kind to a status, the CLI to an exit code. */
export type ProblemKind =
  | 'unreadable'
  | 'unauthenticated'
  | 'forbidden'
  | 'not-found'
  | 'method-not-allowed'
  | 'timeout'
  | 'conflict'
  | 'gone'
  | 'precondition-failed'
  | 'too-large'
  | 'uri-too-long'
  | 'unsupported-media-type'
  | 'refused'
  | 'precondition-required'
  | 'too-many-requests'
  | 'headers-too-large'
  | 'internal'
  | 'unavailable';

/** One entry of the catalogue: `title` says what happened, `remedy` what to do about it. */
export interface ProblemEntry {
  readonly kind: ProblemKind;
  readonly title: string;
  readonly remedy: string;
}
