import fc from 'fast-check';
import type { Json, JsonObject } from '../json/value.js';
import { validate as secondOpinion } from '../schema/validator.js';
import { classify } from './classify.js';
import { exampleContract } from './example-contract.js';
import { closeSchema } from './subsumption/close.js';

type Side = 'input' | 'output';

const contractOf = (side: Side, schema: JsonObject) =>
  exampleContract(side === 'input' ? { input_schema: schema } : { output_schema: schema });

const classified = (
  side: Side,
  before: JsonObject,
  after: JsonObject,
  outputCompatibility: 'strict' | 'covariant' = 'strict',
) =>
  classify(contractOf(side, before), contractOf(side, after), { outputCompatibility, changes: [] });

const small = fc.integer({ min: 0, max: 4 });
const words = fc.subarray(['a', 'b', 'c', 'd'], { minLength: 1 });

const schemas = fc.letrec<{ schema: JsonObject }>((tie) => {
  const properties = fc.dictionary(fc.constantFrom('p', 'q', 'r'), tie('schema'), { maxKeys: 3 });
  return {
    schema: fc.oneof(
      { maxDepth: 3, depthSize: 'small' },
      fc.constantFrom<JsonObject>({}, { type: 'null' }, { type: 'boolean' }, { type: 'string' }),
      fc.record({ type: fc.constantFrom('integer', 'number') }),
      fc.record({ enum: words }),
      fc.record(
        { type: fc.constant('string'), minLength: small, maxLength: small },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        { type: fc.constant('integer'), minimum: small, exclusiveMaximum: small },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        { type: fc.constant('array'), items: tie('schema'), minItems: small, maxItems: small },
        { requiredKeys: ['type'] },
      ),
      fc.record(
        {
          type: fc.constant('object'),
          properties,
          required: fc.subarray(['p', 'q']),
          additionalProperties: fc.oneof(fc.boolean(), tie('schema')),
        },
        { requiredKeys: ['type', 'properties'] },
      ),
      fc.record({ anyOf: fc.array(tie('schema'), { minLength: 1, maxLength: 3 }) }),
      fc.record({ oneOf: fc.array(tie('schema'), { minLength: 1, maxLength: 2 }) }),
    ),
  };
}).schema;

const roots: fc.Arbitrary<JsonObject> = fc.record(
  {
    type: fc.constant('object'),
    properties: fc.dictionary(fc.constantFrom('p', 'q', 'r'), schemas, { maxKeys: 3 }),
    required: fc.subarray(['p', 'q']),
    additionalProperties: fc.boolean(),
  },
  { requiredKeys: ['type', 'properties'] },
);

const leaf = fc.constantFrom<Json>(null, true, 0, 1, 3, 0.5, '', 'a', 'd', 'abc', 'abcde');
const value: fc.Arbitrary<Json> = fc.oneof(
  leaf,
  fc.array(leaf, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('p', 'q', 'r', 'x'), leaf),
);
const instances: fc.Arbitrary<JsonObject> = fc.dictionary(
  fc.constantFrom('p', 'q', 'r', 'x'),
  value,
);

const closed = (schema: Json, root: Side): Json => {
  const result = closeSchema(schema, { root });
  return result.ok ? result.schema : false;
};

const accepts = (schema: Json, instance: Json) => secondOpinion(schema, instance)?.valid === true;

describe('classifying arbitrary schemas', () => {
  it('finds nothing between a contract and itself, in whatever order its keys are', () => {
    const turned = (node: Json): Json =>
      Array.isArray(node)
        ? node.map(turned)
        : typeof node === 'object' && node !== null
          ? Object.fromEntries(
              Object.entries(node)
                .reverse()
                .map(([key, inner]) => [key, turned(inner)]),
            )
          : node;
    fc.assert(
      fc.property(roots, fc.constantFrom<Side>('input', 'output'), (schema, side) => {
        expect(classified(side, schema, schema).findings).toEqual([]);
        expect(classified(side, schema, turned(schema) as JsonObject).findings).toEqual([]);
      }),
      { numRuns: 100 },
    );
  });

  it('calls no input compatible that refuses a declared call which passed', () => {
    fc.assert(
      fc.property(roots, roots, fc.array(instances, { minLength: 10 }), (before, after, calls) => {
        const { bump } = classified('input', before, after);
        if (bump === 'major') return;
        const [old, now] = [closed(before, 'input'), closed(after, 'input')];
        const broken = calls.filter((call) => accepts(old, call) && !accepts(now, call));
        expect(broken).toEqual([]);
      }),
      { numRuns: 80 },
    );
  });

  it('calls no output covariant that an old consumer cannot read', () => {
    fc.assert(
      fc.property(
        roots,
        roots,
        fc.array(instances, { minLength: 10 }),
        (before, after, answers) => {
          const { bump } = classified('output', before, after, 'covariant');
          if (bump === 'major') return;
          const now = closed(after, 'output');
          const broken = answers.filter((each) => accepts(now, each) && !accepts(before, each));
          expect(broken).toEqual([]);
        },
      ),
      { numRuns: 80 },
    );
  });

  it('finds something wherever it asks for a bump, and always the same', () => {
    fc.assert(
      fc.property(roots, roots, (before, after) => {
        const first = classified('output', before, after);
        if (first.bump !== 'none') expect(first.findings).not.toEqual([]);
        expect(classified('output', before, after)).toEqual(first);
      }),
      { numRuns: 50 },
    );
  });
});
