import type pg from 'pg';

/** A connection is there within milliseconds, or within a few hundred from another continent. */
const LOOK_EVERY_MS = 500;
/** Those that were begun at about the same time come through in any order. */
const SAME_TIME_MS = 100;

/**
 * The connections of a pool that are being opened. What was sent while nothing came through is lost, and
 * whoever sent it waits until its time is over, and holds a place of the pool. So while one takes long,
 * another is tried beside it; once a later one comes through, the earlier ones are given up.
 */
export class Arrivals {
  private readonly begunAt = new Map<pg.Client, number>();
  private timer: NodeJS.Timeout | undefined;

  /** `tryAnother` opens a connection of no further use, and rejects where that fails. */
  constructor(private readonly tryAnother: () => Promise<void>) {}

  /** Call when a connection is begun. */
  add(client: pg.Client): void {
    this.begunAt.set(client, performance.now());
    client.once('end', () => this.begunAt.delete(client));
    this.timer ??= setTimeout(() => this.look(), LOOK_EVERY_MS).unref();
  }

  /** Call when it can be used. */
  arrived(client: pg.Client): void {
    const begunAt = this.begunAt.get(client);
    if (begunAt === undefined) return;
    this.begunAt.delete(client);
    this.giveUp(begunAt - SAME_TIME_MS);
  }

  private look(): void {
    this.timer = undefined;
    if (this.begunAt.size === 0) return;
    this.timer = setTimeout(() => this.look(), LOOK_EVERY_MS).unref();
    const now = performance.now();
    const isLong = [...this.begunAt.values()].some((begunAt) => begunAt < now - SAME_TIME_MS);
    if (!isLong) return;
    this.tryAnother().then(
      () => this.giveUp(now),
      () => undefined,
    );
  }

  /** `end` would wait for an answer that may never come. */
  private giveUp(before: number): void {
    for (const [client, begunAt] of this.begunAt) {
      if (begunAt < before) client.connection.stream.destroy();
    }
  }
}
