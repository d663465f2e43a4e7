/** The constants by which most alternatives are told apart, such as that of `kind`. */
import { pointer } from '../json/pointer.js';
import { isObject, member, type Json, type JsonObject } from '../json/value.js';
import { EQUALITY_KEYWORDS } from './equality-keywords.js';

/** What the compiled branch would say, in ajv's terms but for the place in the schema. */
export interface Mismatch {
  readonly instancePath: string;
  readonly keyword: string;
  readonly message: string;
  readonly params: Readonly<Record<string, unknown>>;
}

const [CONST] = EQUALITY_KEYWORDS;

/**
 * Finds a property of which the branch demands another constant: the branch refuses such a value
 * whatever else it says, and need not be compiled to be asked. null where it may hold.
 */
export const mismatchWith = (branch: JsonObject): ((value: unknown) => Mismatch | null) => {
  const properties = member(branch, 'properties') ?? null;
  const checks = (isObject(properties) ? Object.entries(properties) : []).flatMap(
    ([name, schema]) => {
      const constant = isObject(schema) ? member(schema, 'const') : undefined;
      if (constant === undefined) return [];
      return [{ name, constant, isEqual: CONST.compile(constant) }];
    },
  );
  return (value) => {
    // Whatever is judged comes from a JSON document.
    const object = value as Json;
    if (checks.length === 0 || !isObject(object)) return null;
    const failed = checks.find(({ name, isEqual }) => {
      const inner = member(object, name);
      return inner !== undefined && !isEqual(inner);
    });
    return failed === undefined ? null : mismatch(failed.name, failed.constant);
  };
};

const mismatch = (name: string, allowedValue: Json): Mismatch => ({
  instancePath: pointer('', name),
  keyword: 'const',
  message: 'must be equal to constant',
  params: { allowedValue },
});
