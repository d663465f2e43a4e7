import type { Json } from '../../json/value.js';
import { decide } from './decide.js';

const answer = (a: Json, b: Json): string => {
  const found = decide(a, b);
  return found.verdict === 'undecided' ? found.reason : found.verdict;
};

const times = <T>(count: number, make: (at: number) => T): T[] =>
  Array.from({ length: count }, (_, at) => make(at));

const nested = (depth: number, leaf: Json): Json =>
  times(depth, (at) => at).reduce<Json>(
    (inner) => ({ type: 'object', properties: { a: inner }, required: ['a'] }),
    leaf,
  );

/** Twelve definitions of twelve branches each, all referring to each other. */
const entangled = (last: Json): Json => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries(
    times(12, (at) => [
      `d${String(at)}`,
      {
        oneOf: times(12, (branch) => ({
          type: 'object',
          required: ['kind'],
          properties: {
            kind: { const: branch },
            next:
              at === 11 && branch === 11 ? last : { $ref: `#/$defs/d${(at + branch + 1) % 12}` },
          },
        })),
      },
    ]),
  ),
});

const chain = (length: number, leaf: Json): Json => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries([
    ...times(length, (at) => [`d${String(at)}`, { $ref: `#/$defs/d${String(at + 1)}` }]),
    [`d${String(length)}`, leaf],
  ]),
});

/** Each definition holds the next one, in whatever way `level` says. */
const linked = (length: number, leaf: Json, level: (next: Json) => Json): Json => ({
  $ref: '#/$defs/d0',
  $defs: Object.fromEntries([
    ...times(length, (at) => [`d${String(at)}`, level({ $ref: `#/$defs/d${String(at + 1)}` })]),
    [`d${String(length)}`, leaf],
  ]),
});

