import { Injectable } from '@nestjs/common';
import { isToolId } from '#core/contract/tool-id.js';
import { parseVersion } from '#core/versions/version.js';
import type { Tx } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { LifecycleRepository } from './lifecycle.repository.js';

/** What a deprecated version names as its successor has to be there. */
@Injectable()
export class Successors {
  constructor(private readonly lifecycle: LifecycleRepository) {}

  /** Refuses a successor, `tool_id` or `tool_id@version`, that is not in the catalog. */
  async require(tx: Tx, successor: string | undefined): Promise<void> {
    if (successor === undefined || (await this.exists(tx, successor))) return;
    throw new Problem('successor-unknown', {
      detail: `There is no ${JSON.stringify(successor)} in the catalog.`,
      errors: [{ pointer: '/successor', code: 'unknown', message: 'is not in the catalog' }],
    });
  }

  private async exists(tx: Tx, successor: string): Promise<boolean> {
    const at = successor.indexOf('@');
    const toolId = at === -1 ? successor : successor.slice(0, at);
    if (!isToolId(toolId)) return false;
    if (at === -1) return this.lifecycle.hasTool(tx, toolId);
    const version = parseVersion(successor.slice(at + 1));
    return version !== null && this.lifecycle.hasVersion(tx, toolId, version.identity);
  }
}
