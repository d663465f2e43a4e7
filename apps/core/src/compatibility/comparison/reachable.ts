import { resolvePointer } from '../../json/pointer.js';
import { isArray, isObject, member, type Json } from '../../json/value.js';
import { rememberEach } from '../subsumption/remember.js';

const DEFINITIONS: ReadonlySet<string> = new Set(['$defs', 'definitions']);

/** Pointers that the document's references lead to, from its root on; null: they cannot be told. */
const reachable = rememberEach<ReadonlySet<string> | null>((document) => {
  const reached = new Set<string>();
  const waiting: Json[] = [document];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (isArray(next)) for (const item of next) waiting.push(item);
    if (!isObject(next)) continue;
    const reference = member(next, '$ref');
    if (member(next, '$dynamicRef') !== undefined) return null;
    if (typeof reference === 'string' && !follow(document, reference, reached, waiting))
      return null;
    for (const [keyword, value] of Object.entries(next)) {
      if (!DEFINITIONS.has(keyword)) waiting.push(value);
    }
  }
  return reached;
});

/** False where the reference is none that a pointer tells. */
const follow = (
  document: Json,
  reference: string,
  reached: Set<string>,
  waiting: Json[],
): boolean => {
  if (reference === '#' || reached.has(reference.slice(1))) return true;
  if (!reference.startsWith('#/') || reference.includes('%')) return false;
  reached.add(reference.slice(1));
  waiting.push(resolvePointer(document, reference.slice(1)) ?? true);
  return true;
};

/** Whether a definition matters to anybody: nobody reads one that nothing refers to. */
export const isReferredTo = (document: Json, definition: string): boolean => {
  const reached = reachable(document, '');
  if (reached === null || reached.has(definition)) return true;
  return [...reached].some((pointer) => pointer.startsWith(`${definition}/`));
};
