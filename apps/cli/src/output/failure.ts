import { objectsAt, textAt, textsAt } from '../catalog/fields.js';
import { ApiRefusal, Unreachable } from '../client/problem.js';
import {
  CommandFailure,
  EXIT,
  EXIT_OF_KIND,
  type ExitCode,
  type FailedPlace,
} from '../exit-codes.js';
import { paint, type Terminal } from './terminal.js';
import { shown } from './text.js';

interface Failure {
  readonly exit: ExitCode;
  readonly code: string;
  readonly message: string;
  readonly remedy?: string | undefined;
  readonly errors?: readonly FailedPlace[];
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
  for (const { file, line, column, pointer, message } of failure.errors ?? []) {
    const place = file === undefined ? '' : `${file}:${line}:${column} `;
    terminal.err(`  ${place}${pointer === '' ? '(root)' : shown(pointer)}: ${shown(message)}`);
  }
  if (failure.remedy !== undefined) terminal.err(shown(failure.remedy));
  return failure.exit;
};

function failureOf(error: unknown): Failure {
  if (error instanceof CommandFailure) {
    const { exitCode, message, remedy, errors } = error;
    const code = exitCode === EXIT.usage ? 'usage' : 'failed';
    return { exit: exitCode, code, message, remedy, ...(errors.length === 0 ? {} : { errors }) };
  }
  if (error instanceof ApiRefusal) {
    const { kind, code, detail, remedy, errors, document } = error.problem;
    const open = textsAt(document, 'allowed');
    const steps = open.length === 0 ? '' : `; open from here: ${open.join(', ')}`;
    const message = shown(`${detail} (${code})${steps}`);
    const held = objectsAt(document, 'gates').map((gate) => ({
      pointer: textAt(gate, 'gate') ?? '',
      message: textAt(gate, 'why') ?? '',
    }));
    return { exit: EXIT_OF_KIND[kind], code, message, remedy, errors: [...errors, ...held] };
  }
  if (error instanceof Unreachable) {
    const remedy = 'Start the service with `npm start`, or set QM_URL to where it runs.';
    return { exit: EXIT.unreachable, code: 'unreachable', message: error.message, remedy };
  }
  const message = error instanceof Error ? (error.stack ?? error.message) : String(error);
  return { exit: EXIT.refused, code: 'internal', message };
}
