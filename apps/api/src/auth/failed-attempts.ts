import { Injectable } from '@nestjs/common';
import {
  levelAt,
  fullLevel,
  secondsUntilOne,
  type Level,
  type Limit,
} from '#core/limits/bucket.js';
import { Problem } from '../http/problem.js';
import { networkOf } from './network-of.js';
import { tokenMatches, type Token } from './token.js';

/** From one address, and from one address at one key: so many at once, then one a second, or in six. */
const OF_AN_ADDRESS: Limit = { requests: 100, seconds: 100 };
const OF_A_KEY: Limit = { requests: 10, seconds: 60 };

/** Addresses are cheap to have, and must not fill the memory. */
const MOST_BUCKETS = 10_000;
const MOST_KNOWN = 10_000;

/**
 * Makes guessing keys slow. What failed is counted by address, and by address and key, so that nobody
 * can lock a key for those who use it from elsewhere. Where an address has failed too often it is
 * refused before its key is looked up, but for keys that were right on this replica before: whoever
 * shares the address with a guesser and is at work goes on.
 */
@Injectable()
export class FailedAttempts {
  private readonly buckets = new Map<string, Level>();
  /** The hash that the token of each of these keys had when it was right. */
  private readonly known = new Map<string, string>();

  /** Throws 429 where this token may not be tried now. */
  admit(token: Token, from: { readonly ip: string }): void {
    // Of a proxied request the address is worked out each time it is read.
    if (this.buckets.size === 0) return;
    const wait = this.waitFor(token, from.ip);
    if (wait === 0) return;
    const hash = this.known.get(token.id);
    if (hash !== undefined && tokenMatches(token, hash)) return;
    throw new Problem('too-many-requests', {
      detail: 'There were too many failed attempts from this address.',
      headers: { 'retry-after': String(Math.ceil(wait)) },
    });
  }

  failed(token: Token, address: string): void {
    for (const [name, limit] of bucketsOf(token, address)) {
      const level = this.levelOf(name, limit);
      if (!this.buckets.has(name)) makeRoom(this.buckets, MOST_BUCKETS);
      this.buckets.set(name, { ...level, tokens: Math.max(0, level.tokens - 1) });
    }
  }

  succeeded({ id }: Token, hash: string): void {
    if (this.known.get(id) === hash) return;
    makeRoom(this.known, MOST_KNOWN);
    this.known.set(id, hash);
  }

  private waitFor(token: Token, address: string): number {
    const waits = bucketsOf(token, address).map(([name, limit]) =>
      secondsUntilOne(limit, this.levelOf(name, limit)),
    );
    return Math.max(...waits);
  }

  private levelOf(name: string, limit: Limit): Level {
    const now = performance.now() / 1000;
    const level = this.buckets.get(name);
    return level === undefined ? fullLevel(limit, now) : levelAt(limit, level, now);
  }
}

const bucketsOf = (token: Token, address: string): [name: string, limit: Limit][] => {
  const network = networkOf(address);
  return [
    [network, OF_AN_ADDRESS],
    // An id has no bound of its own.
    [`${network} ${token.id.slice(0, 64)}`, OF_A_KEY],
  ];
};

/** The oldest go, half of all at a time, so that it is rarely done. */
const makeRoom = (map: Map<string, unknown>, most: number): void => {
  if (map.size < most) return;
  for (const name of [...map.keys()].slice(0, most / 2)) map.delete(name);
};
