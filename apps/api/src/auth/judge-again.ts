import { Injectable } from '@nestjs/common';
import type { Caller } from './caller.js';
import { KeyCache } from './key-cache.js';
import { requireAlive, unauthenticated } from './require-alive.js';

/** For requests whose body came long after the head by which their caller was let in. */
@Injectable()
export class JudgeAgain {
  constructor(private readonly keys: KeyCache) {}

  /** Only for who has just passed the fence. What a key was granted never changes; whether it lives does. */
  async execute({ keyId, token }: Caller): Promise<void> {
    if (token !== undefined) {
      if (token.expiresAt <= Date.now()) throw unauthenticated('The token has expired.');
      return;
    }
    const key = await this.keys.find(keyId);
    if (key === null) throw unauthenticated('The key is not known.');
    requireAlive(key, Date.now());
  }
}
