import { isArray, isObject, member, type Json, type JsonObject } from '#core/json/value.js';
import type { FieldError } from '#core/problems/field-error.js';
import { problemOf, type ApiProblem } from '../client/problem.js';

/** Why the service does not take one item. `pointer` goes into its manifest. */
export interface Reason {
  readonly code: string;
  readonly pointer: string;
  readonly message: string;
}

/**
 * Which of `count` items a refused bulk names, by their place in it: the problems of `items-refused`,
 * or the pointers `/items/<n>/…` of a body that could not be read.
 */
export const refusedItems = (problem: ApiProblem, count: number): ReadonlyMap<number, Reason> => {
  const listed = member(problem.document, 'items');
  const named = isArray(listed)
    ? listed.flatMap((entry) => (isObject(entry) ? byEntry(entry) : []))
    : problem.errors.flatMap((error) => byPointer(error, problem.code));
  // The first word on an item is the one that it fails by.
  return new Map(named.filter(([place]) => place < count).toReversed());
};

/** The one reason to show for a problem: its first place in the document, or its detail. */
export const reasonOf = (problem: ApiProblem): Reason => {
  const [first, ...more] = problem.errors;
  const smallest = minimumVersionOf(problem);
  if (first === undefined) {
    return { code: problem.code, pointer: '', message: problem.detail + smallest };
  }
  const others = more.length === 0 ? '' : ` (and ${more.length} more)`;
  return {
    code: problem.code,
    pointer: first.pointer.replace(IN_ITEM, ''),
    message: first.message + smallest + others,
  };
};

const IN_ITEM = /^(\/items\/\d+)?(\/manifest)?(?=\/|$)/;

function byEntry(entry: JsonObject): [number, Reason][] {
  const place = member(entry, 'index');
  const status = member(entry, 'status');
  const problem = problemOf(typeof status === 'number' ? status : 422, entry);
  return typeof place === 'number' ? [[place, reasonOf(problem)]] : [];
}

function byPointer({ pointer, message }: FieldError, code: string): [number, Reason][] {
  const place = /^\/items\/(\d+)(?=\/|$)/.exec(pointer)?.[1];
  if (place === undefined) return [];
  return [[Number(place), { code, pointer: pointer.replace(IN_ITEM, ''), message }]];
}

/** `bump-too-small` says which number would do. */
function minimumVersionOf({ document }: ApiProblem): string {
  const check: Json | undefined = member(document, 'check');
  const smallest = isObject(check) ? member(check, 'minimum_version') : undefined;
  return typeof smallest === 'string' ? `; ${smallest} would be allowed` : '';
}
