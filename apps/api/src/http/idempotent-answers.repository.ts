import { Injectable } from '@nestjs/common';
import type { Step } from '../database/at-once.js';
import { Database } from '../database/database.js';
import type { Tx } from '../database/transaction.js';

/** Whose answer it is: an API key's, since another one of the same subject may be granted less. */
export interface AnswerKey {
  readonly caller: string;
  readonly key: string;
}

export interface StoredAnswer {
  readonly status: number;
  readonly headers: string;
  readonly body: string;
}

/** What became of the wish to be the first request with a key. */
export type Claim =
  | { readonly outcome: 'first' }
  | { readonly outcome: 'running' }
  /** It took effect, and its answer is not there yet or was lost. */
  | { readonly outcome: 'done' }
  | { readonly outcome: 'other-request' }
  | { readonly outcome: 'answered'; readonly answer: StoredAnswer };

interface Row {
  readonly fingerprint: string;
  readonly status: number | null;
  readonly headers: string | null;
  readonly body: string | null;
  readonly done: boolean;
}

/** How long a first request is taken to be alive. */
export const CLAIM_LASTS_MS = 120_000;

const MARK_DONE = {
  name: 'qm_mark_done',
  text: `UPDATE idempotent_answer SET locked_until = 'infinity'
    WHERE caller = $1 AND key = $2 AND status IS NULL`,
};

/** In the transaction of the command itself: from its commit on nobody does it again. */
export const markDone = ({ caller, key }: AnswerKey): Step => ({
  statement: MARK_DONE,
  values: [caller, key],
});

@Injectable()
export class IdempotentAnswersRepository {
  constructor(private readonly database: Database) {}

  /**
   * Makes this request the first with its key, or tells what the first one was. A first request that
   * died without effect, and whatever is older than a day, no longer count.
   */
  claim(answer: AnswerKey, fingerprint: string): Promise<Claim> {
    return this.database.asService((db) => claimIn(db, answer, fingerprint));
  }

  async keep({ caller, key }: AnswerKey, answer: StoredAnswer): Promise<void> {
    await this.database.asService((db) =>
      db.idempotentAnswer.updateMany({
        where: { caller, key },
        data: { status: answer.status, headers: answer.headers, body: answer.body },
      }),
    );
  }

  /** Takes a claim back: the request failed on our side without effect and may be tried again. */
  async release({ caller, key }: AnswerKey): Promise<void> {
    await this.database.asService(
      (db) => db.$executeRaw`
        DELETE FROM idempotent_answer
        WHERE caller = ${caller} AND key = ${key} AND status IS NULL AND locked_until < 'infinity'`,
    );
  }

  async forgetOld(): Promise<void> {
    await this.database.asService(
      (db) => db.$executeRaw`
        DELETE FROM idempotent_answer WHERE created_at < now() - interval '24 hours'`,
    );
  }
}

const claimIn = async (db: Tx, { caller, key }: AnswerKey, fingerprint: string): Promise<Claim> => {
  const claimed = await db.$queryRaw<{ key: string }[]>`
    INSERT INTO idempotent_answer AS a (caller, key, fingerprint, locked_until)
    VALUES (${caller}, ${key}, ${fingerprint}, now() + ${CLAIM_LASTS_MS} * interval '1 millisecond')
    ON CONFLICT (caller, key) DO UPDATE
    SET fingerprint = excluded.fingerprint, status = NULL, headers = NULL, body = NULL,
        created_at = now(), locked_until = excluded.locked_until
    WHERE a.created_at < now() - interval '24 hours'
       OR (a.status IS NULL AND a.fingerprint = excluded.fingerprint AND (a.locked_until < now()
         -- From before the clock was put back.
         OR (a.locked_until > now() + interval '1 hour' AND a.locked_until < 'infinity')))
    RETURNING a.key`;
  if (claimed.length > 0) return { outcome: 'first' };
  const [row] = await db.$queryRaw<Row[]>`
    SELECT fingerprint, status, headers, body, locked_until = 'infinity' AS done
    FROM idempotent_answer WHERE caller = ${caller} AND key = ${key}`;
  // It failed in this very moment and took its claim back: as good as still running.
  if (row === undefined) return { outcome: 'running' };
  if (row.fingerprint !== fingerprint) return { outcome: 'other-request' };
  if (row.status === null) return { outcome: row.done ? 'done' : 'running' };
  const { status, headers, body } = row;
  return { outcome: 'answered', answer: { status, headers: headers ?? '{}', body: body ?? '' } };
};
