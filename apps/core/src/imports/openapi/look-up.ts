import { parsePointer, pointer as pointerTo, resolvePointer } from '../../json/pointer.js';
import { isObject, member, type Json } from '../../json/value.js';
import { decodeFragment, splitFragment } from '../../schema/uri.js';
import type { SetAside } from '../tools-list/set-aside.js';
import type { OpenApiDocument } from './document.js';
import { identified } from './identifiers.js';

/** A value with its place in the document. */
export interface Located<T extends Json = Json> {
  readonly value: T;
  readonly pointer: string;
}

export type Found = Located | { readonly fault: SetAside };

/**
 * What a `$ref` that stands at `from` names. Only what is in the document itself is found: nothing
 * is fetched, neither from a server nor from a file beside it.
 */
export const lookUp = (document: OpenApiDocument, ref: Json, from: string): Found => {
  const at = pointerTo(from, '$ref');
  if (typeof ref !== 'string') return fault('reference-unresolved', at, 'A `$ref` is a text.');
  const named = identified(document, ref, from);
  if (named === 'nothing') {
    return fault('reference-unresolved', at, `"${ref}" names nothing below the \`$id\` around it.`);
  }
  return named === 'elsewhere' ? byPointer(document, ref, at) : valueAt(document, ref, at, named);
};

function valueAt(
  document: OpenApiDocument,
  ref: string,
  at: string,
  { pointer }: { readonly pointer: string },
): Found {
  const value = resolvePointer(document.root, pointer);
  return value === undefined ? byPointer(document, ref, at) : { value, pointer };
}

function byPointer(document: OpenApiDocument, ref: string, at: string): Found {
  const { uri, fragment } = splitFragment(ref);
  if (uri !== '' && uri !== member(document.root, '$self')) {
    const message = `"${ref}" leads out of the document, and nothing is fetched. Bundle it into one document first.`;
    return fault('reference-remote', at, message);
  }
  const pointer = decodeFragment(fragment);
  const names = pointer !== null && pointer !== '' ? parsePointer(pointer) : null;
  const value = names === null ? undefined : resolvePointer(document.root, pointer ?? '');
  if (value === undefined) {
    return fault('reference-unresolved', at, `"${ref}" names nothing in the document.`);
  }
  return { value, pointer: pointerTo('', ...(names ?? [])) };
}

const MOST_HOPS = 32;

/** Follows Reference Objects to what they stand for. */
export const follow = (document: OpenApiDocument, from: Located): Found => {
  let at: Found = from;
  for (let hops = 0; hops < MOST_HOPS; hops += 1) {
    const ref = isObject(at.value) ? member(at.value, '$ref') : undefined;
    if (ref === undefined) return at;
    at = lookUp(document, ref, at.pointer);
    if ('fault' in at) return at;
  }
  const message = 'These references lead to each other and to nothing else.';
  return fault('reference-circle', from.pointer, message);
};

function fault(code: string, pointer: string, message: string): Found {
  return { fault: { code, pointer, message } };
}

/** The member at `key`, with its place; undefined where it is not there. */
export const memberAt = (from: Located, key: string): Located | undefined => {
  const value = isObject(from.value) ? member(from.value, key) : undefined;
  return value === undefined ? undefined : { value, pointer: pointerTo(from.pointer, key) };
};
