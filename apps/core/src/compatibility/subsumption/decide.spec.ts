import { objectOf, type Json } from '../../json/value.js';
import { OutOfTime } from './budget.js';
import { decide, type DecideOptions } from './decide.js';

const verdict = (a: Json, b: Json, options?: DecideOptions): string => {
  const found = decide(a, b, options);
  return found.verdict === 'undecided' ? found.reason : found.verdict;
};

const witness = (a: Json, b: Json, options?: DecideOptions): unknown => {
  const found = decide(a, b, options);
  return found.verdict === 'fails' ? found.witness : found;
};

const equivalent = (a: Json, b: Json): void => {
  expect([verdict(a, b), verdict(b, a)]).toEqual(['holds', 'holds']);
};

describe('what is easily got wrong', () => {
  it('sees that an overlapping branch added to oneOf refuses what used to pass', () => {
    const before = { oneOf: [{ type: 'integer' }] };
    expect(witness(before, { oneOf: [{ type: 'integer' }, { minimum: 2 }] })).toBe(2);
  });

  it('does not let allOf show its properties to additionalProperties', () => {
    const a = { type: 'object', required: ['a'] };
    const b = { allOf: [{ properties: { a: {} } }], additionalProperties: false };
    expect(witness(a, b)).toEqual({ a: null });
    expect(verdict({ ...a, maxProperties: 1 }, { ...b, additionalProperties: true })).toBe('holds');
  });

  it('knows that integers are numbers and how enumerations and ranges meet', () => {
    expect(verdict({ type: 'integer' }, { type: 'number' })).toBe('holds');
    expect(witness({ type: 'number' }, { type: 'integer' })).toBe(0.1);
    equivalent({ type: 'integer', minimum: 1, maximum: 3 }, { enum: [1, 2, 3] });
    equivalent({ const: 1 }, { enum: [1.0] });
  });

  it('draws lengths from patterns', () => {
    equivalent(
      { type: 'string', pattern: '^.{3,5}$' },
      { type: 'string', minLength: 3, maxLength: 5, pattern: '^.*$' },
    );
    expect(witness({ type: 'string', minLength: 3 }, { pattern: '^[a-c]+$' })).toHaveLength(3);
  });

  it('counts the different values that items can have', () => {
    const pair = { type: 'array', items: { enum: ['a', 'b'] }, uniqueItems: true };
    expect(verdict(pair, { maxItems: 2 })).toBe('holds');
    expect(witness({ ...pair, uniqueItems: false }, { uniqueItems: true })).toHaveLength(2);
    expect(verdict({ ...pair, minItems: 1_000_000 }, false)).toBe('holds');
  });

  it('draws a number of items from contains', () => {
    const contains = { type: 'array', contains: { type: 'string' } };
    expect(verdict(contains, { minItems: 1 })).toBe('holds');
    expect(verdict({ ...contains, minContains: 3 }, { minItems: 3 })).toBe('holds');
    expect(witness(contains, { contains: { type: 'string' }, maxContains: 1 })).toEqual(['', '']);
    const even = { contains: { multipleOf: 2 } };
    const both = { type: 'array', allOf: [even, { contains: { multipleOf: 3 } }], maxItems: 1 };
    expect(verdict(both, { items: { multipleOf: 6 } })).toBe('holds');
  });

  it('sees silent conditions', () => {
    const a = { type: 'object', properties: { x: { type: 'string' } } };
    expect(witness(a, { ...a, dependentRequired: { x: ['y'] } })).toEqual({ x: '' });
    const conditional = { ...a, if: { required: ['x'] }, then: { required: ['y'] } };
    expect(witness(a, conditional)).toEqual({ x: '' });
    expect(verdict(conditional, { ...a, dependentRequired: { x: ['y'] } })).toBe('holds');
  });

  it('tells the keys of patterns, of names and of neither apart', () => {
    const a = { type: 'object', patternProperties: { '^x': { type: 'integer' } } };
    expect(witness(a, { properties: { xy: { type: 'string' } } })).toEqual({ xy: 0 });
    expect(verdict(a, { properties: { xy: { type: 'number' } } })).toBe('holds');
    const names = { propertyNames: { enum: ['a', 'b'] } };
    expect(verdict({ type: 'object', ...names }, { maxProperties: 2 })).toBe('holds');
    equivalent(
      { patternProperties: { '^a': {} }, additionalProperties: false },
      { propertyNames: { pattern: '^a' } },
    );
  });

  it('keeps to own members, whatever their names', () => {
    const required = { type: 'object', required: ['toString'] };
    expect(witness({ type: 'object' }, required)).toEqual({});
    const proto = objectOf([['__proto__', { type: 'string' }]]);
    const a = { type: 'object', properties: proto, required: ['__proto__'] };
    expect(verdict(a, { type: 'object', minProperties: 1 })).toBe('holds');
    expect(JSON.stringify(witness({ type: 'object' }, { properties: proto }))).toBe(
      '{"__proto__":null}',
    );
  });
});

