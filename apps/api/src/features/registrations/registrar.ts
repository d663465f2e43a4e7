import { Injectable } from '@nestjs/common';
import type { RegistrationOptions } from '#core/registration/decide-registration.js';
import { decideRegistrations, type Decided } from '#core/registration/decide-registrations.js';
import type { RegistrationOffer } from '#core/registration/facts.js';
import type { RequestContext } from '../../auth/request-context.js';
import { whenPrepared, type Worksheet } from '../../comparison/worksheet.js';
import { requireThere } from '../../http/client-gone.js';
import { Transactions, type Tx } from '../../database/transaction.js';
import { Meters } from '../../metrics/meters.js';
import { collectWrites, type AcceptedRegistration } from './collect-writes.js';
import { ContractShelf } from '../versions/stored-contracts.js';
import { Judges, type Desk } from './judges.js';
import { RegistrationWritesRepository } from './registration-writes.repository.js';
import { RegistrationsRepository } from './registrations.repository.js';

export interface RegistrationCommand {
  readonly offers: readonly RegistrationOffer[];
  /** The one that the offers were prepared with. */
  readonly sheet: Worksheet;
  readonly options: RegistrationOptions;
  /** A dry run writes and takes it back, so that its answer is the true one. */
  readonly write: 'and-keep' | 'and-take-back' | 'nothing';
}

const ATTEMPTS = 3;

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

  /**
   * `answer` is asked inside the transaction, where it sees what was written, in a dry run as well.
   * Where any registration is refused nothing was.
   */
  async register<T>(
    command: RegistrationCommand,
    context: RequestContext,
    answer: (decided: readonly Decided[], tx: Tx) => Promise<T>,
  ): Promise<T> {
    const desk = { sheet: command.sheet, shelf: new ContractShelf() };
    let outcomes: readonly Decided[] = [];
    const answerAndNote = (decided: readonly Decided[], tx: Tx): Promise<T> => {
      outcomes = decided;
      return answer(decided, tx);
    };
    for (let attempt = 1; ; attempt += 1) {
      try {
        const answered = await whenPrepared(async () => {
          await this.compareAhead(command, desk);
          return this.transactions.run((tx) =>
            this.write(command, context, answerAndNote, desk, tx),
          );
        });
        this.count(outcomes, command.write === 'and-keep');
        return answered;
      } catch (outcome) {
        if (outcome instanceof DryRun) return outcome.answer as T;
        if (outcome instanceof NamespaceRace && attempt < ATTEMPTS) continue;
        this.count(outcomes, false);
        throw outcome;
      }
    }
  }

  private count(outcomes: readonly Decided[], isKept: boolean): void {
    for (const { outcome } of outcomes) {
      if (isKept || outcome === 'refused') this.meters.registrations.at(outcome).add();
    }
  }

  private async write<T>(
    { offers, options, write }: RegistrationCommand,
    context: RequestContext,
    answer: (decided: readonly Decided[], tx: Tx) => Promise<T>,
    desk: Desk,
    tx: Tx,
  ): Promise<T> {
    requireThere(context.gone);
    const now = new Date();
    const toolIds = offers.map(({ tool_id }) => tool_id);
    const stored = await this.repository.lockAndLoad(tx, toolIds);

    const judgeOf = await this.judges.judging(offers, stored, desk, { db: tx });
    const decided = desk.sheet.decide(() => decideRegistrations(offers, stored, judgeOf, options));

    const accepted = acceptedOf(offers, decided);
    const isRefused = accepted.length < offers.length;
    if (isRefused || write === 'nothing') return answer(decided, tx);
    const writes = await collectWrites(accepted, stored, context, now);
    requireThere(context.gone);
    if (!(await this.writes.save(tx, writes, now))) throw new NamespaceRace();
    const answered = await answer(decided, tx);
    if (write === 'and-take-back') throw new DryRun(answered);
    await this.writes.audit(tx, writes);
    return answered;
  }

  /** The slow part, outside of the transaction: what is worked out here is at hand under the lock. */
  private async compareAhead({ offers, options }: RegistrationCommand, desk: Desk): Promise<void> {
    const stored = await this.repository.load(offers.map(({ tool_id }) => tool_id));
    const judgeOf = await this.judges.judging(offers, stored, desk);
    await desk.sheet.settle(() => decideRegistrations(offers, stored, judgeOf, options));
  }
}

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

/** Somebody else made the same namespace meanwhile, perhaps in another spelling. */
class NamespaceRace extends Error {}
