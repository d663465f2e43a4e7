/** Schemas by their kind, as large as is let in: with how the step from one to the next is answered. */
import type { Json } from '../../apps/core/src/json/value.js';

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const named = (count: number, make: (at: number) => Json, prefix = 'p'): Json =>
  Object.fromEntries(times(count, (at) => [`${prefix}${String(at)}`, make(at)]));

const nested = (depth: number, leaf: Json, level: (inner: Json, at: number) => Json): Json =>
  times(depth, (at) => at).reduce<Json>(level, leaf);

const object = (more: object): Json => ({ type: 'object', ...more });

const rich = (at: number): Json =>
  [
    { type: 'string', maxLength: 50 + at, description: `the field ${String(at)}` },
    { type: 'integer', minimum: 0 },
    { enum: ['a', 'b', `c${String(at)}`] },
    object({ properties: { x: { type: 'string' } }, required: ['x'] }),
  ][at % 4] ?? true;

const names = (count: number): string[] => times(count, (at) => `p${String(at)}`);

export type Family = readonly [
  name: string,
  answer: string,
  most: number,
  of: (more: number) => Json,
];

/** Honest schemas of thousands of properties, of which one or none has changed. */
export const LARGE: readonly Family[] = [
  [
    'a required property more',
    'fails',
    40_000,
    (n) => object({ properties: named(2_000 + n, rich), required: names(2_000 + n) }),
  ],
  [
    'a required property less',
    'holds',
    5_000,
    (n) => object({ properties: named(2_000 - n, rich), required: names(2_000 - n) }),
  ],
  [
    'a change deep inside',
    'fails',
    15_000,
    (n) =>
      object({
        properties: named(40, (at) =>
          object({
            properties: named(40, (inner) =>
              n > 0 && at + inner === 0 ? { type: 'null' } : rich(inner),
            ),
            required: names(40),
          }),
        ),
        required: names(40),
      }),
  ],
  [
    'a branch of three hundred',
    'fails',
    60_000,
    (n) =>
      object({
        properties: {
          op: {
            oneOf: times(300, (at) =>
              object({
                properties: { kind: { const: at }, more: at === 150 ? { maximum: -n } : rich(at) },
                required: ['kind'],
              }),
            ),
          },
        },
      }),
  ],
];

