import type { LockedTool } from './lock-file.js';

/** One way in which what is served differs from what was locked. */
export interface Drift {
  readonly tool_id: string;
  /**
   * `gone`: no version is served, or the caller may not know the tool. `moved`: another version is
   * served. `changed`: the same number with another contract, so another catalog. `new`: not locked.
   */
  readonly kind: 'gone' | 'moved' | 'changed' | 'new';
  readonly locked: LockedTool | null;
  readonly served: LockedTool | null;
}

/** What differs between a lock and what is served now, by tool_id; nothing where an agent gets the same. */
export const driftOf = (
  locked: readonly LockedTool[],
  served: readonly LockedTool[],
): readonly Drift[] => {
  const [then, now] = [byId(locked), byId(served)];
  const ids = [...new Set([...then.keys(), ...now.keys()])].sort();
  return ids.flatMap((tool_id): Drift[] => {
    const pair = { locked: then.get(tool_id) ?? null, served: now.get(tool_id) ?? null };
    const kind = kindOf(pair.locked, pair.served);
    return kind === null ? [] : [{ tool_id, kind, ...pair }];
  });
};

const kindOf = (locked: LockedTool | null, served: LockedTool | null): Drift['kind'] | null => {
  if (locked === null) return 'new';
  if (served === null) return 'gone';
  if (locked.version !== served.version) return 'moved';
  return locked.contract_digest === served.contract_digest ? null : 'changed';
};

const byId = (tools: readonly LockedTool[]): ReadonlyMap<string, LockedTool> =>
  new Map(tools.map((tool) => [tool.tool_id, tool]));
