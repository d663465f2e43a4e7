import type { Tx } from './transaction.js';

/**
 * Waits until nobody suspends or lifts the namespaces of these tools, and keeps it so until the
 * transaction ends. Who suspends a namespace holds it first and its tools after that, so a command
 * that writes a tool's row before `refreshServable` calls this before it does: the other way round
 * the two would wait for each other.
 */
export const holdNamespaces = async (tx: Tx, toolIds: readonly string[]): Promise<void> => {
  const ids = [...toolIds];
  await tx.$queryRaw`
    SELECT count(*) FROM (
      SELECT 1 FROM namespace
      WHERE namespace IN (SELECT t.namespace FROM tool AS t WHERE t.tool_id = ANY(${ids}::text[]))
      ORDER BY namespace FOR SHARE) AS locked`;
};

/**
 * Brings `tool.servable` in line with states and suspensions. Every command that touches either
 * calls it in its own transaction, before the audit. The namespaces are held first, in a statement
 * of their own: otherwise a namespace that is suspended at the same moment could be read as it was
 * before, and its tool be left in view.
 */
export const refreshServable = async (tx: Tx, toolIds: readonly string[]): Promise<void> => {
  const ids = [...toolIds];
  await holdNamespaces(tx, ids);
  await tx.$executeRaw`
    UPDATE tool AS t
    SET servable = NOT t.suspended
      AND NOT n.suspended
      AND EXISTS (SELECT 1 FROM tool_version AS v
                  WHERE v.tool_id = t.tool_id AND v.state IN ('enabled', 'deprecated'))
    FROM namespace AS n
    WHERE n.namespace = t.namespace AND t.tool_id = ANY(${ids}::text[])`;
};
