import type { Tx } from './transaction.js';

/**
 * Brings `tool.servable` in line with states and suspensions. Every command that touches either
 * calls it in its own transaction, before the audit.
 */
export const refreshServable = async (tx: Tx, toolIds: readonly string[]): Promise<void> => {
  await tx.$executeRaw`
    UPDATE tool AS t
    SET servable = NOT t.suspended
      AND NOT n.suspended
      AND EXISTS (SELECT 1 FROM tool_version AS v
                  WHERE v.tool_id = t.tool_id AND v.state IN ('enabled', 'deprecated'))
    FROM namespace AS n
    WHERE n.namespace = t.namespace AND t.tool_id = ANY(${[...toolIds]}::text[])`;
};
