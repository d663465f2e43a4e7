import { Injectable } from '@nestjs/common';
import type { RegistrationOptions } from '#core/registration/decide-registration.js';
import { decideRegistrations, type Decided } from '#core/registration/decide-registrations.js';
import type { RegistrationOffer } from '#core/registration/facts.js';
import type { RequestContext } from '../../auth/request-context.js';
import { whenPrepared, type Worksheet } from '../../comparison/worksheet.js';
import { requireThere } from '../../http/client-gone.js';
import { lastInTransactions } from '../../database/last-in-transactions.js';
import { DatabaseUnavailable, OutcomeUnknown } from '../../database/failure.js';
import { Transactions, type Tx } from '../../database/transaction.js';
import { Meters } from '../../metrics/meters.js';
import { collectWrites, type AcceptedRegistration } from './collect-writes.js';
import { ContractShelf } from '../versions/stored-contracts.js';
import { Judges, type Desk } from './judges.js';
import type { RegistrationWrites } from './registration-writes.js';
import { RegistrationWritesRepository } from './registration-writes.repository.js';
import { RegistrationsRepository } from './registrations.repository.js';
import type { StoredCatalog } from './stored-catalog.js';

export interface RegistrationCommand {
  readonly offers: readonly RegistrationOffer[];
  /** What stood around them a moment ago. */
  readonly seen: StoredCatalog;
  /** The one that the offers were prepared with. */
  readonly sheet: Worksheet;
  readonly options: RegistrationOptions;
  /** A dry run writes and takes it back, so that its answer is the true one. */
  readonly write: 'and-keep' | 'and-take-back' | 'nothing';
  /** What the answer tells beside what was decided: a version that was there before has to be read. */
  readonly reads: 'version' | 'nothing';
}

/** What was written, from where it was decided. */
export interface Written {
  readonly writes: RegistrationWrites;
  readonly stored: StoredCatalog;
  readonly at: Date;
  /** Where there is more to read of what was written; null where all of it is committed already. */
  readonly tx: Tx | null;
}

/** Asked where nothing can fail any more but the commit; null where nothing is written. */
type AnswerTo<T> = (decided: readonly Decided[], written: Written | null) => Promise<T>;

/** What was decided before anything was locked, and on what. */
interface Ahead {
  readonly stored: StoredCatalog;
  readonly decided: readonly Decided[];
}

/** Decides and writes any number of registrations in one transaction: all of them or none. */
@Injectable()
export class Registrar {
  constructor(
    private readonly repository: RegistrationsRepository,
    private readonly writes: RegistrationWritesRepository,
    private readonly judges: Judges,
    private readonly transactions: Transactions,
    private readonly meters: Meters,
  ) {}

  /** What stands around these tools, to prepare their offers by. */
  look(toolIds: readonly string[]): Promise<StoredCatalog> {
    return this.repository.load(toolIds);
  }

  /**
   * `answer` is asked where it sees what was written, in a dry run as well. Where any registration is
   * refused nothing was.
   */
  async register<T>(
    command: RegistrationCommand,
    context: RequestContext,
    answer: AnswerTo<T>,
  ): Promise<T> {
    const desk = { sheet: command.sheet, shelf: new ContractShelf() };
    let outcomes: readonly Decided[] = [];
    const answerAndNote: AnswerTo<T> = (decided, written) => {
      outcomes = decided;
      return answer(decided, written);
    };
    let seen: StoredCatalog | null = command.seen;
    try {
      const answered = await whenPrepared(async () => {
        const ahead = await this.compareAhead(command, desk, seen);
        seen = null;
        const written = await this.writeAhead(command, ahead, context).catch(unknownOrThrow);
        if (written !== null && written !== UNKNOWN) return answerAndNote(ahead.decided, written);
        const mayBeDone = written === UNKNOWN;
        return this.transactions.run((tx) =>
          this.write(command, context, answerAndNote, { ...desk, ahead, mayBeDone }, tx),
        );
      });
      this.count(outcomes, command.write === 'and-keep');
      return answered;
    } catch (outcome) {
      if (outcome instanceof DryRun) return outcome.answer as T;
      this.count(outcomes, false);
      throw outcome;
    }
  }

  private count(outcomes: readonly Decided[], isKept: boolean): void {
    for (const { outcome } of outcomes) {
      if (isKept || outcome === 'refused') this.meters.registrations.at(outcome).add();
    }
  }

