/** Schemas that ask very much of one keyword: with how the step from one to the next is answered. */
import type { Json } from '../../apps/core/src/json/value.js';
import type { Family } from './schema-families.ts';

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const named = (count: number, make: (at: number) => Json, prefix = 'p'): Json =>
  Object.fromEntries(times(count, (at) => [`${prefix}${String(at)}`, make(at)]));

const nested = (depth: number, leaf: Json, level: (inner: Json, at: number) => Json): Json =>
  times(depth, (at) => at).reduce<Json>(level, leaf);

const object = (more: object): Json => ({ type: 'object', ...more });

const name = (at: number): string => `p${String(at)}`;

const KINDS = ['date', 'email', 'ipv4', 'uuid', 'uri', 'date-time'] as const;

export const OF_KEYWORDS: readonly Family[] = [
  [
    'three thousand names that depend on each other',
    'fails',
    0,
    (n) =>
      object({ dependentRequired: named(3_000, (at) => [name(at + 1)]), minProperties: 1 + n }),
  ],
  [
    'hundreds of conditions on one property',
    'fails',
    0,
    (n) =>
      object({
        properties: { kind: { enum: times(300, name) } },
        required: ['kind'],
        allOf: times(300, (at) => ({
          if: { properties: { kind: { const: name(at) } } },
          then: { required: [`v${String(at === 7 ? n : at)}`] },
        })),
      }),
  ],
  [
    'conditions inside conditions',
    'budget',
    0,
    (n) =>
      nested(12, { minimum: n }, (inner, at) => ({
        if: { multipleOf: at + 2 },
        then: inner,
        else: inner,
      })),
  ],
  [
    'negations of alternatives',
    'fails',
    0,
    (n) =>
      nested(30, { minimum: n }, (inner, at) => ({
        not: { anyOf: [inner, { multipleOf: at + 2 }, { type: 'string', minLength: at }] },
      })),
  ],
  [
    'a tuple of three thousand',
    'budget',
    0,
    (n) => ({
      type: 'array',
      prefixItems: times(3_000, (at) => ({ minimum: at + (at === 1_500 ? n : 0) })),
    }),
  ],
  [
    'items that have to hold every value',
    'budget',
    0,
    (n) => ({
      type: 'array',
      items: { enum: times(40, (at) => at) },
      allOf: times(40, (at) => ({ contains: { const: at } })),
      maxItems: 40 - n,
    }),
  ],
  [
    'different items of an enumeration',
    'budget',
    0,
    (n) => ({
      type: 'array',
      uniqueItems: true,
      items: { enum: times(600, name) },
      minItems: 300 + n,
    }),
  ],
  [
    'names among three thousand',
    'budget',
    0,
    (n) =>
      object({
        propertyNames: { enum: times(3_000, name) },
        minProperties: 2_000 + n,
      }),
  ],
  [
    'a text as long as a document may be',
    'fails',
    0,
    (n) => object({ description: 'd'.repeat(500_000), properties: { a: { minimum: n } } }),
  ],
  [
    'two thousand definitions in a circle',
    'budget',
    0,
    (n) => ({
      $ref: '#/$defs/p0',
      $defs: named(2_000, (at) =>
        object({
          properties: {
            next: { $ref: `#/$defs/${name((at + 1) % 2_000)}` },
            v: { minimum: at === 300 ? n : 0 },
          },
        }),
      ),
    }),
  ],
  [
    'formats beside patterns',
    'fails',
    0,
    (n) =>
      object({
        properties: named(60, (at) => ({
          type: 'string',
          format: KINDS[at % 6] ?? 'date',
          pattern: ['^20', '@', '^1', '-', '^https', 'T1'][at % 6] ?? '',
          minLength: 3 + n,
        })),
        required: times(60, name),
      }),
  ],
  [
    'repetitions of repetitions in hundreds of patterns',
    'budget',
    0,
    (n) =>
      object({
        properties: named(200, (at) => ({
          type: 'string',
          pattern: `^[a-z]{1,${String(100 + at)}}(-[a-z0-9]{1,${String(60 + at + n)}}){0,4}$`,
        })),
      }),
  ],
  [
    'four hundred definitions to choose from',
    'holds',
    0,
    (n) =>
      object({
        properties: { v: { oneOf: times(400, (at) => ({ $ref: `#/$defs/${name(at)}` })) } },
        $defs: named(400, (at) =>
          object({
            properties: { kind: { const: at }, f: { maximum: at === 200 ? 200 + n : at } },
            required: ['kind', 'f'],
          }),
        ),
      }),
  ],
  [
    'three thousand required properties, all of them wider',
    'holds',
    0,
    (n) =>
      object({
        properties: named(3_000, () => ({ type: 'string', maxLength: 10 + n })),
        required: times(3_000, name),
      }),
  ],
];
