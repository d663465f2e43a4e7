import type { Tx } from './transaction.js';

/**
 * Waits for the tool's lock, which is held until the transaction ends. It makes writers of one tool
 * take turns before they load what they decide on; the unique indexes stay the truth.
 */
export const lockTool = async (tx: Tx, toolId: string): Promise<void> => {
  await lockTools(tx, [toolId]);
};

/** Locks several tools in one order, so that two bulk writers never wait for each other. */
export const lockTools = async (tx: Tx, toolIds: readonly string[]): Promise<void> => {
  const keys = [...new Set(toolIds.map((toolId) => toolId.toLowerCase()))].sort();
  await tx.$queryRaw`
    SELECT count(pg_advisory_xact_lock(hashtextextended(key, 0)))
    FROM (SELECT key FROM unnest(${keys}::text[]) AS key ORDER BY key) AS ordered`;
};
