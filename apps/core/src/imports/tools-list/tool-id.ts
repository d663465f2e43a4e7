import { isNamespace, MAX_TOOL_ID_LENGTH } from '../../contract/tool-id.js';
import { sha256Hex } from '../../json/digest.js';

/** Leaves room for a readable part of the tool's name behind it. */
const MAX_NAMESPACE = 64;

const PLAIN_NAME = /^[a-zA-Z0-9_-]+(\.[a-zA-Z0-9_-]+)*$/;
/** What a mapped name ends in; a plain name that ends so is mapped as well, so none can meet it. */
const HASHED = /_[0-9a-f]{12}$/i;
const HASH_LENGTH = 12;

export const servesAsNamespace = (text: string): boolean =>
  text.length <= MAX_NAMESPACE && isNamespace(text);

/**
 * A namespace out of what a server calls itself: lower case, everything else than letters, digits,
 * `_` and `-` becomes one `-` (`@acme/mcp-server` → `acme-mcp-server`). People grant namespaces by
 * hand, so it stays readable, and two servers may fall on the same one: their tools still differ.
 */
export const namespaceOf = (serverName: string): string => {
  const readable = serverName
    .toLowerCase()
    .replace(/[^a-z0-9_-]+/g, '-')
    .replace(/^[_-]+|[_-]+$/g, '');
  if (readable === '') return `server-${shortHash(serverName)}`;
  const lettered = /^[a-z]/.test(readable) ? readable : `server-${readable}`;
  return lettered.length <= MAX_NAMESPACE
    ? lettered
    : withHash(lettered, serverName, MAX_NAMESPACE);
};

/**
 * The tool_id of each name in one server's list, no two of them equal even but for case. A name
 * that is a valid tail of an id stays as it is; any other keeps its readable part and gets
 * `_` + 12 hex digits of its SHA-256, which depends on nothing but the name. Only where names differ
 * in nothing but case (the catalog refuses such ids) do those with capitals get the hash, too. The
 * order of the list never matters.
 */
export const toolIdsOf = (namespace: string, names: readonly string[]): Map<string, string> => {
  const spellings = new Map<string, Set<string>>();
  for (const name of names) {
    const folded = name.toLowerCase();
    const known = spellings.get(folded);
    if (known === undefined) spellings.set(folded, new Set([name]));
    else known.add(name);
  }
  const room = MAX_TOOL_ID_LENGTH - namespace.length - 1;
  return new Map(
    names.map((name) => {
      const folded = name.toLowerCase();
      const hasTwin = (spellings.get(folded)?.size ?? 0) > 1;
      const keeps = isPlain(name, room) && (!hasTwin || name === folded);
      return [name, `${namespace}.${keeps ? name : withHash(name, name, room)}`];
    }),
  );
};

function isPlain(name: string, room: number): boolean {
  return name.length <= room && PLAIN_NAME.test(name) && !HASHED.test(name);
}

function withHash(text: string, hashed: string, room: number): string {
  const readable = text
    .replace(/[^a-zA-Z0-9_-]+/g, '_')
    .slice(0, room - HASH_LENGTH - 1)
    .replace(/^_+|_+$/g, '');
  return `${readable === '' ? 'tool' : readable}_${shortHash(hashed)}`;
}

function shortHash(text: string): string {
  return sha256Hex(text).slice(0, HASH_LENGTH);
}
