import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import type { Edit } from '../change.js';
import { declaredNames, isCoveredByExtras } from './declared-names.js';
import { textOf, withoutAnnotations } from './equality.js';
import { editAt, note, pathAt, type Descend, type Pair } from './pair.js';
import { isReferredTo } from './reachable.js';
import { compareKeyword } from './value-keywords.js';
import { pointer } from '../../json/pointer.js';

export const compareObjects = (pair: Pair, descend: Descend): void => {
  compareProperties(pair, descend);
  compareRequired(pair);
  for (const keyword of ['additionalProperties', 'unevaluatedProperties', 'propertyNames']) {
    compareOne(pair, keyword, descend);
  }
  compareMap(pair, 'patternProperties', descend);
  for (const keyword of ['$defs', 'definitions']) compareDefinitions(pair, keyword, descend);
};

const mapOf = (schema: JsonObject, keyword: string): JsonObject => {
  const value = member(schema, keyword);
  return isObject(value) ? value : {};
};

const namesOf = (schema: JsonObject): ReadonlySet<string> => {
  const names = member(schema, 'required');
  return new Set(isArray(names) ? names.filter((name) => typeof name === 'string') : []);
};

const requiredWith = (names: Iterable<string>): Json | undefined => {
  const list = [...names];
  return list.length === 0 ? undefined : list;
};

const compareProperties = (pair: Pair, descend: Descend): void => {
  const [before, after] = [mapOf(pair.before, 'properties'), mapOf(pair.after, 'properties')];
  const wasRequired = namesOf(pair.before);
  const isRequired = namesOf(pair.after);
  const newcomers = newcomersOf(before, after);
  const isLossy = Object.keys(before).some((name) => member(after, name) === undefined);
  const declared = isLossy ? declaredNames(pair.documents.after, pair.after) : new Set<string>();
  for (const [name, schema] of Object.entries(before)) {
    const now = member(after, name);
    if (now !== undefined) descend(pair, ['properties', name], schema, now);
    else {
      const renamedTo = newcomers.get(plain(schema));
      noteRemoved(pair, { name, schema, wasRequired, renamedTo, isDeclared: declared.has(name) });
    }
  }
  for (const [name, schema] of Object.entries(after)) {
    const isNewlyRequired = isRequired.has(name) && !wasRequired.has(name);
    if (member(before, name) !== undefined || isNewlyRequired) continue;
    note(pair, {
      aspect: 'property',
      action: 'added',
      path: pathAt(pair, 'properties', name),
      subject: name,
      after: schema,
      edits: [{ pointer: pointer(pair.at, 'properties', name), value: schema }],
    });
  }
};

/** What a property says apart from its texts. */
const plain = (schema: Json): string => textOf(withoutAnnotations(schema));

/** New properties by what they say, as far as each is the only one to say it. */
const newcomersOf = (before: JsonObject, after: JsonObject): ReadonlyMap<string, string> => {
  const found = new Map<string, string>();
  const several = new Set<string>();
  for (const [name, schema] of Object.entries(after)) {
    if (member(before, name) !== undefined) continue;
    const key = plain(schema);
    if (found.has(key)) several.add(key);
    found.set(key, name);
  }
  for (const key of several) found.delete(key);
  return found;
};

interface Removed {
  readonly name: string;
  readonly schema: Json;
  readonly wasRequired: ReadonlySet<string>;
  readonly renamedTo: string | undefined;
  /** Somewhere else in the new schema, in a branch say. */
  readonly isDeclared: boolean;
}

const noteRemoved = (pair: Pair, removed: Removed): void => {
  const { name, schema, wasRequired, renamedTo } = removed;
  const edits: Edit[] = [{ pointer: pointer(pair.at, 'properties', name), value: undefined }];
  if (wasRequired.has(name)) {
    const left = [...wasRequired].filter((required) => required !== name);
    edits.push(editAt(pair, 'required', requiredWith(left)));
  }
  note(pair, {
    aspect: 'property',
    action: 'removed',
    path: pathAt(pair, 'properties', name),
    subject: name,
    before: schema,
    edits,
    isIgnored: isIgnored(pair, removed),
    ...(renamedTo === undefined ? {} : { renamedTo }),
  });
};

/** Neither read nor refused any more, or no longer answered: what no instance can show. */
const isIgnored = (pair: Pair, { name, schema, isDeclared }: Removed): boolean =>
  schema !== false &&
  (pair.side === 'output' || member(pair.after, 'additionalProperties') !== false) &&
  !isDeclared &&
  !isCoveredByExtras(pair.after, name);

const compareRequired = (pair: Pair): void => {
  const [before, after] = [namesOf(pair.before), namesOf(pair.after)];
  const [old, now] = [mapOf(pair.before, 'properties'), mapOf(pair.after, 'properties')];
  for (const name of after) {
    if (before.has(name)) continue;
    const edits = [editAt(pair, 'required', requiredWith([...before, name]))];
    const schema = member(now, name);
    // A property that is new and required at once is one change, not two.
    if (member(old, name) === undefined && schema !== undefined) {
      edits.push({ pointer: pointer(pair.at, 'properties', name), value: schema });
    }
    note(pair, {
      aspect: 'required',
      action: 'added',
      path: pathAt(pair, 'required'),
      subject: name,
      edits,
    });
  }
  for (const name of before) {
    const isGone = member(old, name) !== undefined && member(now, name) === undefined;
    if (after.has(name) || isGone) continue;
    const left = [...before].filter((other) => other !== name);
    note(pair, {
      aspect: 'required',
      action: 'removed',
      path: pathAt(pair, 'required'),
      subject: name,
      edits: [editAt(pair, 'required', requiredWith(left))],
    });
  }
};

const compareOne = (pair: Pair, keyword: string, descend: Descend): void => {
  const [before, after] = [member(pair.before, keyword), member(pair.after, keyword)];
  if (isObject(before) && isObject(after)) descend(pair, [keyword], before, after);
  else compareKeyword(pair, 'additional-properties', keyword);
};

const compareMap = (pair: Pair, keyword: string, descend: Descend): void => {
  const [before, after] = [mapOf(pair.before, keyword), mapOf(pair.after, keyword)];
  for (const name of new Set([...Object.keys(before), ...Object.keys(after)])) {
    const [old, now] = [member(before, name), member(after, name)];
    if (old !== undefined && now !== undefined) {
      descend(pair, [keyword, name], old, now);
      continue;
    }
    note(pair, {
      aspect: 'additional-properties',
      action: old === undefined ? 'added' : 'removed',
      path: pathAt(pair, keyword, name),
      subject: name,
      edits: [{ pointer: pointer(pair.at, keyword, name), value: now }],
    });
  }
};

/** Definitions that both have and use; what has come or gone is seen where it is referred to. */
const compareDefinitions = (pair: Pair, keyword: string, descend: Descend): void => {
  const [before, after] = [mapOf(pair.before, keyword), mapOf(pair.after, keyword)];
  for (const [name, schema] of Object.entries(before)) {
    const now = member(after, name);
    const at = pointer(pair.at, keyword, name);
    const { documents } = pair;
    const isUsed = isReferredTo(documents.before, at) || isReferredTo(documents.after, at);
    if (now !== undefined && isUsed) descend(pair, [keyword, name], schema, now);
  }
};
