import type { JsonFault, JsonFaultCode } from './reading.js';

/** What makes a document only unstorable, not unreadable. */
const CHARACTERS: ReadonlySet<JsonFaultCode> = new Set(['nul-character', 'lone-surrogate']);

/** Finds, among the faults that leave a document readable, the one that it is refused with. */
export class ReadableFaults {
  private foremost: JsonFault | null = null;

  constructor(private readonly onFault?: (fault: JsonFault) => void) {}

  get first(): JsonFault | null {
    return this.foremost;
  }

  note(code: JsonFaultCode, message: string, pointer: () => string): void {
    const counts = this.outranks(code);
    // Not for each of a million faults: a pointer costs as much as it is long.
    if (!counts && this.onFault === undefined) return;
    const fault: JsonFault = { ok: false, code, pointer: pointer(), message };
    this.onFault?.(fault);
    if (counts) this.foremost = fault;
  }

  private outranks(code: JsonFaultCode): boolean {
    if (this.foremost === null) return true;
    return CHARACTERS.has(this.foremost.code) && !CHARACTERS.has(code);
  }
}
