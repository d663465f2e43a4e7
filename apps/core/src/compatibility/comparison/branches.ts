import { isArray, isObject, member, type Json } from '../../json/value.js';
import { isEqual, textOf } from './equality.js';
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
  const matchedOld = new Set(matches.map(({ old }) => old));
  const matchedNow = new Set(matches.map(({ now }) => now));
  for (const { old, now } of matches) {
    descend(pair, [keyword, old], before[old] ?? true, after[now] ?? true, [keyword, now]);
  }
  before.forEach((_, old) => {
    if (matchedOld.has(old)) return;
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
    if (matchedNow.has(now)) return;
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
  const [oldLeft, nowLeft] = [before, after].map((list) => new Set(list.keys()));
  if (oldLeft === undefined || nowLeft === undefined) return matches;
  const pairUp = (keyOf: (branch: Json, index: number) => string | null): void => {
    const waiting = new Map<string, number[]>();
    for (const now of nowLeft) {
      const key = keyOf(after[now] ?? true, now);
      if (key !== null) waiting.set(key, [...(waiting.get(key) ?? []), now]);
    }
    for (const old of oldLeft) {
      const key = keyOf(before[old] ?? true, old);
      const now = key === null ? undefined : waiting.get(key)?.shift();
      if (now === undefined) continue;
      matches.push({ old, now });
      oldLeft.delete(old);
      nowLeft.delete(now);
    }
  };
  pairUp(textOf);
  pairUp(labelOf);
  const isSameLength = before.length === after.length;
  pairUp((branch, index) => (isSameLength && labelOf(branch) === null ? String(index) : null));
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
