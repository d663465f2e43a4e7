import { Injectable } from '@nestjs/common';
import { isToolId, namespaceOf } from '#core/contract/tool-id.js';
import type { NamedSuccessor } from '#core/lifecycle/transition-facts.js';
import { parseVersion } from '#core/versions/version.js';
import type { Tx } from '../../database/transaction.js';
import { LifecycleRepository } from './lifecycle.repository.js';

/** Whether somebody may know what a namespace holds. */
export type Knows = (namespace: string) => boolean;

/** Something that can succeed a version: a tool as a whole, or one version of it. */
interface Found {
  /** The row of the version; null for a tool. */
  readonly id: bigint | null;
  /** What it names as its own successor. */
  readonly successor: string | null;
}

/** More successors than this in a row are no circle that anybody made by mistake. */
const FARTHEST = 100;

/** What a deprecated version names as its successor has to be there, and not to lead back to it. */
@Injectable()
export class Successors {
  constructor(private readonly lifecycle: LifecycleRepository) {}

  /**
   * What is known of the successor, `tool_id` or `tool_id@version`, of the version with this id. One
   * in a namespace that the caller may not know is like one that does not exist.
   */
  async lookUp(
    tx: Tx,
    id: bigint,
    successor: string | undefined,
    knows: Knows,
  ): Promise<NamedSuccessor | null> {
    if (successor === undefined) return null;
    let found = await this.find(tx, successor, knows);
    if (found === null) return 'unknown';
    for (let step = 0; found !== null && step < FARTHEST; step += 1) {
      if (found.id === id) return 'leads-back';
      found = found.successor === null ? null : await this.find(tx, found.successor, knows);
    }
    return 'known';
  }

  private async find(tx: Tx, successor: string, knows: Knows): Promise<Found | null> {
    const at = successor.indexOf('@');
    const toolId = at === -1 ? successor : successor.slice(0, at);
    if (!isToolId(toolId) || !knows(namespaceOf(toolId))) return null;
    if (at === -1) {
      return (await this.lifecycle.hasTool(tx, toolId)) ? { id: null, successor: null } : null;
    }
    const version = parseVersion(successor.slice(at + 1));
    return version === null ? null : this.lifecycle.findVersion(tx, toolId, version.identity);
  }
}
