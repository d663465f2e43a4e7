import { namespaceOf } from '../contract/tool-id.js';
import { parseVersion } from '../versions/version.js';

/** Two tools that cannot be registered together; the later one is at fault. */
export interface Repetition<T> {
  readonly tool: T;
  readonly earlier: T;
  readonly code: 'version-repeated' | 'tool-id-taken';
  readonly message: string;
}

/**
 * Which tools are declared twice, in one file or in several: the same version of the same tool, or
 * ids and namespaces that differ in case only, which a catalog never takes side by side.
 */
export const repeatedTools = <T extends { readonly tool_id: string; readonly version: string }>(
  tools: readonly T[],
): Repetition<T>[] => {
  const versions = new Map<string, T>();
  const spellings = new Map<string, T>();
  return tools.flatMap((tool): Repetition<T>[] => {
    const identity = parseVersion(tool.version)?.identity ?? tool.version;
    const same = remember(versions, `${tool.tool_id}@${identity}`, tool);
    const id = remember(spellings, `id ${tool.tool_id.toLowerCase()}`, tool);
    const namespace = namespaceOf(tool.tool_id);
    const space = remember(spellings, `namespace ${namespace.toLowerCase()}`, tool);
    if (same !== tool) {
      const message = `${tool.tool_id} ${identity} is declared twice`;
      return [{ tool, earlier: same, code: 'version-repeated', message }];
    }
    const other = [id, space].find((earlier) => differs(earlier, tool));
    if (other === undefined) return [];
    const message = `${tool.tool_id} and ${other.tool_id} differ in case only, in the id or the namespace`;
    return [{ tool, earlier: other, code: 'tool-id-taken', message }];
  });
};

/** The first that came with this key. */
const remember = <T>(seen: Map<string, T>, key: string, tool: T): T => {
  const earlier = seen.get(key);
  if (earlier === undefined) seen.set(key, tool);
  return earlier ?? tool;
};

const differs = (earlier: { readonly tool_id: string }, tool: { readonly tool_id: string }) => {
  const [one, other] = [earlier.tool_id, tool.tool_id];
  if (one.toLowerCase() === other.toLowerCase()) return one !== other;
  return namespaceOf(one) !== namespaceOf(other);
};
