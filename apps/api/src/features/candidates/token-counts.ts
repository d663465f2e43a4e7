import { Injectable } from '@nestjs/common';
import { SharedTurn } from '../../http/turns.js';
import type { Fragment } from './fragment.js';

type Count = (text: string) => number;

interface CountedEntry {
  readonly fragment: Fragment;
}

const REMEMBERED = 10_000;
const SLICE = 16_384;

/**
 * Counts the tokens (o200k_base) that tools take as JSON, never fewer than they do as a whole. What
 * a version takes in a format is remembered; the tables are loaded when first asked for, as they
 * are large.
 */
@Injectable()
export class TokenCounts {
  private readonly counts = new Map<string, number>();
  private counter: Promise<Count> | undefined;
  private readonly turn = new SharedTurn(SLICE);

  /** How many of these, from the first on, fit into `most` tokens, and how many those take. */
  async fitting(
    entries: readonly CountedEntry[],
    /** What this one answer adds to each. */
    additions: readonly string[],
    most: number,
  ): Promise<{ readonly count: number; readonly tokens: number }> {
    let tokens = 0;
    for (const [count, { fragment }] of entries.entries()) {
      // One for the bracket or comma before it.
      let needed = 1 + (await this.remembered(fragment));
      const addition = additions[count] ?? '';
      if (addition !== '') needed += await this.counted(addition);
      if (tokens + needed > most) return { count, tokens };
      tokens += needed;
    }
    return { count: entries.length, tokens };
  }

  private async remembered({ bytes, digest }: Fragment): Promise<number> {
    const known = this.counts.get(digest);
    const count = known ?? (await this.counted(bytes.toString('utf8', 1)));
    // Entered anew each time, so that the first in the map is the one least recently asked for.
    this.counts.delete(digest);
    this.counts.set(digest, count);
    const [oldest] = this.counts.keys();
    if (this.counts.size > REMEMBERED && oldest !== undefined) this.counts.delete(oldest);
    return count;
  }

  /** Long texts, and many at a time, let others have their turn in between. */
  private async counted(text: string): Promise<number> {
    const count = await this.load();
    let tokens = 0;
    for (const slice of text.match(SLICES) ?? []) {
      await this.turn.admit(slice.length);
      for (const piece of slice.split(LONG_RUN)) tokens += piece === '' ? 0 : count(piece);
    }
    return tokens;
  }

  private load(): Promise<Count> {
    this.counter ??= import('gpt-tokenizer/encoding/o200k_base').then(
      ({ countTokens }) =>
        (text) =>
          countTokens(text, NOTHING_SPECIAL),
    );
    return this.counter;
  }
}

const SLICES = new RegExp(`[^]{1,${SLICE}}`, 'gu');

/**
 * The cost of a run without a break grows with the square of its length, so long ones are taken in
 * parts; that costs a token at each seam.
 */
const LONG_RUN = /([\p{L}\p{M}]{128}|\s{128}|[^\s\p{L}\p{M}\p{N}]{128})/u;

/** What looks like a control token in a description is text. */
const NOTHING_SPECIAL = { disallowedSpecial: new Set<string>() };
