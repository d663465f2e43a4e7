import fc from 'fast-check';
import { setMember, type Json } from '../../json/value.js';
import {
  arbitraryInstance,
  arbitrarySchema,
  DEFINITIONS,
} from '../../../../../test/support/arbitrary-schema.js';
import { decide } from './decide.js';
import { differenceOf } from './difference.js';
import { validate } from './evaluate.js';
import type { Verdict } from './verdict.js';

const text = { type: 'string' };
const object = (properties: Json, more: Record<string, Json> = {}): Json => ({
  type: 'object',
  properties,
  ...more,
});

/** Each value under every name that the schemas speak of. */
const putInto = (instances: readonly Json[], name: string): Json[] =>
  instances.map((value) => ({ changed: value, [name]: value, nested: { b: value, c: value } }));

describe('what two schemas do not say alike', () => {
  it('is the properties that differ, at whatever depth', () => {
    const whole = (limit: number): Json =>
      object({ same: text, list: { items: object({ same: text, limit: { maximum: limit } }) } });
    const rest = (limit: number): Json =>
      object({ list: { items: object({ limit: { maximum: limit } }) } });
    const { a, b, left } = differenceOf(whole(1), whole(2));
    expect([a, b]).toEqual([rest(1), rest(2)]);
    expect([...left]).toEqual(['same']);
  });

  it('is seen through references, and texts make none', () => {
    const refers = (limit: number, description: string): Json => ({
      ...(object({ other: { $ref: '#/$defs/other' }, shown: { ...text, description } }) as object),
      $defs: { other: object({ same: text, limit: { maximum: limit } }) },
    });
    const { a } = differenceOf(refers(1, 'one'), refers(2, 'two'));
    expect(a).toEqual(object({ other: object({ limit: { maximum: 1 } }) }));
  });

  it('leaves a property that some other keyword may look at', () => {
    const telling: Record<string, Json>[] = [
      { minProperties: 1 },
      { anyOf: [{ required: ['same'] }, { required: ['limit'] }] },
      { patternProperties: { s: { minLength: 1 } } },
      { enum: [{}, { same: '' }] },
      { dependentRequired: { same: ['limit'] } },
      { unevaluatedProperties: false },
    ];
    const one = differenceOf(
      object({ same: text }, { required: ['same'] }),
      object({ same: text }),
    );
    expect(one.left.size).toBe(0);
    for (const more of telling) {
      const whole = (limit: number): Json =>
        object({ same: text, limit: { maximum: limit } }, more);
      const { left } = differenceOf(whole(1), whole(2));
      expect([more, ...left]).toEqual([more]);
    }
    const unique = (limit: number): Json => ({
      uniqueItems: true,
      items: object({ same: text, limit: { maximum: limit } }),
    });
    expect(differenceOf(unique(1), unique(2)).left.size).toBe(0);
  });

  it('leaves out what both require, and gives it back to the witness', () => {
    const row = (limit: number): Json =>
      object(
        { same: text, either: { enum: [1, 2] }, limit: { maximum: limit } },
        { required: ['same', 'either'] },
      );
    const whole = (limit: number): Json => object({ rows: { items: row(limit), minItems: 1 } });
    const { a } = differenceOf(whole(2), whole(1));
    const rest = object({ limit: { maximum: 2 } }, { required: [] });
    expect(a).toEqual(object({ rows: { items: rest, minItems: 1 } }));
    expect(decide(whole(1), whole(2)).verdict).toBe('holds');
    expect(decide(whole(2), whole(1))).toEqual({
      verdict: 'fails',
      witness: { rows: [{ limit: 2, same: '', either: 1 }] },
    });
  });

  it('is the whole where nothing satisfies what both require', () => {
    const none = (limit: number): Json =>
      object({ never: false, limit: { maximum: limit } }, { required: ['never', 'limit'] });
    expect(decide(none(2), none(1)).verdict).toBe('holds');
  });

  it('says of others and of items only what is said of the same ones in both', () => {
    const others = (of: Record<string, Json>): Json => ({ type: 'object', properties: of });
    const shown = { q: { type: 'integer' }, r: text };
    const named = object(
      { k: { ...(others({ q: text }) as object), required: ['q'] } },
      { additionalProperties: others(shown) },
    );
    const unnamed = object({ z: true }, { additionalProperties: others({ ...shown, r: true }) });
    expect(decide(named, unnamed).verdict).toBe('fails');
    const first = { ...(others({ q: text }) as object), required: ['q'] };
    const placed = { type: 'array', prefixItems: [first], items: others(shown) };
    const unplaced = { type: 'array', items: others({ ...shown, r: true }) };
    expect(decide(placed, unplaced).verdict).toBe('fails');
  });

  it('keeps a name where an object would else declare nothing and stay open', () => {
    const before = object({ nested: object({ same: text }) });
    const after = object({ nested: object({ same: text, more: text }) });
    expect(differenceOf(before, after).a).toEqual(object({ nested: object({ same: true }) }));
    expect(decide(before, after, { relation: 'declared' }).verdict).toBe('holds');
    expect(decide(after, before, { relation: 'declared' }).verdict).toBe('fails');
  });

  it('gives a witness what is required in the order of the schema that accepts it', () => {
    const of = (names: string[], limit: number): Json => {
      const each = names.map((name) => [name, name === 'n' ? { minimum: limit } : text] as const);
      return object(Object.fromEntries(each), { required: names });
    };
    const [before, after] = [of(['a', 'n', 'b'], 1), of(['b', 'n', 'a'], 2)];
    const orderOf = (found: Verdict): string[] =>
      found.verdict === 'fails' ? Object.keys(found.witness as object) : [];
    expect(orderOf(decide(before, after))).toEqual(['a', 'n', 'b']);
    const [narrow, wide] = [of(['a', 'n', 'b'], 2), of(['b', 'n', 'a'], 1)];
    expect(orderOf(decide(narrow, wide))).toEqual([]);
    expect(orderOf(decide(wide, narrow))).toEqual(['b', 'n', 'a']);
  });

  it('does not take a definition that has changed for the same', () => {
    const refers = (limit: number): Json => ({
      ...(object({ other: { $ref: '#/$defs/outer' }, same: { $ref: '#/$defs/round' } }) as object),
      $defs: {
        outer: { items: { $ref: '#/$defs/middle' } },
        middle: { items: { $ref: '#/$defs/inner' } },
        inner: { maximum: limit },
        round: { items: { $ref: '#/$defs/round' } },
      },
    });
    expect([...differenceOf(refers(1), refers(2)).left]).toEqual(['same']);
    expect(decide(refers(2), refers(1)).verdict).toBe('fails');
  });

  it('stays within references that lead round, and names of every kind', () => {
    const round = (limit: number): Json => ({
      $ref: '#/$defs/node',
      $defs: {
        node: object({ same: text, next: { $ref: '#/$defs/node' }, limit: { maximum: limit } }),
      },
    });
    expect(decide(round(1), round(2)).verdict).toBe('holds');
    expect(decide(round(2), round(1)).verdict).toBe('fails');
    const proto = (limit: number): Json => {
      const properties: Record<string, Json> = { constructor: { maximum: limit } };
      setMember(properties, '__proto__', text);
      return object(properties);
    };
    expect([...differenceOf(proto(1), proto(2)).left]).toEqual(['__proto__']);
  });

  it('is judged as the whole is', () => {
    const whole = (schema: Json, shared: Json, name: string): Json => {
      const nested = object({ b: shared, c: schema }, { required: ['b'] });
      return object(
        { [name]: shared, changed: schema, nested },
        { required: [name], $defs: DEFINITIONS },
      );
    };
    const law = (one: Json, other: Json, shared: Json, instances: Json[], name: string): void => {
      const [a, b] = [whole(one, shared, name), whole(other, shared, name)];
      // The same question, with a keyword that keeps the two from being taken apart.
      const [wholeA, wholeB] = [a, b].map((schema) => ({ ...(schema as object), not: false }));
      for (const relation of ['wire', 'declared'] as const) {
        const verdict = decide(a, b, { relation }).verdict;
        const expected = decide(wholeA as Json, wholeB as Json, { relation }).verdict;
        expect([verdict, expected].toSorted()).not.toEqual(['fails', 'holds']);
      }
      const { a: rest, padding } = differenceOf(a, b);
      for (const value of putInto(instances, name)) {
        const part = padding.partOf(value);
        const isGoodPart = part === null || validate(part.schema, part.instance);
        const isAccepted = validate(padding.filled(rest), value) === true && isGoodPart;
        expect(isAccepted).toBe(validate(a, value));
      }
      if (decide(a, b).verdict !== 'holds') return;
      for (const value of putInto(instances, name)) {
        expect([validate(a, value), validate(b, value)]).not.toEqual([true, false]);
      }
    };
    const instances = fc.array(arbitraryInstance, { minLength: 8, maxLength: 8 });
    const schemas = [arbitrarySchema, arbitrarySchema, arbitrarySchema] as const;
    const name = fc.constantFrom('a', 'd', 'changed too');
    fc.assert(fc.property(...schemas, instances, name, law), { numRuns: 25 });
  });
});
