import { Injectable } from '@nestjs/common';
import type { Caller } from '../../auth/caller.js';
import { JudgeAgain } from '../../auth/judge-again.js';
import { CatalogFence } from '../../database/catalog-fence.js';
import { DatabaseUnavailable } from '../../database/failure.js';
import { Problem } from '../../http/problem.js';

/** Who may still be told anything. */
@Injectable()
export class StreamAccess {
  constructor(
    private readonly fence: CatalogFence,
    private readonly judgeAgain: JudgeAgain,
  ) {}

  /** Whether the keys of these callers are alive, as of a moment after the call. */
  async judge(callers: readonly Caller[]): Promise<ReadonlyMap<string, boolean>> {
    const { stale } = await this.fence.pass();
    if (stale) throw new DatabaseUnavailable('Nobody is judged by what was true lately.');
    const judged = new Map<string, boolean>();
    for (const [keyId, caller] of new Map(callers.map((one) => [one.keyId, one]))) {
      judged.set(keyId, await this.isAlive(caller));
    }
    return judged;
  }

  private async isAlive(caller: Caller): Promise<boolean> {
    try {
      await this.judgeAgain.execute(caller);
      return true;
    } catch (error) {
      if (error instanceof Problem && error.code === 'unauthenticated') return false;
      throw error;
    }
  }
}
