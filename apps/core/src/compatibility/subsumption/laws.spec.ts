import fc from 'fast-check';
import type { Json } from '../../json/value.js';
import { isObject } from '../../json/value.js';
import {
  arbitraryInstance,
  arbitrarySchema,
  DEFINITIONS,
  documentOf,
} from '../../../../../test/support/arbitrary-schema.js';
import { Budget } from './budget.js';
import { decide } from './decide.js';
import { Evaluator, validate } from './evaluate.js';
import { normalise } from './normalise.js';
import { Prover } from './search.js';
import { Store } from './store.js';

const holdsOrGivesUp = (a: Json, b: Json): void => {
  expect(decide(a, b).verdict).not.toBe('fails');
};

const all = (...schemas: Json[]): Json => ({ allOf: schemas, $defs: DEFINITIONS });
const any = (...schemas: Json[]): Json => ({ anyOf: schemas, $defs: DEFINITIONS });
const not = (schema: Json): Json => ({ not: schema, $defs: DEFINITIONS });

const check = (numRuns: number, law: (a: Json, b: Json, c: Json) => void): void => {
  fc.assert(fc.property(arbitrarySchema, arbitrarySchema, arbitrarySchema, law), { numRuns });
};

const copy = (value: Json): Json => JSON.parse(JSON.stringify(value)) as Json;

/** The same schema with each object's members the other way round. */
const reversed = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(reversed);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .map(([key, inner]) => [key, reversed(inner)] as const)
      .reverse(),
  );
};

describe('the laws of inclusion, on random schemas', () => {
  it('includes every schema in itself, also where the text differs', () => {
    check(60, (a) => {
      holdsOrGivesUp(documentOf(a), all(a, a));
      holdsOrGivesUp(all(a, true), documentOf(a));
    });
  });

  it('includes a conjunction in its parts and a part in the alternatives', () => {
    check(60, (a, b) => {
      holdsOrGivesUp(all(a, b), documentOf(a));
      holdsOrGivesUp(documentOf(a), any(a, b));
    });
  });

  it('turns round under negation and survives conjunction', () => {
    check(40, (a, b, c) => {
      const verdict = decide(documentOf(a), documentOf(b)).verdict;
      if (verdict !== 'holds') return;
      holdsOrGivesUp(all(a, c), documentOf(b));
      holdsOrGivesUp(documentOf(a), any(b, c));
      holdsOrGivesUp(not(b), not(a));
    });
  });

  it('is transitive', () => {
    check(40, (a, b, c) => {
      const [first, second] = [any(a, b), any(a, b, c)];
      if (decide(documentOf(a), first).verdict !== 'holds') return;
      if (decide(first, second).verdict === 'holds') holdsOrGivesUp(documentOf(a), second);
    });
  });

  it('gives the same verdict again, whatever was asked between and however it is spelt', () => {
    check(40, (a, b) => {
      const [one, other] = [documentOf(a), documentOf(b)];
      const first = decide(one, other);
      expect(decide(copy(one), copy(other))).toEqual(first);
      const spelt = decide(reversed(one), reversed(other)).verdict;
      expect([spelt, first.verdict].sort()).not.toEqual(['fails', 'holds']);
    });
  });
});

describe('verdicts against instances', () => {
  it('calls nothing included that an instance refutes', () => {
    fc.assert(
      fc.property(
        arbitrarySchema,
        arbitrarySchema,
        fc.array(arbitraryInstance, { minLength: 40, maxLength: 40 }),
        (a, b, instances) => {
          const [one, other] = [all(a, b), documentOf(b)];
          const pairs: [Json, Json][] = [
            [documentOf(a), documentOf(b)],
            [one, documentOf(a)],
            [other, any(a, b)],
          ];
          for (const [left, right] of pairs) {
            if (decide(left, right).verdict !== 'holds') continue;
            const inside = [...instances, ...membersOf(left)];
            for (const value of inside) {
              const isRefuted = validate(left, value) === true && validate(right, value) === false;
              expect(isRefuted).toBe(false);
            }
          }
        },
      ),
      { numRuns: 40 },
    );
  });

  it('finds only instances that satisfy the formula', () => {
    check(60, (a) => {
      for (const value of membersOf(documentOf(a))) {
        expect(validate(documentOf(a), value)).not.toBe(false);
      }
    });
  });
});

/** Up to a dozen different instances that the search itself comes up with. */
const membersOf = (document: Json): readonly Json[] => {
  const store = new Store();
  const literal = normalise(store, document, '');
  const prover = new Prover(store, new Budget(20_000), 'annotation');
  const { values } = prover.findSeveral([literal], 12);
  const evaluator = new Evaluator(store);
  return values.filter((value) => evaluator.holds(literal, value) === true);
};
