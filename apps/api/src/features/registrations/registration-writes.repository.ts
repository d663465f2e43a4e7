import { Injectable } from '@nestjs/common';
import { Log } from '../../config/log.js';
import { appendAudit } from '../../database/audit-trail.js';
import { TRANSACTION } from '../../database/database.js';
import {
  DatabaseUnavailable,
  isUnavailable,
  isUniqueViolation,
  OutcomeUnknown,
} from '../../database/failure.js';
import type { Step } from '../../database/at-once.js';
import { InBatches } from '../../database/in-batches.js';
import { currentSight, type Sight } from '../../database/sight.js';
import { sightKeyOf } from '../../database/sight-settings.js';
import { lastInTransactions } from '../../database/last-in-transactions.js';
import { CHANGE, Transactions, type Tx } from '../../database/transaction.js';
import { inSpan } from '../../tracing/current-trace.js';
import { eventsDocument, rowsDocuments } from './registration-rows.js';
import type { RegistrationWrites } from './registration-writes.js';
import { keysOf, type Keys } from './catalog-keys.js';

/** Registrations that were decided on by what stood around their tools a moment ago. */
export interface DecidedRegistrations {
  readonly toolIds: readonly string[];
  /** What stood around them. */
  readonly facts: string;
  readonly writes: RegistrationWrites;
}

interface Asked extends DecidedRegistrations {
  readonly sight: Sight;
  readonly sightKey: string;
}

/** When it was written; null where it was not, as something else stands around the tools by now. */
type Saved = Date | null;

const REGISTER = {
  name: 'qm_register_as_decided',
  text: 'SELECT register_as_decided($1, $2, $3)',
};
const REQUIRE = { name: 'qm_require_as_decided', text: 'SELECT require_as_decided($1)' };
const SAVE = { name: 'qm_save_registrations', text: 'SELECT save_registrations($1, NULL)' };
const APPEND = { name: 'qm_append_audit', text: 'SELECT append_audit($1, NULL)' };

/** Their answers do not wait for more than the locks of a moment. */
const MOST_TOGETHER = 32;

/** For a lock; whoever waits for it by itself, deciding anew, waits for longer. */
const waitFor = (ms: number): Step => ({
  statement: {
    name: 'qm_wait_for_locks',
    text: `SELECT set_config('lock_timeout', $1, true)`,
  },
  values: [`${ms}ms`],
});

/** Of a namespace that is just suspended, say: others of the same batch wait behind it. */
const WAIT_SHORTLY = waitFor(500);
/** Other bulks have most of their locks in common with this one, and are soon done. */
const WAIT_FOR_BULKS = waitFor(1_500);

/** Writes registrations: any number, all of them or none, or single ones together, each by itself. */
@Injectable()
export class RegistrationWritesRepository {
  private readonly together = new InBatches<Asked, Saved>((asked) => this.saveEach(asked), {
    most: MOST_TOGETHER,
    atOnce: 1,
    mayJoin: (one, others) => others.every((other) => areApart(one, other)),
  });

  constructor(
    private readonly transactions: Transactions,
    private readonly log: Log,
  ) {}

  /**
   * Writes everything but the audit. Where somebody else made one of the new namespaces meanwhile,
   * perhaps in another spelling, that is a conflict, and all has to be decided anew.
   */
  async save(tx: Tx, writes: RegistrationWrites, at: Date): Promise<void> {
    for (const document of rowsDocuments(writes, at)) {
      await tx.$executeRaw`SELECT save_registrations(${document}::json, NULL)`;
    }
  }

  async audit(tx: Tx, writes: RegistrationWrites): Promise<void> {
    await appendAudit(tx, writes.audit);
  }

  /**
   * Writes a registration of one tool whole, if what it was decided on still stands and nobody holds the
   * tool; in one transaction with others that come at the same time, each of which is written or not by
   * itself.
   */
  saveAsDecided(decided: DecidedRegistrations): Promise<Saved> {
    const sight = currentSight();
    const asked = { ...decided, sight, sightKey: sightKeyOf(sight) };
    return this.orNot(() => inSpan(TRANSACTION, () => this.together.ask(asked)));
  }

  /**
   * Writes any registrations whole, on the same conditions: all of them or none, with what transactions
   * do last.
   */
  saveAllAsDecided(decided: DecidedRegistrations): Promise<Saved> {
    return this.orNot(() => this.saveAll(decided));
  }

  /**
   * Null where the database refused, as it does where something else stands there by now. Who waited in
   * line for too long is not sent to wait once more, and what may have taken effect is not called refused.
   */
  private async orNot(save: () => Promise<Saved>): Promise<Saved> {
    try {
      return await inSpan(CHANGE, save);
    } catch (error) {
      if (error instanceof DatabaseUnavailable || error instanceof OutcomeUnknown) throw error;
      // Others that were faster are no fault; anything else is one of ours, which the way under locks hides.
      const isExpected = isUnavailable(error) || isUniqueViolation(error);
      this.log[isExpected ? 'debug' : 'error'](
        { reason: String(error) },
        'registrations were not written as decided',
      );
      return null;
    }
  }

  private async saveEach(asked: readonly Asked[]): Promise<Saved[]> {
    const at = new Date();
    const writes = asked.map((one) => one.writes);
    const [rows = '{}', ...more] = rowsDocuments(writes, at);
    if (more.length > 0) return asked.map(() => null);
    const values = [JSON.stringify(asked.map(conditionOf)), rows, eventsDocument(writes)];
    const [row] = await this.transactions.atOnce(
      [WAIT_SHORTLY, { statement: REGISTER, values }],
      asked[0]?.sight,
    );
    const saved = numbersIn(row?.[0] ?? '{}');
    return asked.map((_, n) => (saved.has(n) ? at : null));
  }

  private async saveAll(decided: DecidedRegistrations): Promise<Saved> {
    const { writes } = decided;
    const at = new Date();
    const [rows, ...more] = rowsDocuments(writes, at);
    if (more.length > 0) return null;
    const condition = JSON.stringify([conditionOf(decided, 0)]);
    const last = lastInTransactions.current;
    await this.transactions.atOnce([
      WAIT_FOR_BULKS,
      { statement: REQUIRE, values: [condition] },
      ...(rows === undefined ? [] : [{ statement: SAVE, values: [rows] }]),
      ...(writes.audit.length === 0
        ? []
        : [{ statement: APPEND, values: [eventsDocument(writes)] }]),
      ...(last === undefined ? [] : [last]),
    ]);
    return at;
  }
}

const conditionOf = ({ toolIds, facts }: DecidedRegistrations, n: number) => {
  const [tool_keys, namespace_keys] = keysOf(toolIds);
  return { n, tool_keys, namespace_keys, facts };
};

/** Whether one can be written without a look at the other. */
const areApart = (one: Asked, other: Asked): boolean => {
  if (one.sightKey !== other.sightKey) return false;
  const [[keys, namespaces], [otherKeys, otherNamespaces]] = [one, other].map(({ toolIds }) =>
    keysOf(toolIds),
  ) as [Keys, Keys];
  const makesNamespace = one.writes.namespaces.length + other.writes.namespaces.length > 0;
  const isShared = makesNamespace && namespaces.some((key) => otherNamespaces.includes(key));
  return !isShared && !keys.some((key) => otherKeys.includes(key));
};

const numbersIn = (array: string): ReadonlySet<number> =>
  new Set(
    array
      .slice(1, -1)
      .split(',')
      .filter((text) => text !== '')
      .map(Number),
  );
