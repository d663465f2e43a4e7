/** The meta-schemas that a reference may name without anything being fetched. */
import { member, type JsonObject } from '../../json/value.js';
import { DRAFT_07 } from './draft-07.js';
import { CORE, SCHEMA } from './draft-2020-12.js';
import { APPLICATOR, UNEVALUATED } from './draft-2020-12-applicator.js';
import { CONTENT, FORMAT_ANNOTATION, META_DATA, VALIDATION } from './draft-2020-12-assertion.js';

const nameOf = (schema: JsonObject): string => String(member(schema, '$id')).replace(/#$/, '');

/** By absolute URI without a fragment. */
export const BUILT_IN: ReadonlyMap<string, JsonObject> = new Map(
  [
    DRAFT_07,
    SCHEMA,
    CORE,
    APPLICATOR,
    UNEVALUATED,
    VALIDATION,
    META_DATA,
    FORMAT_ANNOTATION,
    CONTENT,
  ].map((schema) => [nameOf(schema), schema]),
);
