import fc from 'fast-check';
import { isArray, isObject, member, type Json, type JsonObject } from '../../json/value.js';
import { compileValidator } from '../../schema/validator.js';
import { convertSchema } from './convert-schema.js';
import { sampleDocument } from './sample-document.js';

const NAMES = ['a', 'b'];

type Members = Record<string, Json>;

const boundOf = (bound: string, exclusive: string): fc.Arbitrary<Members> =>
  fc
    .tuple(fc.constantFrom(0, 1, 2), fc.option(fc.boolean()))
    .map(([value, flag]) => ({ [bound]: value, ...(flag === null ? {} : { [exclusive]: flag }) }));

/** A few keywords at a time, over few enough values that random instances meet their edges. */
const schemaOf = (depth: number): fc.Arbitrary<Members> => {
  const type = fc.constantFrom('integer', 'number', 'string', 'array', 'object', 'boolean');
  const words: fc.Arbitrary<Members>[] = [
    fc.record({ type, nullable: fc.boolean() }, { requiredKeys: ['type'] }),
    fc.constant({ nullable: true }),
    fc.record({
      enum: fc.array(fc.constantFrom<Json>(null, 0, 1, 'x', true), { minLength: 2, maxLength: 4 }),
    }),
    boundOf('minimum', 'exclusiveMinimum'),
    boundOf('maximum', 'exclusiveMaximum'),
    fc.record({ required: fc.constantFrom(['a'], ['b'], ['a', 'b']) }),
  ];
  if (depth > 0) {
    const inner = schemaOf(depth - 1);
    const list = fc.array(inner, { minLength: 1, maxLength: 2 });
    const named = fc.dictionary(fc.constantFrom(...NAMES), inner, { noNullPrototype: true });
    words.push(
      inner.map((items) => ({ items })),
      named.map((properties) => ({ properties })),
      fc.oneof(fc.boolean(), inner).map((rest) => ({ additionalProperties: rest })),
      list.map((allOf) => ({ allOf })),
      list.map((oneOf) => ({ oneOf })),
      inner.map((not) => ({ not })),
    );
  }
  return fc
    .array(fc.oneof(...words), { maxLength: 3 })
    .map((parts) => Object.assign({}, ...parts) as Members);
};

const instanceOf = (depth: number): fc.Arbitrary<Json> => {
  const scalar = fc.constantFrom<Json>(null, 0, 1, 2, 0.5, 1.5, 'x', 'y', true, false);
  if (depth === 0) return scalar;
  const inner = instanceOf(depth - 1);
  const names = fc.constantFrom(...NAMES, 'c');
  return fc.oneof(
    { weight: 2, arbitrary: scalar },
    { weight: 1, arbitrary: fc.array(inner, { maxLength: 2 }) },
    { weight: 1, arbitrary: fc.dictionary(names, inner, { maxKeys: 2, noNullPrototype: true }) },
  );
};

/** What OpenAPI 3.0 says of an instance, read off its text and not off the converter. */
const holds = (rules: Json, value: Json): boolean => {
  if (!isObject(rules)) return rules === true;
  const parts = [typeHolds, enumHolds, numberHolds, objectHolds, arrayHolds];
  return (
    parts.every((part) => part(rules, value)) &&
    listOf(rules['allOf']).every((inner) => holds(inner, value)) &&
    listOf(rules['oneOf'], [true]).filter((inner) => holds(inner, value)).length === 1 &&
    !holds(rules['not'] ?? false, value)
  );
};

const listOf = (value: Json | undefined, otherwise: readonly Json[] = []): readonly Json[] =>
  isArray(value) ? value : otherwise;

const enumHolds = (rules: JsonObject, value: Json): boolean =>
  listOf(rules['enum'], [value]).some((one) => one === value);

const arrayHolds = (rules: JsonObject, value: Json): boolean =>
  !isArray(value) || value.every((item) => holds(rules['items'] ?? true, item));

const typeHolds = ({ type, nullable }: JsonObject, value: Json): boolean => {
  if (type === undefined) return true;
  if (value === null) return nullable === true;
  if (type === 'integer') return Number.isInteger(value);
  if (type === 'array') return isArray(value);
  return typeof value === type && !isArray(value);
};

const numberHolds = (rules: JsonObject, value: Json): boolean => {
  if (typeof value !== 'number') return true;
  const { minimum = -Infinity, maximum = Infinity } = rules;
  const above =
    rules['exclusiveMinimum'] === true ? value > Number(minimum) : value >= Number(minimum);
  const below =
    rules['exclusiveMaximum'] === true ? value < Number(maximum) : value <= Number(maximum);
  return above && below;
};

const objectHolds = (rules: JsonObject, value: Json): boolean => {
  if (!isObject(value)) return true;
  const properties = isObject(rules['properties']) ? rules['properties'] : {};
  return (
    listOf(rules['required']).every((name) => member(value, String(name)) !== undefined) &&
    Object.entries(value).every(([name, inner]) =>
      holds(member(properties, name) ?? rules['additionalProperties'] ?? true, inner),
    )
  );
};

describe('a converted schema of OpenAPI 3.0', () => {
  it('says of every instance what the original says', () => {
    const document = sampleDocument({});
    fc.assert(
      fc.property(schemaOf(2), fc.array(instanceOf(2), { minLength: 10 }), (rules, values) => {
        const { schema: converted } = convertSchema(document, 'input', {
          value: rules,
          pointer: '/components/schemas/It',
        });
        const check = compileValidator(converted);
        for (const value of values) {
          expect({ value, holds: check?.(value).valid }).toEqual({
            value,
            holds: holds(rules, value),
          });
        }
      }),
      { numRuns: 150 },
    );
  });
});
