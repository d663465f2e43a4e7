import { sha256Hex } from '../../json/digest.js';
import { namespaceOf } from '../tools-list/tool-id.js';

export interface NamedOperation {
  readonly method: string;
  readonly path: string;
  readonly operationId: string | null;
}

/** What clients of models take for a name; `.` becomes two characters there. */
const MOST_CHARACTERS = 64;
const FEWEST_CHARACTERS = 24;
const LONGEST_NAMESPACE = 32;
const HASH_DIGITS = 12;

/** A namespace out of the title of a document, short enough to leave room for a name behind it. */
export const documentNamespace = (title: string): string => {
  const namespace = namespaceOf(title).replace(/-{2,}/g, '-');
  if (namespace.length <= LONGEST_NAMESPACE) return namespace;
  const kept = namespace.slice(0, LONGEST_NAMESPACE - HASH_DIGITS - 1).replace(/[-_]+$/, '');
  return `${kept}-${hashOf(title)}`;
};

/**
 * The tool_id of each operation: the namespace and its operationId, else method and path, in
 * letters, digits, `_` and `-`. As the name that a client shows it has 64 characters at most: a
 * longer one is cut and gets 12 hex digits of its hash, and so do all that would be alike but for
 * case. An id depends on nothing but its operation and those that are like it, never on the order.
 */
export const operationIds = (
  namespace: string,
  operations: readonly NamedOperation[],
): string[] => {
  const room = Math.max(MOST_CHARACTERS - namespace.length - 2, FEWEST_CHARACTERS);
  const names = operations.map(readableName);
  const often = countOf(names.map((name) => name.toLowerCase()));
  const stated = countOf(operations.map(({ operationId }) => operationId ?? ''));
  return operations.map((operation, n) => {
    const name = names[n] ?? '';
    const keeps = name.length <= room && !HASHED.test(name) && often.get(name.toLowerCase()) === 1;
    const { method, path, operationId } = operation;
    const isOne = operationId !== null && stated.get(operationId) === 1;
    const identity = isOne ? operationId : `${method} ${path}`;
    return `${namespace}.${keeps ? name : withHash(name, identity, room)}`;
  });
};

function countOf(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

const HASHED = /_[0-9a-f]{12}$/i;

function readableName({ method, path, operationId }: NamedOperation): string {
  const own = operationId === null ? '' : readable(operationId);
  if (own !== '') return own;
  const segments = path
    .split('/')
    .map((segment) => segment.replace(/^\{(.*)\}$/, 'by_$1'))
    .join('_');
  return readable(`${method.toLowerCase()}_${segments}`);
}

function readable(text: string): string {
  return text
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .replace(/_{2,}/g, '_')
    .replace(/^_+|_+$/g, '');
}

function withHash(name: string, identity: string, room: number): string {
  const kept = name.slice(0, room - HASH_DIGITS - 1).replace(/_+$/, '');
  return `${kept}_${hashOf(identity)}`;
}

function hashOf(text: string): string {
  return sha256Hex(text).slice(0, HASH_DIGITS);
}
