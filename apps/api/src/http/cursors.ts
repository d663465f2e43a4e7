import { createHmac, timingSafeEqual } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { canonicalJson } from '#core/json/canonical.js';
import { readJson } from '#core/json/read.js';
import type { Json } from '#core/json/value.js';
import { CursorSecretRepository } from './cursor-secret.repository.js';
import { Problem } from './problem.js';

const MAC_BYTES = 16;

/**
 * Where a list goes on: the position of the last row that was shown, signed together with the
 * filter, so that a cursor of another list, another filter or another catalog is refused instead of
 * answering something that was not asked.
 */
@Injectable()
export class Cursors {
  private secret: Promise<string> | undefined;

  constructor(private readonly secrets: CursorSecretRepository) {}

  /** `filter` names the list and all that narrows it; `position` is the sort key of the last row. */
  async write(filter: Json, position: Json): Promise<string> {
    const text = canonicalJson(position);
    return Buffer.concat([await this.sign(filter, text), Buffer.from(text)]).toString('base64url');
  }

  /** The position that `write` was given, for the same filter; anything else is `bad-cursor`. */
  async read(filter: Json, cursor: string): Promise<Json> {
    const bytes = /^[\w-]{22,4096}$/.test(cursor)
      ? Buffer.from(cursor, 'base64url')
      : Buffer.alloc(0);
    const text = bytes.subarray(MAC_BYTES).toString('utf8');
    const mac = bytes.subarray(0, MAC_BYTES);
    const genuine = mac.length === MAC_BYTES && timingSafeEqual(mac, await this.sign(filter, text));
    const position = genuine ? readJson(text) : undefined;
    if (position?.ok !== true) {
      throw new Problem('bad-cursor', { detail: 'This cursor does not belong to this list.' });
    }
    return position.value;
  }

  private async sign(filter: Json, position: string): Promise<Buffer> {
    const mac = createHmac('sha256', await this.loadSecret());
    return mac
      .update(`${canonicalJson(filter)}\n${position}`)
      .digest()
      .subarray(0, MAC_BYTES);
  }

  private loadSecret(): Promise<string> {
    this.secret ??= this.secrets.read().catch((error: unknown) => {
      // The next request tries again.
      this.secret = undefined;
      throw error;
    });
    return this.secret;
  }
}
