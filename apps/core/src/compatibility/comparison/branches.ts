import { isArray, isObject, member, type Json } from '../../json/value.js';
import { isEqual } from './equality.js';
import { editAt, note, pathAt, type Descend, type Pair } from './pair.js';
import { compareKeyword } from './value-keywords.js';

export const compareBranches = (pair: Pair, descend: Descend): void => {
  for (const keyword of ['allOf', 'anyOf', 'oneOf']) {
    const [before, after] = [member(pair.before, keyword), member(pair.after, keyword)];
    if (isArray(before) && isArray(after)) compareList(pair, keyword, before, after, descend);
    else compareKeyword(pair, 'composition', keyword);
  }
  // Under a negation or a condition a difference works the other way round, or both ways.
  compareKeyword(pair, 'composition', 'not');
  compareCondition(pair);
};

/** The three keywords of a condition mean something only together: one change. */
const compareCondition = (pair: Pair): void => {
  const keywords = ['if', 'then', 'else'];
  const changed = keywords.filter(
    (keyword) => !isEqual(member(pair.before, keyword), member(pair.after, keyword)),
  );
  const [first] = changed;
  if (first === undefined) return;
  note(pair, {
    aspect: 'condition',
    action: 'changed',
    path: pathAt(pair, first),
    subject: changed.join(', '),
    edits: changed.map((keyword) => editAt(pair, keyword, member(pair.after, keyword))),
  });
};

interface Match {
  readonly old: number;
  readonly now: number;
}

const compareList = (
  pair: Pair,
  keyword: string,
  before: readonly Json[],
  after: readonly Json[],
  descend: Descend,
): void => {
  const matches = matchBranches(before, after);
  for (const { old, now } of matches) {
    descend(pair, [keyword, old], before[old] ?? true, after[now] ?? true, [keyword, now]);
  }
  before.forEach((_, old) => {
    if (matches.some((match) => match.old === old)) return;
    const left = before.filter((__, index) => index !== old);
    note(pair, {
      aspect: 'composition',
      action: 'removed',
      path: pathAt(pair, keyword, old),
      subject: keyword,
      edits: [editAt(pair, keyword, left.length === 0 ? undefined : left)],
    });
  });
  after.forEach((branch, now) => {
    if (matches.some((match) => match.now === now)) return;
    note(pair, {
      aspect: 'composition',
      action: 'added',
      path: pathAt(pair, keyword, now),
      subject: keyword,
      edits: [editAt(pair, keyword, [...before, branch])],
    });
  });
};

/** Equal branches first, then those that name themselves alike, then the rest by position. */
const matchBranches = (before: readonly Json[], after: readonly Json[]): Match[] => {
  const matches: Match[] = [];
  const pairUp = (isMatch: (one: Json, other: Json, old: number, now: number) => boolean): void => {
    before.forEach((branch, old) => {
      if (matches.some((match) => match.old === old)) return;
      const now = after.findIndex(
        (other, index) =>
          !matches.some((match) => match.now === index) && isMatch(branch, other, old, index),
      );
      if (now !== -1) matches.push({ old, now });
    });
  };
  pairUp(isEqual);
  pairUp((one, other) => labelOf(one) !== null && labelOf(one) === labelOf(other));
  if (before.length === after.length) {
    pairUp(
      (one, other, old, now) => old === now && labelOf(one) === null && labelOf(other) === null,
    );
  }
  return matches.sort((one, other) => one.old - other.old);
};

/** What a branch calls itself: its reference, its constant members, or its type and title. */
const labelOf = (branch: Json): string | null => {
  if (!isObject(branch)) return null;
  const reference = member(branch, '$ref');
  if (typeof reference === 'string') return `reference ${reference}`;
  const properties = member(branch, 'properties');
  const constants = isObject(properties)
    ? Object.entries(properties).flatMap(([name, schema]) => {
        const value = isObject(schema) ? member(schema, 'const') : undefined;
        return value === undefined ? [] : [`${name}=${JSON.stringify(value)}`];
      })
    : [];
  if (constants.length > 0) return `constants ${constants.sort().join()}`;
  const [type, title] = [member(branch, 'type'), member(branch, 'title')];
  if (type === undefined && title === undefined) return null;
  return JSON.stringify(['type', type ?? null, title ?? null]);
};
