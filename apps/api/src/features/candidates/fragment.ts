import { hash } from 'node:crypto';
import type { JsonObject } from '#core/json/value.js';

/** An entry of `tools` without what one request alone adds to it, ready to be sent. */
export interface Fragment {
  /** A comma, and the entry as JSON. */
  readonly bytes: Buffer;
  readonly digest: string;
}

export const fragmentOf = (entry: JsonObject): Fragment => {
  const bytes = Buffer.from(`,${JSON.stringify(entry)}`);
  return { bytes, digest: hash('sha256', bytes, 'base64') };
};
