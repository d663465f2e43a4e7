import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { CursorSecretRepository } from '../../http/cursor-secret.repository.js';
import type { LogPosition } from './events.repository.js';

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const SEQ_BYTES = 8;
const HASH_BYTES = 32;
const PREFIX = 'sha256:';

/**
 * Places in the trail as clients are told of them. Encrypted and all of one length, since the number
 * of an event counts what happens to everybody else's tools.
 */
export class IdCodec {
  private readonly contents: Buffer;
  private readonly nonces: Buffer;

  constructor(secret: string) {
    this.contents = derived(secret, 'event-id key');
    this.nonces = derived(secret, 'event-id nonce');
  }

  /** The id of an event: the same on every replica and in every repetition. */
  ofEvent(position: LogPosition): string {
    const content = bytesOf(position);
    return this.write(content, derived(this.nonces, content).subarray(0, NONCE_BYTES));
  }

  /** The id of a place without an event: new each time, or it would tell whether others moved on. */
  ofPlace(position: LogPosition): string {
    return this.write(bytesOf(position), randomBytes(NONCE_BYTES));
  }

  /** The place that an id of this catalog names, or null. */
  read(id: string): LogPosition | null {
    if (!/^[\w-]{91}$/.test(id)) return null;
    const bytes = Buffer.from(id, 'base64url');
    const decipher = createDecipheriv(CIPHER, this.contents, bytes.subarray(0, NONCE_BYTES));
    decipher.setAuthTag(bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES));
    try {
      const content = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
      return positionOf(Buffer.concat([content, decipher.final()]));
    } catch {
      // Only a tag that does not fit throws here.
      return null;
    }
  }

  private write(content: Buffer, nonce: Buffer): string {
    const cipher = createCipheriv(CIPHER, this.contents, nonce);
    const encrypted = Buffer.concat([cipher.update(content), cipher.final()]);
    return Buffer.concat([nonce, cipher.getAuthTag(), encrypted]).toString('base64url');
  }
}

/** The ids of this catalog, by whichever replica. */
@Injectable()
export class EventIds {
  private made: Promise<IdCodec> | undefined;

  constructor(private readonly secrets: CursorSecretRepository) {}

  codec(): Promise<IdCodec> {
    this.made ??= this.secrets.read().then(
      (secret) => new IdCodec(secret),
      (error: unknown) => {
        // The next request tries again.
        this.made = undefined;
        throw error;
      },
    );
    return this.made;
  }
}

const derived = (key: string | Buffer, of: string | Buffer): Buffer =>
  createHmac('sha256', key).update(of).digest();

/** The place before the first event has no hash, and is told by its number. */
const bytesOf = ({ seq, hash }: LogPosition): Buffer => {
  const bytes = Buffer.alloc(SEQ_BYTES + HASH_BYTES);
  bytes.writeBigUInt64BE(BigInt(seq));
  bytes.write(hash.slice(PREFIX.length), SEQ_BYTES, 'hex');
  return bytes;
};

const positionOf = (bytes: Buffer): LogPosition => {
  const seq = Number(bytes.readBigUInt64BE());
  return { seq, hash: seq === 0 ? '' : PREFIX + bytes.toString('hex', SEQ_BYTES) };
};
