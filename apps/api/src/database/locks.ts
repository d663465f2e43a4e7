import type { Tx } from './transaction.js';

/**
 * Waits for the tool's lock, which is held until the transaction ends. It makes writers of one tool
 * take turns before they load what they decide on; the unique indexes stay the truth.
 */
export const lockTool = async (tx: Tx, toolId: string): Promise<void> => {
  await lockTools(tx, [toolId]);
};

// A server has few locks for all transactions together (64 × 100 as it is installed), so a bulk over
// a thousand tools must not take one for each. Two tools of one bucket only wait for each other.
const BUCKETS = 512;

// Locks of two numbers never meet those of one number, such as the migrations'.
const LOCK_SPACE = 1;

/** Locks several tools in one order, so that two bulk writers never wait for each other. */
export const lockTools = async (tx: Tx, toolIds: readonly string[]): Promise<void> => {
  const keys = [...new Set(toolIds.map((toolId) => toolId.toLowerCase()))];
  await tx.$queryRaw`
    SELECT count(pg_advisory_xact_lock(${LOCK_SPACE}::integer, bucket))
    FROM (
      SELECT DISTINCT (hashtextextended(key, 0) & ${BUCKETS - 1}::bigint)::integer AS bucket
      FROM unnest(${keys}::text[]) AS key ORDER BY bucket) AS ordered`;
};
