import type { ProblemKind } from '#core/problems/kind.js';

/** What the shell is told: the four numbers that pipelines are written against. */
export const EXIT = { ok: 0, refused: 1, usage: 2, unreachable: 3 } as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];

/**
 * `refused` is an answer that asking again does not change; `unreachable` is worth another try,
 * with nothing wrong on this side.
 */
export const EXIT_OF_KIND = {
  unreadable: EXIT.refused,
  unauthenticated: EXIT.refused,
  forbidden: EXIT.refused,
  'not-found': EXIT.refused,
  'method-not-allowed': EXIT.refused,
  timeout: EXIT.unreachable,
  conflict: EXIT.refused,
  gone: EXIT.refused,
  'precondition-failed': EXIT.refused,
  'too-large': EXIT.refused,
  'uri-too-long': EXIT.refused,
  'unsupported-media-type': EXIT.refused,
  refused: EXIT.refused,
  'precondition-required': EXIT.refused,
  'too-many-requests': EXIT.unreachable,
  'headers-too-large': EXIT.refused,
  internal: EXIT.unreachable,
  unavailable: EXIT.unreachable,
} as const satisfies Record<ProblemKind, ExitCode>;

export interface FailedPlace {
  readonly pointer: string;
  readonly message: string;
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/** Ends the command with this exit code and this one message on the error stream. */
export class CommandFailure extends Error {
  constructor(
    readonly exitCode: ExitCode,
    message: string,
    readonly remedy?: string,
    /** The places that are at fault, where a document is. */
    readonly errors: readonly FailedPlace[] = [],
  ) {
    super(message);
  }
}

/** The command line or a file that it names cannot be understood. */
export const usageFailure = (message: string, remedy?: string): CommandFailure =>
  new CommandFailure(EXIT.usage, message, remedy);

/** Ends the command after it has said all there is to say. */
export class CommandEnd extends Error {
  constructor(readonly exitCode: ExitCode) {
    super(`exit code ${exitCode}`);
  }
}
