import { isArray, isObject, member, type JsonObject } from '../json/value.js';
import type { LintHit } from './lint-rule.js';
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
