import { Injectable } from '@nestjs/common';
import { mayManage } from '#core/policy/within-grant.js';
import { KeyRepository, type StoredKey } from '../../auth/key.repository.js';
import type { RequestContext } from '../../auth/request-context.js';
import { notFound } from '../../http/problem.js';

/** A key that the caller may manage; any other is answered like one that does not exist. */
@Injectable()
export class GetKey {
  constructor(private readonly keys: KeyRepository) {}

  async execute(id: string, { caller }: RequestContext): Promise<StoredKey> {
    const key = await this.keys.find(id);
    if (key === null || !mayManage(caller.grant, key.caller.grant)) throw notFound();
    return key;
  }
}