describe('schemas made to hang or to crash', () => {
  it('are answered where branches refer to each other without end', () => {
    expect(answer(entangled({ type: 'null' }), entangled({ type: ['null', 'string'] }))).toBe(
      'holds',
    );
    expect(answer(entangled({ type: ['null', 'string'] }), entangled({ type: 'null' }))).toBe(
      'fails',
    );
  });

  it('are answered where they nest as deep as is allowed, and refused beyond', () => {
    expect(answer(nested(40, { type: 'integer' }), nested(40, { type: 'number' }))).toBe('holds');
    expect(answer(nested(40, { type: 'number' }), nested(40, { type: 'integer' }))).toBe('fails');
    expect(answer(nested(1_000, true), nested(1_000, { type: 'string' }))).toBe('budget');
    expect(answer(chain(4_000, { type: 'string' }), chain(4_000, { minLength: 1 }))).toBe('budget');
  });

  it('are given up where references lead round beside unevaluated items', () => {
    const round = { const: -1, $ref: '#' };
    const beside = { allOf: [round, { $ref: '#', type: 'array', unevaluatedItems: false }] };
    expect(answer(round, beside)).toMatch(/keyword|unevaluated/);
    const within = { anyOf: [{ required: ['a'] }, { $ref: '#', unevaluatedItems: false }] };
    expect(answer(within, { type: 'string' })).toMatch(/budget|keyword|unevaluated/);
    const long = chain(2_000, { minimum: 1 }) as object;
    expect(answer({ ...long, unevaluatedItems: false }, { type: 'string' })).toBe('unevaluated');
  });

  it('are answered where they list thousands of values', () => {
    const words = times(5_000, (at) => `word ${String(at)}`);
    expect(answer({ enum: words }, { enum: [...words, 'more'].reverse() })).toBe('holds');
    expect(answer({ enum: words }, { enum: words.slice(1) })).toBe('fails');
    const numbers = times(5_000, (at) => at);
    expect(answer({ type: 'integer', minimum: 0, maximum: 4_999 }, { enum: numbers })).toBe(
      'holds',
    );
  });

  it('are answered where a pattern would backtrack for ever', () => {
    const bomb = { type: 'string', pattern: '^(a+)+$' };
    expect(answer(bomb, { pattern: '^a+$' })).toBe('holds');
    expect(answer({ type: 'string', pattern: '^a{30}b$' }, bomb)).toBe('fails');
  });

  it('are answered by arithmetic where they ask for a million', () => {
    const items = (least: number): Json => ({ type: 'array', minItems: least });
    expect(answer(items(1_000_000), items(999_999))).toBe('holds');
    expect(answer(items(999_999), items(1_000_000))).toBe('budget');
    const text = { type: 'string', minLength: 1_000_000 };
    expect(answer(text, { minLength: 999_999 })).toBe('holds');
    expect(answer({ multipleOf: 0.01 }, { multipleOf: 0.001 })).toBe('holds');
    expect(answer({ const: 2 ** 53 }, { type: 'integer', maximum: 2 ** 53 })).toBe('holds');
  });

  it('are given up where no instance is small enough to be written', () => {
    const doubled = (leaf: Json): Json =>
      linked(25, leaf, (next) => ({
        type: 'object',
        properties: { x: next, y: next },
        required: ['x', 'y'],
      }));
    expect(answer(doubled({ const: 1 }), doubled({ const: 2 }))).toBe('budget');
    const repeated = (leaf: Json): Json =>
      linked(4, leaf, (next) => ({ type: 'array', items: next, minItems: 3_000 }));
    expect(answer(repeated({ const: 1 }), repeated({ const: 2 }))).toBe('budget');
    const filled = (leaf: Json): Json =>
      linked(3, leaf, (next) => ({
        type: 'object',
        minProperties: 1_500,
        additionalProperties: next,
      }));
    expect(answer(filled({ const: 1 }), filled({ const: 2 }))).toBe('budget');
  });

  it('are given up where another validator would follow every reference twice over', () => {
    const twice = (least: number): Json =>
      linked(30, { minimum: least }, (next) => ({
        type: 'object',
        properties: { a: { anyOf: [next, next] } },
        required: ['a'],
      }));
    expect(answer(twice(0), twice(1))).toBe('budget');
    expect(answer(twice(1), twice(0))).toBe('holds');
  });

  it('are given up where the loops inside the search would go on without a step', () => {
    const branches = (count: number, more: number): Json => ({
      oneOf: times(count, (at) => ({
        type: 'object',
        properties: { a: { minimum: at }, b: { maximum: at + more } },
        required: ['a'],
      })),
    });
    expect(answer(branches(400, 0), branches(400, 1))).toBe('budget');
    const contains = (most: number): Json => ({
      type: 'array',
      allOf: times(60, (at) => ({ contains: { type: 'object', required: [`a${String(at)}`] } })),
      maxItems: most,
    });
    expect(answer(contains(60), contains(59))).toBe('budget');
  });

  it('are answered where each of thousands of places reads a large definition anew', () => {
    const wrapped = (least: number): Json => ({
      properties: Object.fromEntries(
        times(1_500, (at) => [
          `w${String(at)}`,
          { allOf: [{ $ref: '#/$defs/d' }], minimum: at + least },
        ]),
      ),
      $defs: { d: { allOf: times(500, (at) => ({ not: { multipleOf: at + 2 } })) } },
    });
    expect(answer(wrapped(0), wrapped(1))).toBe('fails');
  });

  it('are answered or given up where alternatives multiply', () => {
    const pigeons = times(7, (pigeon) => ({
      anyOf: times(6, (hole) => ({ required: [`${String(pigeon)} in ${String(hole)}`] })),
    }));
    const pairs = times(7, (one) => times(one, (other) => [one, other] as const)).flat();
    const alone = times(6, (hole) =>
      pairs.map((pair) => ({
        not: { required: pair.map((pigeon) => `${String(pigeon)} in ${String(hole)}`) },
      })),
    ).flat();
    expect(answer({ type: 'object', allOf: [...pigeons, ...alone] }, false)).toBe('holds');
    const primes = [2, 3, 5, 7, 11, 13, 17, 19, 23, 29];
    const contains = primes.map((prime) => ({ contains: { multipleOf: prime } }));
    expect(answer({ type: 'array', allOf: contains, maxItems: 3 }, { maxItems: 2 })).toMatch(
      /budget|fails/,
    );
  });
});
