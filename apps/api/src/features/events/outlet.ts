import { Readable } from 'node:stream';

/** So much may wait for a client that reads slowly; what comes later waits in the database. */
const BUFFER_BYTES = 64 * 1024;

/** The text that one client is sent, as fast as it reads. */
export class Outlet extends Readable {
  private isFull = false;
  private wanted: (() => void)[] = [];

  constructor() {
    super({ highWaterMark: BUFFER_BYTES });
  }

  /** Whether more may be written; what is written all the same is kept and sent later. */
  get hasRoom(): boolean {
    return !this.isFull && !this.destroyed;
  }

  write(text: string): void {
    if (!this.destroyed) this.isFull = !this.push(text);
  }

  /** Sends what is left and ends the answer, so that the client comes again. */
  finish(): void {
    if (!this.destroyed) this.push(null);
  }

  /** Resolves once there is room, or nobody reads any more; false where that takes too long. */
  async room(patienceMs: number): Promise<boolean> {
    if (!this.isFull || this.destroyed) return true;
    let timer: NodeJS.Timeout | undefined;
    const tooLate = new Promise<false>((resolve) => {
      timer = setTimeout(() => resolve(false), patienceMs);
      timer.unref();
    });
    const room = new Promise<true>((resolve) => this.wanted.push(() => resolve(true)));
    const outcome = await Promise.race([room, tooLate]);
    clearTimeout(timer);
    return outcome;
  }

  override _read(): void {
    this.isFull = false;
    this.callAll();
  }

  override _destroy(error: Error | null, done: (error?: Error | null) => void): void {
    this.callAll();
    done(error);
  }

  private callAll(): void {
    const { wanted } = this;
    this.wanted = [];
    for (const call of wanted) call();
  }
}
