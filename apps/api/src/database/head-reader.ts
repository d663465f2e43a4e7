import type pg from 'pg';
import { HeadQuery, isWholeAnswer, type Revision, type Told } from './head-query.js';

/** How long an answer may take, in ticks of the time that this process has; see `own-time.ts`. */
const TICK_MS = 25;
const MOST_TICKS = 11;

interface KnownAnswer {
  readonly bytes: Buffer;
  readonly revision: Revision;
}

/**
 * Asks for the head of the catalog again and again over one connection. It is hardly ever another than
 * before: an answer of the same bytes is told by comparing them, and nothing of it is read.
 */
export class HeadReader {
  private asked: HeadQuery | undefined;
  private isPrepared = false;
  /** The last thing that was received, where it was a whole answer. */
  private known: KnownAnswer | undefined;
  private ticks = 0;
  private timer: NodeJS.Timeout | undefined;

  constructor(private readonly client: pg.Client) {}

  /** One at a time. */
  ask(told: Told): void {
    const query = new HeadQuery((error, revision) => {
      if (this.asked !== query) return;
      this.asked = undefined;
      if (error === null) this.isPrepared = true;
      told(error, revision);
    }, this.isPrepared);
    this.asked = query;
    this.ticks = 0;
    // One timer for all that is asked, which goes on until a tick finds nothing.
    this.timer ??= setInterval(() => this.tick(), TICK_MS).unref();
    this.client.query(query);
  }

  /** Whatever the connection receives, before the client reads it by `read`; the bytes are used again. */
  receive(bytes: Buffer, read: (bytes: Buffer) => void): void {
    const { asked, known } = this;
    if (asked !== undefined && known?.bytes.equals(bytes) === true) {
      return asked.answerWith(known.revision);
    }
    const own = Buffer.from(bytes);
    read(own);
    const revision = asked?.revision;
    this.known = revision && isWholeAnswer(own) ? { bytes: own, revision } : undefined;
  }

  private tick(): void {
    this.ticks += 1;
    if (this.asked === undefined) {
      clearInterval(this.timer);
      this.timer = undefined;
    } else if (this.ticks === MOST_TICKS) this.asked.callback(new Error('Query read timeout'));
  }
}
