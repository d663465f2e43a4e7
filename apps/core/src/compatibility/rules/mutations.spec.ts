import { isObject, objectOf, type Json, type JsonObject } from '../../json/value.js';
import { classify } from '../classify.js';
import { exampleContract } from '../example-contract.js';
import type { Example, Rule } from '../rule.js';
import { mirroredCells, WAIVERS } from '../waivers.js';
import { RULES } from './index.js';

type Field = 'input_schema' | 'output_schema';

const FIELD: Readonly<Record<string, Field>> = { input: 'input_schema', output: 'output_schema' };

const OTHER: Readonly<Record<Field, Field>> = {
  input_schema: 'output_schema',
  output_schema: 'input_schema',
};

/** Where the other way round is another matter than the name of the rule tells. */
const UNMIRRORED: ReadonlySet<string> = new Set([
  // What is new and required at once is, the other way round, removed and not optional.
  'input-property-became-required · finds a new one that is required, default or not',
  // An argument that must be sent is no more than that; an answer that carries more is.
  'output-property-added · finds one that is always answered',
  // Nothing is ignored of what comes to be described; it is constrained.
  'input-property-removed · finds one that an open object silently ignores',
  'output-property-removed · finds one that any answer may still carry',
  // The engine decides one direction and not the other.
  'input-undecided · finds a pattern with a backreference that no short string tells apart',
  // Extras are refused by the way; whoever declares them is seen to do so.
  'input-undeclared-extra-refused · goes along with a new property of an open object',
]);

interface Mutation {
  readonly name: string;
  readonly rule: Rule;
  readonly example: Example;
  readonly field: Field;
  readonly before: Json;
  readonly after: Json;
}

const mutationsOf = (rule: Rule): Mutation[] => {
  const field = FIELD[rule.side];
  if (field === undefined) return [];
  return rule.examples.flatMap((example) => {
    const [before, after] = [example.before[field], example.after[field]];
    if (!example.finds.includes(rule.id) || before === undefined || after === undefined) return [];
    return [{ name: `${rule.id} · ${example.title}`, rule, example, field, before, after }];
  });
};

const MUTATIONS = RULES.flatMap(mutationsOf);

const found = (field: Field, before: Json, after: Json, changes: Example['changes']): string[] => {
  const of = (schema: Json): JsonObject => objectOf([[field, schema]]);
  const [one, other] = [before, after].map((schema) => exampleContract(of(schema)));
  if (one === undefined || other === undefined) return [];
  const options = { outputCompatibility: 'strict', changes: changes ?? [] } as const;
  return classify(one, other, options).findings.map(({ rule }) => rule);
};

const idsIn = (cells: readonly string[]): string[] =>
  RULES.filter(({ side, aspect, action }) => cells.includes(`${side} ${aspect} ${action}`)).map(
    ({ id }) => id,
  );

const inside = (schema: Json): Json => ({
  type: 'object',
  properties: { inside: schema },
  required: ['inside'],
  additionalProperties: false,
});

const PLACES: readonly (readonly [string, (schema: Json) => Json])[] = [
  ['a property', inside],
  ['the items of a list', (schema) => inside({ type: 'array', items: schema })],
  [
    'a definition',
    (schema) => ({
      type: 'object',
      properties: { inside: { $ref: '#/$defs/inside' } },
      additionalProperties: false,
      $defs: { inside: schema },
    }),
  ],
];

const isPlaced = ({ before, after }: Mutation): boolean =>
  !/"\$(?:schema|defs|ref|id)"/.test(JSON.stringify([before, after])) &&
  isObject(before) &&
  isObject(after);

describe('each change that a rule is about', () => {
  const mirrored = MUTATIONS.filter(({ name }) => !UNMIRRORED.has(name));

  it('is one that is listed, where it has no mirror', () => {
    const names = new Set(MUTATIONS.map(({ name }) => name));
    expect([...UNMIRRORED].filter((name) => !names.has(name))).toEqual([]);
  });

  it.each(mirrored)('$name: is found by the opposite rule when it is undone', (mutation) => {
    const { rule, field, before, after, example } = mutation;
    const { opposite } = mirroredCells(rule);
    if (opposite in WAIVERS) return;
    const ids = idsIn([opposite]);
    expect(found(field, after, before, example.changes).some((id) => ids.includes(id))).toBe(true);
  });

  it.each(mirrored)('$name: is found on the other side too', (mutation) => {
    const { rule, field, before, after, example } = mutation;
    const { otherSide } = mirroredCells(rule);
    if (otherSide in WAIVERS) return;
    const ids = idsIn([otherSide]);
    const there = found(OTHER[field], before, after, example.changes);
    expect(there.some((id) => ids.includes(id))).toBe(true);
  });

  describe.each(PLACES)('is found in %s', (_, place) => {
    it.each(MUTATIONS.filter(isPlaced))('$name', ({ rule, field, before, after, example }) => {
      expect(found(field, place(before), place(after), example.changes)).toContain(rule.id);
    });
  });
});
