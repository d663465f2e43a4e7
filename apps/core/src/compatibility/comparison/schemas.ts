import { isObject, type Json, type JsonObject } from '../../json/value.js';
import type { Change } from '../change.js';
import { compareAnnotations, compareAnnotationsInside } from './annotations.js';
import { compareArrays } from './array-keywords.js';
import { compareBranches } from './branches.js';
import { isEqual } from './equality.js';
import { compareObjects } from './object-keywords.js';
import { note, seeThrough, stepInto, type Descend, type Pair } from './pair.js';
import { compareValues } from './value-keywords.js';

/** The two schemas of one side, before and after, as candidate changes in document order. */
export const compareSchemas = (side: Pair['side'], before: Json, after: Json): Change[] => {
  const found: Change[] = [];
  compareInside(
    {
      side,
      before: {},
      after: {},
      at: '',
      path: `/${side}_schema`,
      prelude: [],
      documents: { before, after },
      inlined: new Set(),
      found,
    },
    [],
    before,
    after,
  );
  return found;
};

/** Compares what stands at the tokens below the pair: `true` is read as `{}`. */
const compareInside: Descend = (pair, tokens, before, after, afterTokens = tokens) => {
  const [one, other] = [asObject(before), asObject(after)];
  if (one !== null && other !== null) {
    compareNodes(stepInto(pair, tokens, one, other, afterTokens));
    return;
  }
  if (isEqual(before, after)) return;
  const here = stepInto(pair, tokens, {}, {}, afterTokens);
  note(here, {
    aspect: 'schema',
    action: 'changed',
    subject: String(before === false ? 'everything was refused' : 'everything is refused'),
    before,
    after,
    edits: [{ pointer: here.at, value: after }],
  });
};

const asObject = (schema: Json): JsonObject | null => {
  if (schema === true) return {};
  return isObject(schema) ? schema : null;
};

const compareNodes = (given: Pair): void => {
  if (isEqual(given.before, given.after)) return;
  const pair = seeThrough(given);
  if (pair === null) return;
  compareAnnotations(pair);
  compareValues(pair);
  compareObjects(pair, compareInside);
  compareArrays(pair, compareInside);
  compareBranches(pair, compareInside);
  compareAnnotationsInside(pair);
};
