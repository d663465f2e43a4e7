import { setTimeout as sleep } from 'node:timers/promises';
import type { Log } from '../config/log.js';
import type { Rows, Step } from './at-once.js';
import { Database, type TransactionLimits, type Tx } from './database.js';
import { DatabaseUnavailable, sqlStateOf } from './failure.js';
import { EVERYTHING, seeing } from './sight.js';
import { SharedProbe } from './shared-probe.js';

/** What was found out about the replica is taken for so long to be so still. */
const GOOD_FOR_MS = 10_000;
const LOOKING: TransactionLimits = { maxWait: 3_000, timeout: 5_000 };

/** A standby that confirms commits may show one a moment before the primary does. */
const LOOKS = 5;
const LOOK_AGAIN_MS = 100;
const NO_SUCH_TABLE = '42P01';

/** The two are not one catalog, or not of one history; nothing of the one answers for the other. */
export class AnotherCatalog extends DatabaseUnavailable {
  constructor() {
    super('What auditors are sent to is no replica of this catalog.');
  }
}

/** Which catalog it is, and the last event of its trail. */
interface Seen {
  readonly catalog: string;
  readonly seq: bigint;
  readonly hash: string;
}

/**
 * A replica of a catalog, physical or logical, as far behind as it may be. It is asked nothing before it
 * has shown that it is one: by what each catalog has of its own, and since a copy has that too, by the
 * last event of its trail, which has to be one of the primary's.
 */
export class ReplicaDatabase extends Database {
  private readonly likeness: SharedProbe<void>;

  constructor(
    url: string,
    private readonly primary: Database,
    private readonly log: Log,
    now?: () => number,
  ) {
    super(url, log);
    this.likeness = new SharedProbe(() => this.look(), GOOD_FOR_MS, now);
  }

  /** Throws `AnotherCatalog`, or what the database throws. */
  requireReplica(): Promise<void> {
    return this.likeness.run();
  }

  override async transaction<T>(
    work: (tx: Tx) => Promise<T>,
    limits: TransactionLimits,
  ): Promise<T> {
    await this.requireReplica();
    return super.transaction(work, limits);
  }

  protected override async send(steps: readonly Step[]): Promise<Rows> {
    await this.requireReplica();
    return super.send(steps);
  }

  private async look(): Promise<void> {
    const there = await this.lastEvent();
    for (let looks = 1; ; looks += 1) {
      const here = await this.inPrimary(there.seq);
      const isAhead = there.seq > here.seq;
      if (isAhead && looks < LOOKS) {
        await sleep(LOOK_AGAIN_MS);
        continue;
      }
      // An event that is gone in the primary went by retention: a replica may be that far behind.
      const isOne = here.catalog === there.catalog && (here.hash ?? there.hash) === there.hash;
      if (isOne && !isAhead) return;
      this.log.error('the database of QM_AUDIT_DATABASE_URL is no replica of this catalog');
      throw new AnotherCatalog();
    }
  }

  private async lastEvent(): Promise<Seen> {
    const [row] = await this.asEverybody(
      (db) => db.$queryRaw<Seen[]>`
        SELECT cursor_secret AS catalog, audit_seq AS seq, audit_hash AS hash FROM catalog_head`,
    );
    if (row === undefined) throw noCatalog();
    return row;
  }

  /** How far the primary is, with the hash of its event of this number; null where it has none. */
  private async inPrimary(seq: bigint): Promise<Omit<Seen, 'hash'> & { hash: string | null }> {
    const [row] = await this.primary.asService(
      (db) => db.$queryRaw<(Omit<Seen, 'hash'> & { hash: string | null })[]>`
        SELECT h.cursor_secret AS catalog, h.audit_seq AS seq, e.hash
        FROM catalog_head AS h LEFT JOIN audit_event AS e ON e.seq = ${seq}`,
    );
    if (row === undefined) throw noCatalog();
    return row;
  }

  private async asEverybody<T>(work: (db: Tx) => Promise<T>): Promise<T> {
    try {
      return await seeing(
        () => EVERYTHING,
        () => super.transaction(work, LOOKING),
      );
    } catch (error) {
      throw sqlStateOf(error) === NO_SUCH_TABLE ? noCatalog() : error;
    }
  }
}

const noCatalog = (): DatabaseUnavailable =>
  new DatabaseUnavailable('What auditors are sent to holds no catalog yet.');
