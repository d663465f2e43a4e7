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
