/**
 * Why the service cannot start: one line that names the fault and what to do about it. The process
 * prints it without a stack and exits with 1; every other error is a fault of ours and keeps its
 * stack.
 */
export class StartFailure extends Error {
  override readonly name = 'StartFailure';

  constructor(fault: string, remedy: string, options?: ErrorOptions) {
    super(`${fault}. ${remedy}.`, options);
  }
}
