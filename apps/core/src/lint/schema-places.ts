import { isArray, isObject, member, type JsonObject } from '../json/value.js';
import type { LintHit, LintRule } from './lint-rule.js';
import type { LintSubject, SchemaPlace } from './subject.js';

/** The schemas of the arguments, the root among them. */
export const inputPlaces = ({ schemas }: LintSubject): readonly SchemaPlace[] =>
  schemas.filter(({ side }) => side === 'input');

/** Where one of these keywords stands in the arguments, one hit for each schema. */
export const keywordHits = (
  subject: LintSubject,
  keywords: readonly string[],
  tell: (found: readonly string[]) => string,
): LintHit[] =>
  inputPlaces(subject).flatMap(({ path, schema }) => {
    const found = keywords.filter((keyword) => Object.hasOwn(schema, keyword));
    return found.length === 0 ? [] : [{ path, message: tell(found) }];
  });

/** Arrays that do not say what their items are. */
export const arraysWithoutItems = (subject: LintSubject): LintHit[] =>
  inputPlaces(subject)
    .filter(({ schema }) => isOrMayBeArray(schema) && !isObject(member(schema, 'items')))
    .filter(({ schema }) => !isArray(member(schema, 'items')) && member(schema, 'items') !== true)
    .map(({ path }) => ({ path }));

const isOrMayBeArray = (schema: JsonObject): boolean => {
  const type = member(schema, 'type');
  return type === 'array' || (isArray(type) && type.includes('array'));
};

/** Of each rule whose `matches` is `arraysWithoutItems`. */
export const ARRAY_WITHOUT_ITEMS_EXAMPLES: LintRule['examples'] = [
  {
    title: 'no items, and items of a tuple only',
    contract: {
      input_schema: {
        type: 'object',
        properties: {
          a: { type: 'array', maxItems: 9, description: 'Some.' },
          b: { type: ['array', 'null'], prefixItems: [true], items: false, description: 'One.' },
        },
      },
    },
    finds: ['/input_schema/properties/a', '/input_schema/properties/b'],
  },
  {
    title: 'items, and an array of the output',
    contract: {
      input_schema: {
        type: 'object',
        properties: {
          a: { type: 'array', maxItems: 9, items: { type: 'boolean' }, description: 'Some.' },
        },
      },
      output_schema: { type: 'array' },
    },
    finds: [],
  },
];
