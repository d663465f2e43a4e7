import { pointer } from '../json/pointer.js';
import { isObject, member, type Json, type JsonObject } from '../json/value.js';

/** Where a document keeps its definitions, in either dialect. */
export const DEFINITION_KEYWORDS: readonly string[] = ['$defs', 'definitions'];

const DEFINITION = /^#(?:\/(?:\$defs|definitions)\/[^/%]+)?$/;

/** Of a reference: it is to the document itself, or to a definition as a whole. */
export const namesDefinition = (reference: string): boolean => DEFINITION.test(reference);

/** The definitions of a document by the references that lead to them. */
export const definitionsOf = (document: JsonObject): ReadonlyMap<string, Json> =>
  new Map(
    DEFINITION_KEYWORDS.flatMap((keyword) => {
      const map = member(document, keyword);
      if (!isObject(map)) return [];
      return Object.entries(map).map(
        ([name, schema]) => [pointer('#', keyword, name), schema] as const,
      );
    }),
  );
