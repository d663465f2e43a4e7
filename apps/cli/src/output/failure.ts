import { ApiRefusal, Unreachable } from '../client/problem.js';
import { CommandFailure, EXIT, EXIT_OF_KIND, type ExitCode } from '../exit-codes.js';
import { paint, type Terminal } from './terminal.js';

interface Failure {
  readonly exit: ExitCode;
  readonly code: string;
  readonly message: string;
  readonly remedy?: string | undefined;
  readonly errors?: readonly { readonly pointer: string; readonly message: string }[];
}

/** Says why a command ended, as text or as the JSON that was asked for, and gives its exit code. */
export const reportFailure = (terminal: Terminal, error: unknown, json: boolean): ExitCode => {
  const failure = failureOf(error);
  if (json) {
    const { exit, ...told } = failure;
    terminal.out(JSON.stringify({ error: { ...told, exit_code: exit } }, null, 2));
    return exit;
  }
  terminal.err(`${paint(terminal, 'red', 'error:')} ${failure.message}`);
  for (const { pointer, message } of failure.errors ?? []) {
    terminal.err(`  ${pointer === '' ? '(root)' : pointer}: ${message}`);
  }
  if (failure.remedy !== undefined) terminal.err(failure.remedy);
  return failure.exit;
};

function failureOf(error: unknown): Failure {
  if (error instanceof CommandFailure) {
    const { exitCode, message, remedy } = error;
    return { exit: exitCode, code: exitCode === EXIT.usage ? 'usage' : 'failed', message, remedy };
  }
  if (error instanceof ApiRefusal) {
    const { kind, code, detail, remedy, errors } = error.problem;
    return { exit: EXIT_OF_KIND[kind], code, message: `${detail} (${code})`, remedy, errors };
  }
  if (error instanceof Unreachable) {
    const remedy = 'Start the service with `npm start`, or set QM_URL to where it runs.';
    return { exit: EXIT.unreachable, code: 'unreachable', message: error.message, remedy };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exit: EXIT.refused, code: 'internal', message };
}
