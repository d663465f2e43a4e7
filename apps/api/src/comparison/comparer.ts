import { Injectable } from '@nestjs/common';
import { ENGINE_VERSION } from '#core/compatibility/classify.js';
import type { Contract } from '#core/contract/contract.js';
import { Settings } from '../config/env.js';
import { CheckWorkers } from './check-workers.js';
import type { Asker } from './jobs.js';
import { Memory } from './memory.js';
import { Worksheet } from './worksheet.js';

/**
 * Compares contracts as this deployment does, in the worker threads, and remembers the results: what
 * was judged before a transaction costs nothing inside it, under the lock.
 */
@Injectable()
export class Comparer {
  readonly engine = ENGINE_VERSION;
  private readonly memory = new Memory();

  constructor(
    private readonly settings: Settings,
    private readonly workers: CheckWorkers,
  ) {}

  /** The sheet of a new command, and whom it is done for. */
  begin(asker: Asker): Worksheet {
    const { memory, workers, settings } = this;
    return new Worksheet(asker, memory, workers, settings);
  }

  /** Tells the digest of a contract that was read from the database. */
  know(contract: Contract, digest: string): void {
    this.memory.know(contract, digest);
  }
}
