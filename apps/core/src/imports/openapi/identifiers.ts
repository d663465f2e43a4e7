import { resolvePointer } from '../../json/pointer.js';
import { isArray, isObject, member, objectOf, type Json } from '../../json/value.js';
import { indexResources, type ResourceIndex } from '../../schema/resources.js';
import { splitFragment } from '../../schema/uri.js';
import { hasWholeJsonSchema, type OpenApiDocument } from './document.js';

const HOME = '/components/schemas';
const DEFINITIONS = '/$defs';

/** `elsewhere`: it names a place of the document by its pointer, or leads out of it. */
export type Identified = { readonly pointer: string } | 'elsewhere' | 'nothing';

/**
 * What a reference names by an `$anchor` or an `$id`, or leads to below an `$id`. Identifiers of the
 * schemas under `components` are known, since there alone every schema is one for certain.
 */
export const identified = (document: OpenApiDocument, ref: string, from: string): Identified => {
  const index = indexOf(document);
  if (index === null) return 'elsewhere';
  const { uri, fragment } = splitFragment(ref);
  const place = from.startsWith(`${HOME}/`) ? DEFINITIONS + from.slice(HOME.length) : '';
  const isOwn = index.resourceAt(place) === '';
  if (isOwn && uri === '' && isPointer(fragment)) return 'elsewhere';
  const found = index.resolve(ref, place);
  if ('fault' in found) return isOwn || uri !== '' ? 'elsewhere' : 'nothing';
  // What is not below the definitions is the document, by its own address, or a meta-schema.
  return found.pointer.startsWith(`${DEFINITIONS}/`)
    ? { pointer: HOME + found.pointer.slice(DEFINITIONS.length) }
    : 'elsewhere';
};

const isPointer = (fragment: string): boolean => fragment === '' || fragment.startsWith('/');

/** Whether the identifiers at this place are known. */
export const isIndexed = (document: OpenApiDocument, at: string): boolean =>
  at.startsWith(`${HOME}/`) && indexOf(document) !== null;

/**
 * Where a dynamic reference leads whatever the way to it: its name is given once in the document.
 * Null where that cannot be said.
 */
export const onlyDynamic = (document: OpenApiDocument, ref: Json, from: string): string | null => {
  if (typeof ref !== 'string') return null;
  const found = identified(document, ref, from);
  if (typeof found === 'string') return null;
  const name = splitFragment(ref).fragment;
  const target = resolvePointer(document.root, found.pointer);
  const isDynamic = isObject(target) && member(target, '$dynamicAnchor') === name;
  return !isDynamic || timesGiven(document.root, name) === 1 ? found.pointer : null;
};

const timesGiven = (value: Json, name: string): number => {
  let times = 0;
  const open: Json[] = [value];
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    if (!isObject(next) && !isArray(next)) continue;
    if (isObject(next) && member(next, '$dynamicAnchor') === name) times += 1;
    for (const inner of Object.values(next) as Json[]) open.push(inner);
  }
  return times;
};

const known = new WeakMap<OpenApiDocument, { readonly index: ResourceIndex | null }>();

const indexOf = (document: OpenApiDocument): ResourceIndex | null => {
  const found = known.get(document) ?? { index: indexed(document) };
  known.set(document, found);
  return found.index;
};

/** Null where there is nothing to know, so that most documents are not walked. */
const indexed = ({ root, edition }: OpenApiDocument): ResourceIndex | null => {
  const schemas = resolvePointer(root, HOME);
  if (!hasWholeJsonSchema(edition) || !isObject(schemas)) return null;
  if (!/"\$(?:id|anchor|dynamicAnchor)":/.test(JSON.stringify(schemas))) return null;
  const self = member(root, '$self');
  const index = indexResources(
    objectOf([
      ...(typeof self === 'string' ? ([['$id', splitFragment(self).uri]] as const) : []),
      ['$defs', schemas],
    ]),
  );
  return index.faults.some(({ code }) => code === 'identifier-duplicate') ? null : index;
};
