import { Injectable } from '@nestjs/common';
import { isToolId, namespaceOf } from '#core/contract/tool-id.js';
import { parseVersion } from '#core/versions/version.js';
import type { Tx } from '../../database/transaction.js';
import { Problem } from '../../http/problem.js';
import { LifecycleRepository } from './lifecycle.repository.js';

/** Whether somebody may know what a namespace holds. */
export type Knows = (namespace: string) => boolean;

/** What a deprecated version names as its successor has to be there. */
@Injectable()
export class Successors {
  constructor(private readonly lifecycle: LifecycleRepository) {}

  /**
   * Refuses a successor, `tool_id` or `tool_id@version`, that is not in the catalog, in the same
   * words as one in a namespace that the caller may not know.
   */
  async require(tx: Tx, successor: string | undefined, knows: Knows): Promise<void> {
    if (successor === undefined || (await this.exists(tx, successor, knows))) return;
    throw new Problem('successor-unknown', {
      detail: `There is no ${JSON.stringify(successor)} in the catalog.`,
      errors: [{ pointer: '/successor', code: 'unknown', message: 'is not in the catalog' }],
    });
  }

  private async exists(tx: Tx, successor: string, knows: Knows): Promise<boolean> {
    const at = successor.indexOf('@');
    const toolId = at === -1 ? successor : successor.slice(0, at);
    if (!isToolId(toolId) || !knows(namespaceOf(toolId))) return false;
    if (at === -1) return this.lifecycle.hasTool(tx, toolId);
    const version = parseVersion(successor.slice(at + 1));
    return version !== null && this.lifecycle.hasVersion(tx, toolId, version.identity);
  }
}
