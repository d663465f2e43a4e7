/** What it takes a validator that remembers nothing to judge an instance. */
import { patternSteps } from '../compatibility/subsumption/theories/pattern-automaton.js';
import type { Meter } from '../compatibility/subsumption/theories/sample.js';
import { parsePointer } from '../json/pointer.js';
import { isArray, isObject, member, type Json, type JsonObject } from '../json/value.js';
import { DEFAULT_DIALECT, dialectOf, PLACES } from './dialect.js';
import { innerSchemas, referredTo, type Located } from './reachable.js';
import { indexResources, type ResourceIndex } from './resources.js';

/** Beyond so many looks of a schema at a value nobody waits for the answer: about a second. */
export const MOST_LOOKS = 2_000_000;

/** Steps of the meter for each pair of a schema and a value; it stands for one or more looks. */
const COUNTING = 0.05;

/** As deep as instances and references may go together, far within any stack. */
const DEEPEST = 1_500;

/** Of all pairs of items that `uniqueItems` may compare. */
const PAIRS = 1 / 8;

/**
 * How many times a schema looks at a value at most while an instance is judged, each branch
 * followed and nothing remembered: two references at each of thirty levels make a billion of a
 * page. Infinity beyond the cap or the meter, and where schemas lead back to themselves without a
 * step inwards.
 */
export const validationCost = (document: Json): ((instance: Json, meter: Meter) => number) => {
  const dialect = dialectOf(document) ?? DEFAULT_DIALECT;
  const index = indexResources(document, dialect);
  const inner = new Map<Json, readonly Step[]>();
  return (instance, meter) =>
    new Count(index, inner, meter).of({ pointer: '', schema: document, dialect }, instance);
};

/** To a schema inside, and the values inside that it looks at. */
interface Step {
  readonly to: Located;
  readonly values: (value: Json) => readonly Json[];
}

class Count {
  private readonly known = new Map<Json, Map<Json, number>>();
  private depth = 0;

  constructor(
    private readonly index: ResourceIndex,
    private readonly inner: Map<Json, readonly Step[]>,
    private readonly meter: Meter,
  ) {}

  of(at: Located, value: Json): number {
    if (!isObject(at.schema)) return 1;
    const ofSchema = this.known.get(at.schema) ?? new Map<Json, number>();
    this.known.set(at.schema, ofSchema);
    const known = ofSchema.get(value);
    if (known !== undefined) return known;
    // Met again inside itself it is endless, and stays so unless it comes to an end below.
    ofSchema.set(value, Infinity);
    this.depth += 1;
    const cost = this.depth > DEEPEST ? Infinity : this.count(at, at.schema, value);
    this.depth -= 1;
    ofSchema.set(value, cost);
    return cost;
  }

  private count(at: Located, schema: JsonObject, value: Json): number {
    let cost = 1 + ownCost(schema, value);
    for (const pattern of patternsFor(schema, value)) {
      this.meter.spendOnce(pattern, patternSteps(pattern));
    }
    for (const { to, values } of this.stepsOf(at)) {
      const looked = values(value);
      if (!this.meter.spend((1 + looked.length) * COUNTING)) return Infinity;
      for (const one of looked) cost += this.of(to, one);
      if (cost > MOST_LOOKS) return Infinity;
    }
    return cost;
  }

  private stepsOf(at: Located): readonly Step[] {
    const known = this.inner.get(at.schema);
    if (known !== undefined) return known;
    if (!leadsOn(at)) return NO_STEPS;
    const references = referredTo(this.index, at).map((to) => ({ to, values: itself }));
    const steps = [...references, ...innerSchemas(at).flatMap((to) => stepTo(to, to.keyword))];
    this.inner.set(at.schema, steps);
    return steps;
  }
}

const NO_STEPS: readonly Step[] = [];

/** Most schemas hold no other and refer to none. */
const leadsOn = ({ schema, dialect }: Located): boolean =>
  isObject(schema) &&
  Object.keys(schema).some(
    (keyword) => PLACES[dialect].has(keyword) || keyword === '$ref' || keyword === '$dynamicRef',
  );

/** Lists are searched from end to end, and unique items compared with each other. */
const ownCost = (schema: JsonObject, value: Json): number => {
  const values = member(schema, 'enum');
  const listed = isArray(values) ? values.length : 0;
  const isUnique = member(schema, 'uniqueItems') === true && isArray(value);
  return listed + (isUnique ? value.length ** 2 * PAIRS : 0);
};

/** The patterns that a text is long enough for to be put to as automata. */
const patternsFor = (schema: JsonObject, value: Json): readonly string[] => {
  const pattern = member(schema, 'pattern');
  if (typeof value === 'string') return typeof pattern === 'string' ? [pattern] : [];
  const named = member(schema, 'patternProperties');
  return isObject(value) && isObject(named) ? Object.keys(named) : [];
};

const itself = (value: Json): readonly Json[] => [value];

const itemsOf = (value: Json): readonly Json[] => (isArray(value) ? value : []);

const valuesOf = (value: Json): readonly Json[] => (isObject(value) ? Object.values(value) : []);

const keysOf = (value: Json): readonly Json[] => (isObject(value) ? Object.keys(value) : []);

const memberNamed =
  (name: string): Step['values'] =>
  (value) => {
    const inner = isObject(value) ? member(value, name) : undefined;
    return inner === undefined ? [] : [inner];
  };

const NOWHERE: ReadonlySet<string> = new Set(['$defs', 'definitions', 'contentSchema']);

const INWARDS: ReadonlyMap<string, Step['values']> = new Map([
  ['patternProperties', valuesOf],
  ['additionalProperties', valuesOf],
  ['unevaluatedProperties', valuesOf],
  ['propertyNames', keysOf],
  ['items', itemsOf],
  ['prefixItems', itemsOf],
  ['additionalItems', itemsOf],
  ['unevaluatedItems', itemsOf],
  ['contains', itemsOf],
]);

const stepTo = (to: Located, keyword: string): Step[] => {
  if (NOWHERE.has(keyword)) return [];
  if (keyword !== 'properties') return [{ to, values: INWARDS.get(keyword) ?? itself }];
  return [{ to, values: memberNamed(parsePointer(to.pointer)?.at(-1) ?? '') }];
};
