import type { DeclaredChange } from '../../contract/contract.js';
import type { Change } from '../change.js';

/**
 * Joins to each changed text what the publisher declared of it. An entry names the text itself or
 * the node that carries it. Entries that name no changed text become changes of their own: stale.
 */
export const withDeclarations = (
  changes: readonly Change[],
  declared: readonly DeclaredChange[],
): readonly Change[] => {
  const used = new Set<DeclaredChange>();
  const joined = changes.map((change) => {
    if (change.aspect !== 'text') return change;
    const node = change.path.slice(0, change.path.lastIndexOf('/'));
    const entries = declared.filter(({ path }) => path === change.path || path === node);
    for (const entry of entries) used.add(entry);
    const meaning = entries.find((entry) => entry.meaning === 'changed') ?? entries[0];
    return meaning === undefined ? change : Object.freeze({ ...change, declared: meaning.meaning });
  });
  const stale = declared.filter((entry) => !used.has(entry)).map(staleEntry);
  return [...joined, ...stale];
};

const staleEntry = ({ path, meaning }: DeclaredChange): Change =>
  Object.freeze({
    side: 'contract',
    aspect: 'declared-change',
    action: 'changed',
    path,
    subject: meaning,
    edits: [],
  });
