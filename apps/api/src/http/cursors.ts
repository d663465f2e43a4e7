import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { canonicalJson } from '#core/json/canonical.js';
import { readJson } from '#core/json/read.js';
import type { Json } from '#core/json/value.js';
import { CursorSecretRepository } from './cursor-secret.repository.js';
import { Problem } from './problem.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/**
 * Where a list goes on: the position of the last row that was shown, bound to the filter, so that a
 * cursor of another list, another filter or another catalog is refused instead of answering
 * something that was not asked. It is encrypted, since a position may tell what the rows do not, such
 * as how many events there are of everybody else.
 */
@Injectable()
export class Cursors {
  private secret: Promise<string> | undefined;

  constructor(private readonly secrets: CursorSecretRepository) {}

  /** `filter` names the list and all that narrows it; `position` is the sort key of the last row. */
  async write(filter: Json, position: Json): Promise<string> {
    const text = canonicalJson(position);
    const bound = canonicalJson(filter);
    // Made of what it encrypts, so that one page has one cursor, and no nonce two contents.
    const nonce = (await this.derive('nonce', `${bound}\n${text}`)).subarray(0, NONCE_BYTES);
    const cipher = createCipheriv(CIPHER, await this.derive('key', ''), nonce);
    const content = Buffer.concat([cipher.setAAD(Buffer.from(bound)).update(text), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), content]).toString('base64url');
  }

  /** The position that `write` was given, for the same filter; anything else is `bad-cursor`. */
  async read(filter: Json, cursor: string): Promise<Json> {
    const text = await this.open(canonicalJson(filter), cursor);
    const position = text === null ? undefined : readJson(text);
    if (position?.ok !== true) {
      throw new Problem('bad-cursor', { detail: 'This cursor does not belong to this list.' });
    }
    return position.value;
  }

  private async open(bound: string, cursor: string): Promise<string | null> {
    if (!/^[\w-]{38,4096}$/.test(cursor)) return null;
    const bytes = Buffer.from(cursor, 'base64url');
    // The last character can hold bits that nothing is read from: one page has one cursor.
    if (bytes.toString('base64url') !== cursor) return null;
    const content = bytes.subarray(NONCE_BYTES + TAG_BYTES);
    const key = await this.derive('key', '');
    const decipher = createDecipheriv(CIPHER, key, bytes.subarray(0, NONCE_BYTES));
    decipher.setAAD(Buffer.from(bound));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      return Buffer.concat([decipher.update(content), decipher.final()]).toString('utf8');
    } catch {
      // Only a tag that does not fit throws here.
      return null;
    }
  }

  private async derive(use: string, of: string): Promise<Buffer> {
    return createHmac('sha256', await this.loadSecret())
      .update(`${use}\n${of}`)
      .digest();
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
