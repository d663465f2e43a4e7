import { isArray, isObject, type Json } from '../../json/value.js';

/**
 * Keeps what was made of a document for as long as the document itself lives: the same two schemas
 * are asked about in both directions, under both relations, and change by change.
 */
export const rememberEach = <T>(
  make: (document: Json, variant: string) => T,
): ((document: Json, variant: string) => T) => {
  const known = new WeakMap<object, Map<string, T>>();
  return (document, variant) => {
    if (!isObject(document) && !isArray(document)) return make(document, variant);
    const variants = known.get(document) ?? new Map<string, T>();
    known.set(document, variants);
    const found = variants.get(variant);
    if (found !== undefined) return found;
    const made = make(document, variant);
    variants.set(variant, made);
    return made;
  };
};
