import { isArray, isObject, member, type Json } from '../../json/value.js';
import { editAt, note, pathAt, type Descend, type Pair } from './pair.js';
import { compareKeyword } from './value-keywords.js';

export const compareArrays = (pair: Pair, descend: Descend): void => {
  for (const keyword of [
    'items',
    'prefixItems',
    'additionalItems',
    'unevaluatedItems',
    'contains',
  ]) {
    const [before, after] = [member(pair.before, keyword), member(pair.after, keyword)];
    if (isArray(before) && isArray(after)) compareTuple(pair, keyword, before, after, descend);
    else if (isObject(before) && isObject(after)) descend(pair, [keyword], before, after);
    else compareKeyword(pair, 'items', keyword);
  }
};

const compareTuple = (
  pair: Pair,
  keyword: string,
  before: readonly Json[],
  after: readonly Json[],
  descend: Descend,
): void => {
  before.slice(0, after.length).forEach((schema, index) => {
    descend(pair, [keyword, index], schema, after[index] ?? true);
  });
  if (before.length === after.length) return;
  note(pair, {
    aspect: 'items',
    action: before.length < after.length ? 'added' : 'removed',
    path: pathAt(pair, keyword),
    subject: keyword,
    edits: [
      editAt(pair, keyword, [...before.slice(0, after.length), ...after.slice(before.length)]),
    ],
  });
};