describe('recursion', () => {
  const list = (item: Json): Json => ({
    $ref: '#/$defs/list',
    $defs: { list: { type: 'object', properties: { item, next: { $ref: '#/$defs/list' } } } },
  });

  it('includes one endless shape in another', () => {
    expect(verdict(list({ type: 'integer' }), list({ type: 'number' }))).toBe('holds');
    expect(witness(list({ type: 'number' }), list({ type: 'integer' }))).toEqual({ item: 0.1 });
  });

  it('finds a breakage that only a second turn of the loop reaches', () => {
    const a = {
      $ref: '#/$defs/a',
      $defs: {
        a: { properties: { next: { $ref: '#/$defs/b' } }, type: 'object' },
        b: { properties: { next: { $ref: '#/$defs/a' }, x: { type: 'number' } }, type: 'object' },
      },
    };
    const b = {
      $ref: '#/$defs/a',
      $defs: {
        a: { properties: { next: { $ref: '#/$defs/b' } }, type: 'object' },
        b: { properties: { next: { $ref: '#/$defs/a' }, x: { type: 'integer' } }, type: 'object' },
      },
    };
    expect(witness(a, b)).toEqual({ next: { x: 0.1 } });
    expect(verdict(b, a)).toBe('holds');
  });

  it('keeps no answer that rested on a question still open', () => {
    // While `two` is open, `one` is as good as empty; `two` then turns out to hold objects, and
    // `three` needs `one` after all.
    const both = (x: string, y: string): Json => ({
      type: 'object',
      required: ['x', 'y'],
      properties: {
        first: { $ref: '#/$defs/one' },
        x: { $ref: `#/$defs/${x}` },
        y: { $ref: `#/$defs/${y}` },
      },
      $defs: {
        one: {
          type: 'array',
          minItems: 1,
          items: { $ref: '#/$defs/two' },
          properties: { unused: { $ref: '#/$defs/three' } },
        },
        two: { type: ['array', 'object'], minItems: 1, items: { $ref: '#/$defs/one' } },
        three: { type: 'object', required: ['z'], properties: { z: { $ref: '#/$defs/one' } } },
      },
    });
    expect(verdict(both('three', 'two'), false)).toBe('fails');
    expect(verdict(both('two', 'three'), false)).toBe('fails');
  });

  it('knows that what never ends has no instance', () => {
    const endless = {
      $ref: '#/$defs/a',
      $defs: { a: { type: 'object', required: ['a'], properties: { a: { $ref: '#/$defs/a' } } } },
    };
    expect(verdict(endless, false)).toBe('holds');
  });

  it('is undecided about a circle that leads nowhere', () => {
    expect(verdict({ allOf: [{ $ref: '#' }] }, { type: 'string' })).toBe('keyword');
  });
});

describe('what the verdict rests on', () => {
  it('asks about formats as annotations and as assertions, and gives the worse answer', () => {
    expect(verdict({ type: 'string' }, { format: 'date' })).toBe('fails');
    expect(verdict({ format: 'date' }, { type: ['string', 'null'], format: 'date' })).toBe('fails');
    expect(
      verdict({ type: 'string', format: 'date' }, { type: ['string', 'null'], format: 'date' }),
    ).toBe('holds');
    expect(verdict({ type: 'string' }, { format: 'a-format-of-ours' })).toBe('holds');
  });

  it('reads each document in the dialect that it names', () => {
    const tuple = { items: [{ type: 'string' }] };
    const draft7 = { $schema: 'http://json-schema.org/draft-07/schema#', ...tuple };
    expect(verdict({ prefixItems: [{ type: 'string' }] }, draft7)).toBe('holds');
    // To draft-07 `prefixItems` means nothing.
    expect(verdict({ prefixItems: [{ type: 'string' }] }, tuple, { dialect: 'draft-07' })).toBe(
      'fails',
    );
    const draft4 = { $schema: 'http://json-schema.org/draft-04/schema#' };
    expect(verdict(draft4, draft4)).toBe('dialect');
  });

  it('closes both sides for the declared relation, and says what that changes', () => {
    const before = { type: 'object', properties: { a: {} } };
    const after = { type: 'object', properties: { a: {}, b: { type: 'string' } } };
    expect(witness(before, after)).toEqual({ b: null });
    expect(verdict(before, after, { relation: 'declared', root: 'input' })).toBe('holds');
    expect(witness(after, before, { relation: 'declared', root: 'input' })).toEqual({ b: '' });
  });

  it('is undecided, never wrong, where the budget is spent', () => {
    const a = { anyOf: [{ pattern: '^a' }, { minLength: 5 }] };
    expect(verdict(a, { not: { const: 'b' } }, { budget: 5 })).toBe('budget');
  });

  it('is undecided about patterns that no automaton can read', () => {
    expect(verdict({ pattern: '^(a*)b\\1$' }, { pattern: '^a*ba*$' })).toBe('regex');
  });

  it('never takes two parts that it cannot read for one and the same', () => {
    const needs = (name: string) => ({ dependencies: { a: [name] } });
    expect(verdict(needs('b'), needs('c'))).toBe('keyword');
    const remote = (name: string): Json => ({ $ref: `https://example.com/${name}` });
    expect(verdict(remote('b'), remote('c'))).toBe('keyword');
    expect(verdict({ type: 'string', ...needs('b') }, { type: ['string', 'null'] })).toBe('holds');
  });

  it('is undecided about a schema that its meta-schema refuses', () => {
    expect(verdict({ minimum: '3' }, { type: 'number' })).toBe('keyword');
  });

  it('aborts, and decides nothing, where the time is over', () => {
    const ask = (): unknown =>
      decide({ type: 'string' }, { minLength: 3 }, { outOfTime: () => true });
    expect(ask).toThrow(OutOfTime);
  });
});
