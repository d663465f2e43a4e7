import { setTimeout as sleep } from 'node:timers/promises';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Piscina } from 'piscina';
import { WorkerSettings } from '../../comparison/worker-settings.js';
import { Log } from '../../config/log.js';
import type { Fragment } from './fragment.js';

interface CountedEntry {
  readonly fragment: Fragment;
}

interface Told {
  readonly count: number;
  readonly tokens: number;
}

const ENTRY = new URL('./token-worker.js', import.meta.url).href;
const REMEMBERED = 10_000;
/** So many characters travel together; what does not fit any more need not be counted. */
const PARCEL_CHARACTERS = 64 * 1024;
/** The catalog is loaded first. */
const WARM_UP_AFTER_MS = 3_000;

/**
 * Counts the tokens (o200k_base) that tools take as JSON, never fewer than they do as a whole. What
 * a version takes in a format is remembered. The tables take a second to load and long texts their
 * time, so both is done in a worker thread, while others are answered.
 */
@Injectable()
export class TokenCounts implements OnApplicationShutdown {
  private readonly counts = new Map<string, number>();
  private pool: Piscina | undefined;
  private readonly ended = new AbortController();

  constructor(
    private readonly settings: WorkerSettings,
    private readonly log: Log,
  ) {}

  /** How many of these, from the first on, fit into `most` tokens, and how many those take. */
  async fitting(
    entries: readonly CountedEntry[],
    /** What this one answer adds to each. */
    additions: readonly string[],
    most: number,
  ): Promise<Told> {
    let told: Told = { count: 0, tokens: 0 };
    while (told.count < entries.length) {
      const parcel = this.parcelFrom(told.count, entries, additions);
      const counted = await this.counted(parcel);
      const before = told.count;
      told = fill(told, counted, most);
      if (told.count < before + counted.length) break;
    }
    return told;
  }

  /** Lets the thread load its tables before anybody waits for them. */
  async warmUp(): Promise<void> {
    try {
      await sleep(WARM_UP_AFTER_MS, undefined, { ref: false, signal: this.ended.signal });
      await this.run(['']);
    } catch (error) {
      this.log.debug({ err: error }, 'the tokens could not be warmed up');
    }
  }

  /** After the requests in flight have ended. */
  async onApplicationShutdown(): Promise<void> {
    this.ended.abort();
    await this.pool?.destroy();
  }

  private parcelFrom(
    start: number,
    entries: readonly CountedEntry[],
    additions: readonly string[],
  ): Parcel {
    const parcel: { fragment: Fragment; addition: string }[] = [];
    let characters = 0;
    for (const [at, { fragment }] of entries.slice(start).entries()) {
      const addition = additions[start + at] ?? '';
      const unknown = this.counts.has(fragment.digest) ? 0 : fragment.bytes.length;
      characters += unknown + addition.length;
      if (parcel.length > 0 && characters > PARCEL_CHARACTERS) break;
      parcel.push({ fragment, addition });
    }
    return parcel;
  }

  /** What each of them takes, one token for the bracket or comma before it included. */
  private async counted(parcel: Parcel): Promise<number[]> {
    // Looked up before the wait, as what is remembered may be forgotten meanwhile.
    const known = parcel.map(({ fragment }) => this.counts.get(fragment.digest));
    const texts = parcel.flatMap(({ fragment, addition }, at) => [
      ...(known[at] === undefined ? [fragment.bytes.toString('utf8', 1)] : []),
      ...(addition === '' ? [] : [addition]),
    ]);
    const tokens = (texts.length === 0 ? [] : await this.run(texts)).values();
    const next = (): number => tokens.next().value ?? 0;
    return parcel.map(({ fragment, addition }, at) => {
      const count = known[at] ?? next();
      this.remember(fragment.digest, count);
      return 1 + count + (addition === '' ? 0 : next());
    });
  }

  /** Entered anew each time, so that the first in the map is the one least recently asked for. */
  private remember(digest: string, count: number): void {
    this.counts.delete(digest);
    this.counts.set(digest, count);
    const [oldest] = this.counts.keys();
    if (this.counts.size > REMEMBERED && oldest !== undefined) this.counts.delete(oldest);
  }

  /** A thread that is lost takes along what it was counting; the next one counts it anew. */
  private async run(texts: readonly string[]): Promise<number[]> {
    const count = async (): Promise<number[]> => {
      this.pool ??= this.open();
      return (await this.pool.run(texts)) as number[]; // what token-worker.ts answers
    };
    try {
      return await count();
    } catch (error) {
      if (this.ended.signal.aborted) throw error;
      this.log.warn({ reason: String(error) }, 'tokens have to be counted again');
      return count();
    }
  }

  private open(): Piscina {
    const pool = new Piscina({
      filename: ENTRY,
      minThreads: 1,
      maxThreads: 1,
      recordTiming: false,
      niceIncrement: this.settings.niceness,
    });
    // A worker that dies with nothing to do; unheard, the event would end the process. One that did
    // not get as far as to be ready is never replaced, and whoever waits for it would wait for ever.
    pool.on('error', (error) => {
      this.log.error({ err: error }, 'a worker thread was lost');
      if (this.pool === pool) this.pool = undefined;
      void pool.destroy();
    });
    return pool;
  }
}

type Parcel = readonly { readonly fragment: Fragment; readonly addition: string }[];

/** As many more as there is room for. */
const fill = (told: Told, counted: readonly number[], most: number): Told => {
  let { count, tokens } = told;
  for (const needed of counted) {
    if (tokens + needed > most) break;
    tokens += needed;
    count += 1;
  }
  return { count, tokens };
};