  /**
   * What was decided is written so, if nothing has changed until then; null where something has, or where
   * there is more to do than to write: then it is decided anew under the locks. `OutcomeUnknown` where the
   * database did not say.
   */
  private async writeAhead(
    { offers, write, reads }: RegistrationCommand,
    { stored, decided }: Ahead,
    context: RequestContext,
  ): Promise<Written | null> {
    const accepted = acceptedOf(offers, decided);
    const isWritten = write === 'and-keep' && accepted.length === offers.length;
    const isRead = reads === 'version' && accepted.some((one) => one.decided.outcome !== 'created');
    if (!isWritten || isRead) return null;
    const writes = await collectWrites(accepted, stored, context);
    requireThere(context.gone);
    const ready = { toolIds: offers.map(({ tool_id }) => tool_id), facts: stored.facts, writes };
    // What writes nothing tells nothing either, and need not stand in line for the trail.
    const tells = writes.audit.length > 0;
    const isSingle = offers.length === 1 && tells && lastInTransactions.current === undefined;
    const at = await (isSingle
      ? this.writes.saveAsDecided(ready)
      : this.writes.saveAllAsDecided(ready));
    return at === null ? null : { writes, stored, at, tx: null };
  }

  private async write<T>(
    { offers, options, write }: RegistrationCommand,
    context: RequestContext,
    answer: AnswerTo<T>,
    { mayBeDone, ...desk }: Desk & { readonly ahead: Ahead; readonly mayBeDone: boolean },
    tx: Tx,
  ): Promise<T> {
    requireThere(context.gone);
    const toolIds = offers.map(({ tool_id }) => tool_id);
    const stored = await this.repository.lockAndLoad(tx, toolIds);
    // It was done, or somebody else did something: to go on from there could undo what they made of it.
    if (mayBeDone && stored.facts !== desk.ahead.stored.facts) {
      throw new DatabaseUnavailable('The database did not say whether it took the change.');
    }
    const decided = await this.decideUnderLock({ offers, options }, stored, desk, tx);

    const accepted = acceptedOf(offers, decided);
    const isRefused = accepted.length < offers.length;
    if (isRefused || write === 'nothing') return answer(decided, null);
    const writes = await collectWrites(accepted, stored, context);
    requireThere(context.gone);
    const at = new Date();
    await this.writes.save(tx, writes, at);
    const answered = await answer(decided, { writes, stored, at, tx });
    if (write === 'and-take-back') throw new DryRun(answered);
    await this.writes.audit(tx, writes);
    return answered;
  }

  /** As before, where the same is stored as before. */
  private async decideUnderLock(
    { offers, options }: Pick<RegistrationCommand, 'offers' | 'options'>,
    stored: StoredCatalog,
    { ahead, ...desk }: Desk & { readonly ahead: Ahead },
    tx: Tx,
  ): Promise<readonly Decided[]> {
    if (stored.facts === ahead.stored.facts) return ahead.decided;
    const judgeOf = await this.judges.judging(offers, stored, desk, { db: tx });
    return desk.sheet.decide(() => decideRegistrations(offers, stored, judgeOf, options));
  }

  /** The slow part, outside of the transaction: what is worked out here is at hand under the lock. */
  private async compareAhead(
    { offers, options }: RegistrationCommand,
    desk: Desk,
    seen: StoredCatalog | null,
  ): Promise<Ahead> {
    const stored = seen ?? (await this.look(offers.map(({ tool_id }) => tool_id)));
    const judgeOf = await this.judges.judging(offers, stored, desk);
    const decided = await desk.sheet.settle(() =>
      decideRegistrations(offers, stored, judgeOf, options),
    );
    return { stored, decided };
  }
}

/** Whether it was written is not known. */
const UNKNOWN = Symbol('unknown');

const unknownOrThrow = (error: unknown): typeof UNKNOWN => {
  if (error instanceof OutcomeUnknown) return UNKNOWN;
  throw error;
};

const acceptedOf = (
  offers: readonly RegistrationOffer[],
  decided: readonly Decided[],
): AcceptedRegistration[] =>
  offers.flatMap((offer, index) => {
    const outcome = decided[index];
    return outcome === undefined || outcome.outcome === 'refused'
      ? []
      : [{ offer, decided: outcome }];
  });

/** Carries the answer of a dry run out of the transaction that it rolls back. */
class DryRun extends Error {
  constructor(readonly answer: unknown) {
    super('dry run');
  }
}
