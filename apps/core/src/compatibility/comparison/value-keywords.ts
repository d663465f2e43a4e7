import { isArray, member, type Json } from '../../json/value.js';
import type { SchemaAspect } from '../change.js';
import { isEqual, textOf } from './equality.js';
import { editAt, note, pathAt, type Pair } from './pair.js';

/** Keywords that are compared as they stand: what a difference means is for the engine to say. */
const KEYWORDS: readonly (readonly [SchemaAspect, readonly string[]])[] = [
  ['range', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
  ['length', ['minLength', 'maxLength']],
  ['pattern', ['pattern']],
  ['format', ['format']],
  ['item-count', ['minItems', 'maxItems', 'uniqueItems', 'minContains', 'maxContains']],
  ['property-count', ['minProperties', 'maxProperties']],
  ['dependency', ['dependentRequired', 'dependentSchemas', 'dependencies']],
  ['reference', ['$ref', '$dynamicRef', '$id', '$anchor', '$dynamicAnchor']],
  ['dialect', ['$schema']],
];

export const compareValues = (pair: Pair): void => {
  for (const [aspect, keywords] of KEYWORDS) {
    for (const keyword of keywords) compareKeyword(pair, aspect, keyword);
  }
  compareTypes(pair);
  compareListedValues(pair);
};

/** One keyword as a whole. */
export const compareKeyword = (pair: Pair, aspect: SchemaAspect, keyword: string): void => {
  const [before, after] = [member(pair.before, keyword), member(pair.after, keyword)];
  if (isEqual(before, after)) return;
  note(pair, {
    aspect,
    action: before === undefined ? 'added' : after === undefined ? 'removed' : 'changed',
    path: pathAt(pair, keyword),
    subject: keyword,
    ...(before === undefined ? {} : { before }),
    ...(after === undefined ? {} : { after }),
    edits: [editAt(pair, keyword, after)],
  });
};

const asList = (value: Json | undefined): readonly Json[] | undefined =>
  value === undefined || isArray(value) ? value : [value];

const without = (list: readonly Json[], other: readonly Json[]): readonly Json[] => {
  const known = new Set(other.map(textOf));
  return list.filter((value) => !known.has(textOf(value)));
};

/** `"string"` and `["string"]` say the same, in whatever order. */
const compareTypes = (pair: Pair): void => {
  const before = asList(member(pair.before, 'type'));
  const after = asList(member(pair.after, 'type'));
  if (before !== undefined && after !== undefined) {
    if (without(before, after).length === 0 && without(after, before).length === 0) return;
  }
  compareKeyword(pair, 'type', 'type');
};

/** `const` is an `enum` of one. Values that came and values that went are two changes. */
const compareListedValues = (pair: Pair): void => {
  const before = listed(pair, 'before');
  const after = listed(pair, 'after');
  if (before === null && after === null) return;
  if (before === null || after === null || before.both || after.both) {
    compareKeyword(pair, 'enum', 'enum');
    compareKeyword(pair, 'enum', 'const');
    return;
  }
  const gone = without(before.values, after.values);
  const come = without(after.values, before.values);
  const kept = without(before.values, gone);
  noteValues(pair, { action: 'removed', values: gone, left: kept, keyword: after.keyword });
  const all = [...before.values, ...come];
  noteValues(pair, { action: 'added', values: come, left: all, keyword: after.keyword });
};

interface Listed {
  readonly values: readonly Json[];
  readonly keyword: string;
  readonly both: boolean;
}

const listed = (pair: Pair, which: 'before' | 'after'): Listed | null => {
  const [values, value] = [member(pair[which], 'enum'), member(pair[which], 'const')];
  const both = values !== undefined && value !== undefined;
  if (isArray(values)) return { values, keyword: 'enum', both };
  return value === undefined ? null : { values: [value], keyword: 'const', both };
};

const noteValues = (
  pair: Pair,
  change: {
    readonly action: 'added' | 'removed';
    readonly values: readonly Json[];
    readonly left: readonly Json[];
    readonly keyword: string;
  },
): void => {
  if (change.values.length === 0) return;
  note(pair, {
    aspect: 'enum-value',
    action: change.action,
    path: pathAt(pair, change.keyword),
    subject: nameValues(change.values),
    [change.action === 'added' ? 'after' : 'before']: change.values,
    edits: [editAt(pair, 'const', undefined), editAt(pair, 'enum', change.left)],
  });
};

const MOST_NAMED = 5;

const nameValues = (values: readonly Json[]): string => {
  const named = values.slice(0, MOST_NAMED).map((value) => shorten(JSON.stringify(value)));
  const more = values.length - named.length;
  return more > 0 ? `${named.join(', ')} and ${String(more)} more` : named.join(', ');
};

const shorten = (text: string): string => (text.length > 60 ? `${text.slice(0, 59)}…` : text);