/** Schemas made to be expensive. */
export const HOSTILE: readonly Family[] = [
  [
    'allOf of oneOf of allOf of oneOf',
    'budget',
    0,
    (n) => ({
      allOf: times(8, (p) => ({
        oneOf: times(8, (i) => ({
          allOf: times(4, (q) => ({
            oneOf: times(6, (j) => ({
              properties: { [`a${String(p + q)}`]: { minimum: i + j }, b: { maximum: j + n } },
            })),
          })),
        })),
      })),
    }),
  ],
  [
    'a web of patternProperties',
    'fails',
    0,
    (n) =>
      object({
        patternProperties: named(90, (at) => ({ minimum: at + n }), '^(a|x).*(.{3})y'),
        properties: named(200, () => ({ type: 'integer' }), 'xabcy'),
      }),
  ],
  [
    'a chain of dependentSchemas',
    'fails',
    0,
    (n) =>
      object({
        dependentSchemas: named(150, (at) => ({
          dependentSchemas: { [`p${String(at + 1)}`]: { required: [`p${String(at + 2)}`] } },
        })),
        required: ['p0', ...(n > 0 ? ['p1'] : [])],
      }),
  ],
  [
    'a constant of a thousand objects',
    'budget',
    0,
    (n) => ({
      const: times(900, (at) => ({ a: at, b: { c: [at, at + n, 'x'.repeat(50)] } })),
    }),
  ],
  [
    'an enumeration of large objects',
    'fails',
    0,
    (n) => ({
      enum: times(60, (at) => named(60, (j) => ({ v: at * j + n * j }))),
    }),
  ],
  [
    'unevaluatedProperties of forty choices',
    'fails',
    0,
    (n) =>
      object({
        allOf: times(40, (at) => ({
          anyOf: [named(1, () => ({}), 'title'), { properties: { [`b${String(at)}`]: true } }],
        })),
        unevaluatedProperties: n > 0 ? false : { type: 'string' },
      }),
  ],
  [
    'five hundred schemas beside unevaluatedProperties',
    'fails',
    0,
    (n) =>
      object({
        allOf: times(500, (at) => ({
          properties: { [`a${String(at)}`]: { minimum: at === 250 ? n : 0 } },
        })),
        unevaluatedProperties: false,
      }),
  ],
  [
    'names of many patterns',
    'fails',
    0,
    (n) =>
      object({
        propertyNames: {
          allOf: times(25, (at) => ({ pattern: `^(.{0,${String(at + 3)}}m|y{9})` })),
        },
        minProperties: 40 + n,
      }),
  ],
  [
    'counts of contains',
    'budget',
    0,
    (n) => ({
      type: 'array',
      allOf: times(20, (at) => ({
        contains: { multipleOf: [2, 3, 5, 7, 11, 13][at % 6] ?? 1, minimum: at },
        minContains: 3,
        maxContains: 10 + n,
      })),
      maxItems: 30,
    }),
  ],
  [
    'decimals',
    'number',
    0,
    (n) => ({
      allOf: times(60, (at) => ({ multipleOf: Number(`0.${String(1_000 + 7 * at + n)}`) })),
    }),
  ],
  [
    'counted repetition',
    'budget',
    0,
    (n) => ({
      type: 'string',
      pattern: `^(a{1,1000}){1,1000}${n > 0 ? 'b' : ''}$`,
    }),
  ],
  [
    'patterns without an automaton of their own',
    'budget',
    0,
    (n) => ({
      type: 'string',
      allOf: times(30, (at) => ({
        pattern: `[a-c].{${String(at + 20)}}[b-d].{0,${String(at + n)}}e`,
      })),
    }),
  ],
  [
    'classes of Unicode',
    'fails',
    0,
    (n) =>
      object({
        patternProperties: Object.fromEntries(
          times(40, (at) => [
            `^\\p{${['L', 'Lu', 'Nd', 'P'][at % 4] ?? 'L'}}{${String(at + 1)}}`,
            { minimum: at + n },
          ]),
        ),
        additionalProperties: false,
      }),
  ],
  [
    'a long tuple',
    'holds',
    60_000,
    (n) => ({
      type: 'array',
      prefixItems: times(400, (at) => ({
        anyOf: [{ minimum: at }, { type: 'string', maxLength: at + n }],
      })),
      minItems: 400,
    }),
  ],
  [
    'negations of negations',
    'fails',
    0,
    (n) =>
      nested(20, object({ minProperties: 1 + n }), (inner, at) => ({
        not: { anyOf: [inner, { required: [`a${String(at)}`] }] },
      })),
  ],
  [
    'ten thousand long values',
    'fails',
    0,
    (n) =>
      object({
        properties: {
          e: { enum: times(9_000, (at) => `${'v'.repeat(30)}${String(at * (1 + n))}`) },
        },
      }),
  ],
  [
    'keys of a hundred thousand characters',
    'fails',
    0,
    (n) =>
      object({
        properties: { ['k'.repeat(100_000)]: { minimum: n } },
        patternProperties: named(20, () => ({ maximum: 5 }), '(k|kk)*x'),
        required: ['k'.repeat(100_000)],
      }),
  ],
  [
    'dynamic references between resources',
    'fails',
    0,
    (n) => ({
      $id: 'http://example.test/root',
      $dynamicAnchor: 'n',
      properties: named(15, (at) => ({ $ref: `e${String(at)}` })),
      $defs: named(15, (at) => ({
        $id: `e${String(at)}`,
        $dynamicAnchor: 'n',
        properties: {
          x: { $dynamicRef: '#n' },
          y: { $ref: `e${String((at * 3 + 2) % 15)}` },
          m: { minimum: at === 14 ? n : 0 },
        },
      })),
    }),
  ],
];
