import { setTimeout as sleep } from 'node:timers/promises';
import type { Caller } from '../../auth/caller.js';
import type { IdCodec } from './event-ids.js';
import { eventMessage } from './event-message.js';
import type { LogPage, LogPosition, LoggedEvent } from './events.repository.js';
import type { Outlet } from './outlet.js';

/** Why a stream was ended from this side. */
export type CutReason = 'slow' | 'unauthenticated' | 'trail-changed';

/** What a stream asks of whoever feeds all of them. */
export interface Feed {
  /** What comes after a position, for this caller, who is judged after it was read. */
  read(position: LogPosition, caller: Caller): Promise<LogPage | CutReason>;
  /** From now on the stream is handed what comes; false where it is still behind. */
  join(stream: EventStream): boolean;
  leave(stream: EventStream, reason: CutReason | null): void;
}

/** An event as it is sent. */
export interface SentEvent extends LoggedEvent {
  readonly text: string;
}

interface SentPage {
  readonly sent: readonly SentEvent[];
  readonly reached: LogPosition;
}

export const sentEvent = (event: LoggedEvent, codec: IdCodec): SentEvent => ({
  ...event,
  text: `id: ${codec.ofEvent(event)}\ndata: ${JSON.stringify(eventMessage(event))}\n\n`,
});

const RETRY_MS = 500;

/**
 * One client, somewhere in the trail. It is live while it takes what comes as it comes; a client that
 * does not keep up is no longer handed anything and reads on from its place in the database, so that
 * nothing but one buffer waits for it.
 */
export class EventStream {
  private live = false;
  private ended = false;

  constructor(
    readonly caller: Caller,
    private readonly outlet: Outlet,
    private at: LogPosition,
    private readonly feed: Feed,
    private readonly settings: {
      readonly codec: IdCodec;
      readonly admits: (namespace: string) => boolean;
      /** How long a client may read nothing while something waits for it. */
      readonly patienceMs: number;
    },
  ) {
    outlet.once('close', () => this.finish(null));
  }

  /** Everything up to here was written, as far as it is meant for this client. */
  get position(): LogPosition {
    return this.at;
  }

  get isLive(): boolean {
    return this.live;
  }

  /** Reads until there is nothing left to read, and is live from then on. */
  async catchUp(): Promise<void> {
    while (!this.ended) {
      if (!(await this.outlet.room(this.settings.patienceMs))) return this.finish('slow');
      const page = await this.readOn().catch(() => null);
      // The database is away, or holds what cannot be told: the client keeps its place.
      if (page === null) await sleep(RETRY_MS, undefined, { ref: false });
      else if (typeof page === 'string') return this.finish(page);
      else if (this.ended || this.takePage(page)) return;
    }
  }

  /** What came since the last time, for those who are live. */
  deliver(events: readonly SentEvent[], reached: LogPosition): void {
    if (this.send(events)) this.advance(reached);
    else this.fallBehind();
  }

  /** Reads on by itself from its place. */
  fallBehind(): void {
    this.live = false;
    void this.catchUp();
  }

  /** Keeps the connection open, and the place of a client for whom little happens near the end. */
  beat(): void {
    if (!this.outlet.hasRoom) return;
    const place = this.live ? `id: ${this.settings.codec.ofPlace(this.at)}\n` : '';
    this.outlet.write(`:\n${place}\n`);
  }

  /** Ends the answer; what the client has not read of a slow stream is dropped. */
  finish(reason: CutReason | null): void {
    if (this.ended) return;
    this.ended = true;
    this.live = false;
    if (reason === 'slow') this.outlet.destroy();
    else this.outlet.finish();
    this.feed.leave(this, reason);
  }

  private async readOn(): Promise<SentPage | CutReason> {
    const page = await this.feed.read(this.at, this.caller);
    if (typeof page === 'string') return page;
    const { codec } = this.settings;
    return { sent: page.events.map((event) => sentEvent(event, codec)), reached: page.reached };
  }

  /** True where the stream is live now. */
  private takePage({ sent, reached }: SentPage): boolean {
    if (!this.send(sent)) return false;
    this.advance(reached);
    this.live = this.feed.join(this);
    return this.live;
  }

  /** False where the client has no room for all of them. */
  private send(events: readonly SentEvent[]): boolean {
    for (const event of events) {
      if (event.seq <= this.at.seq) continue;
      if (!this.outlet.hasRoom) return false;
      if (this.settings.admits(event.namespace)) this.outlet.write(event.text);
      this.at = { seq: event.seq, hash: event.hash };
    }
    return true;
  }

  private advance(reached: LogPosition): void {
    if (reached.seq > this.at.seq) this.at = reached;
  }
}
