import type { JsonObject } from '#core/json/value.js';

/** One entry of a bulk registration. */
export interface Item {
  readonly tool_id: string;
  readonly version: string;
  readonly manifest: JsonObject;
}

/** At most so many in one request: small enough that a progress bar moves. */
const MAX_ITEMS = 100;
/** What the service takes in one request. */
export const MOST_ITEMS_TOGETHER = 1_000;
/** The service takes 16 MiB; the rest is room for what stands around the manifests. */
const MAX_BYTES = 12 * 1024 * 1024;

/** Cuts a list into bulks that the service takes; one item over the size is a bulk of its own. */
export const inBulks = (
  items: readonly Item[],
  mostItems = MAX_ITEMS,
): readonly (readonly Item[])[] => {
  const bulks: Item[][] = [];
  let bytes = 0;
  for (const item of items) {
    const size = Buffer.byteLength(JSON.stringify(item));
    const last = bulks.at(-1);
    if (last !== undefined && last.length < mostItems && bytes + size <= MAX_BYTES) {
      last.push(item);
      bytes += size;
    } else {
      bulks.push([item]);
      bytes = size;
    }
  }
  return bulks;
};
