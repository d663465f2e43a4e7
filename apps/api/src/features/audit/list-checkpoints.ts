import { Injectable } from '@nestjs/common';
import { isArray, type Json } from '#core/json/value.js';
import type { RequestContext } from '../../auth/request-context.js';
import { Cursors } from '../../http/cursors.js';
import { filterOf, readPage, type Page, type PageRequest } from '../../http/page.js';
import { notFound } from '../../http/problem.js';
import {
  CheckpointsRepository,
  type CheckpointPosition,
  type StoredCheckpoint,
} from './checkpoints.repository.js';
import { requireWholeTrail } from './require-whole-trail.js';

const READ = 'To read checkpoints';

/** What was signed of the trail, the latest first. */
@Injectable()
export class ListCheckpoints {
  constructor(
    private readonly checkpoints: CheckpointsRepository,
    private readonly cursors: Cursors,
  ) {}

  async execute(request: PageRequest, { caller }: RequestContext): Promise<Page<StoredCheckpoint>> {
    requireWholeTrail(caller.grant, READ);
    return readPage(this.cursors, request, {
      filter: filterOf('audit-checkpoints', {}),
      positionOf: ({ seq, key_id }) => [String(seq), key_id],
      rowsAfter: (position, count) => this.checkpoints.list(positionOf(position), count),
    });
  }

  async latest({ caller }: RequestContext): Promise<StoredCheckpoint> {
    requireWholeTrail(caller.grant, READ);
    const latest = await this.checkpoints.latest();
    if (latest === null) throw notFound();
    return latest;
  }
}

const positionOf = (position: Json): CheckpointPosition | null => {
  const [seq, key_id] = isArray(position) ? position.map(String) : [];
  return seq === undefined || key_id === undefined ? null : { seq: BigInt(seq), key_id };
};
