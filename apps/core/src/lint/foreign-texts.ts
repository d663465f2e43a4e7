import { member, type Json } from '../json/value.js';
import { matchesLinearly, matchesNatively } from '../schema/backtracking/native-match.js';
import { allowsType, listsValues } from './keywords.js';
import type { LintHit } from './lint-rule.js';
import { inputPlaces } from './schema-places.js';
import type { LintSubject, SchemaPlace } from './subject.js';

/**
 * Whether a pattern lets one of these texts through. One that is missing keeps nothing out; of one
 * that cannot be run safely nothing is said here.
 */
const letsThrough = (pattern: Json | undefined, texts: readonly string[]): boolean =>
  typeof pattern !== 'string' ||
  texts.some((text) => (matchesNatively(pattern, text) ?? matchesLinearly(pattern, text)) === true);

/** Arguments of free text, as far as `isMeant`, that let one of these texts through. */
export const hitsByForeignTexts = (
  subject: LintSubject,
  texts: readonly string[],
  isMeant: (place: SchemaPlace) => boolean,
): LintHit[] =>
  inputPlaces(subject)
    .filter(({ schema }) => allowsType(schema, 'string') && !listsValues(schema))
    .filter((place) => isMeant(place) && letsThrough(member(place.schema, 'pattern'), texts))
    .map(({ path }) => ({ path }));
