import { setImmediate as nextTurn } from 'node:timers/promises';
import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Log } from '../config/log.js';
import { Settings } from '../config/env.js';
import { urgently } from '../event-loop/turns.js';
import { inSpan, outsideTraces } from '../tracing/current-trace.js';
import type { Step } from '../tracing/trace.js';
import {
  ChangeFeed,
  type Advance,
  type Changes,
  type ReadAsOf,
  type Revision,
} from './change-feed.js';
import { DATABASE_URL } from './database.js';
import { DatabaseUnavailable } from './failure.js';

/** What is kept in memory of the catalog, and has to know of its changes. */
export interface CatalogFollower {
  /** Reads what the changes ask for, and returns what puts it in place, at once and together. */
  prepare(changes: Changes, read: ReadAsOf): Promise<() => void>;
  /** The changes are no longer known one by one: all that is kept is worth nothing. */
  forget(): void;
}

/** How a request got past the fence. */
export interface Passage {
  /** The database is away, and the operator lets what was true lately pass. */
  readonly stale: boolean;
}

/** A turn without anything new takes microseconds, and a reading costs the database a visit. */
const MOST_TURNS = 4;

const FENCE: Step = { name: 'catalog fence' };

const FRESH: Passage = { stale: false };
const STALE: Passage = { stale: true };

/**
 * Lets a request on once everything in memory is as the database was at some moment after the request
 * came. What was committed before, on whatever replica, is then seen. One reading is shared by all
 * who wait for it, and nobody joins one that was already sent: it might be from before they came.
 */
@Injectable()
export class CatalogFence implements OnApplicationShutdown {
  private readonly feed: ChangeFeed;
  private readonly followers: CatalogFollower[] = [];
  private revision: Revision | undefined;
  /** Until the turn after its answer is over. */
  private underWay: Promise<void> | undefined;
  private waiting: Promise<Passage> | undefined;
  /** How many wait for the next reading. */
  private arrived = 0;
  private toldOfSending: (() => void)[] = [];
  /** When the last reading that succeeded was sent. */
  private freshAt = -Infinity;

  constructor(
    @Inject(DATABASE_URL) url: string,
    private readonly settings: Settings,
    private readonly log: Log,
  ) {
    this.feed = new ChangeFeed(url, () => void this.pass().catch(() => undefined));
  }

  /** The revision that this replica knows, and how long ago it was known to be the newest. */
  get known(): { readonly revision: number | undefined; readonly ageMs: number } {
    return { revision: this.revision?.number, ageMs: performance.now() - this.freshAt };
  }

  follow(follower: CatalogFollower): void {
    this.followers.push(follower);
  }

  /**
   * Rejects with `DatabaseUnavailable`. `onSend` is called right before the reading is sent: the
   * passage holds for all that has arrived by then.
   */
  pass(onSend?: () => void): Promise<Passage> {
    if (onSend !== undefined) this.toldOfSending.push(onSend);
    this.arrived += 1;
    // One reading for many, and what it loads outlives the request that happened to be the first.
    this.waiting ??= outsideTraces(() => urgently(this.next()));
    const { waiting } = this;
    return inSpan(FENCE, () => waiting);
  }

  onApplicationShutdown(): void {
    this.feed.close();
  }

  private async next(): Promise<Passage> {
    await (this.underWay ?? this.gather());
    return this.send();
  }

  /** Whoever arrives in this turn of the event loop shares it, and in the next ones if others come. */
  private async gather(): Promise<void> {
    for (let turn = 0, known = 0; turn < MOST_TURNS && this.arrived > known; turn += 1) {
      known = this.arrived;
      await nextTurn();
    }
  }

  private async send(): Promise<Passage> {
    this.arrived = 0;
    const told = this.toldOfSending;
    this.toldOfSending = [];
    for (const tell of told) tell();
    this.waiting = undefined;
    const reading = this.read();
    const underWay = reading
      .then(() => nextTurn())
      .then(() => {
        this.underWay = undefined;
      });
    this.underWay = underWay;
    await underWay;
    // Those who arrived meanwhile are sent for first, and the database answers while these are served.
    const passage = await reading;
    if (passage !== null) return passage;
    throw new DatabaseUnavailable('The state of the catalog could not be read.');
  }

  /** Null where nothing may be answered. */
  private async read(): Promise<Passage | null> {
    const sentAt = performance.now();
    try {
      const revision = await this.feed.revision();
      if (this.revision === undefined) this.revision = revision;
      else if (!isSame(revision, this.revision)) await this.advance(this.revision);
      this.freshAt = sentAt;
      return FRESH;
    } catch (error) {
      // Not the error itself: pg hangs the whole client on it.
      this.log.warn({ reason: String(error) }, 'the state of the catalog could not be read');
      const { maxStalenessMs } = this.settings;
      const mayPass = maxStalenessMs > 0 && performance.now() - this.freshAt <= maxStalenessMs;
      return mayPass ? STALE : null;
    }
  }

  private async advance(from: Revision): Promise<void> {
    let apply: (() => void)[] = [];
    const { revision, changes } = await this.advanceOrStartOver(from, async (known, read) => {
      apply = [];
      for (const follower of this.followers) apply.push(await follower.prepare(known, read));
    });
    this.followers.forEach((follower, at) => {
      const put = changes === null ? undefined : apply[at];
      try {
        if (put === undefined) follower.forget();
        else put();
      } catch (error) {
        this.log.error({ err: error }, 'a change of the catalog could not be applied');
        follower.forget();
      }
    });
    this.revision = revision;
  }

  /**
   * A change that cannot be read, or not in time, must not hold up whoever comes later: the database
   * is there as long as it tells its revision, and can be asked instead of what is kept.
   */
  private async advanceOrStartOver(
    from: Revision,
    load: (changes: Changes, read: ReadAsOf) => Promise<void>,
  ): Promise<Advance> {
    try {
      return await this.feed.advance(from, load);
    } catch (error) {
      const revision = await this.feed.revision();
      this.log.warn({ reason: String(error) }, 'a change of the catalog could not be read');
      return { revision, changes: null };
    }
  }
}

const isSame = (one: Revision, other: Revision): boolean =>
  one.number === other.number && one.token === other.token;
