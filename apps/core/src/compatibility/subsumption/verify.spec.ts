import type { Json } from '../../json/value.js';
import type { Part } from './padding-plan.js';
import { createMeter } from './theories/sample.js';
import { Witnesses, type Side } from './verify.js';

const [ACCEPTING, REFUSING] = [1, 2];

const side = (literal: number, written: Json): Side => ({
  literal,
  written,
  dialect: '2020-12',
  read: (schema) => ({ ok: true, schema }),
});

/** An evaluator that takes everything for a witness, so that all depends on the second opinion. */
const credulous = { holds: (literal: number): boolean => literal === ACCEPTING };

const smallest = (accepts: Json, refuses: Json, part: Part | null) =>
  new Witnesses(credulous, createMeter(Infinity), {
    accepts: side(ACCEPTING, accepts),
    refuses: side(REFUSING, refuses),
    formats: 'annotation',
    isProbe: false,
    pad: (value) => value,
    partOf: () => part,
  }).smallest({});

const OBJECT = { type: 'object' };
const WITH_A = { required: ['a'] };

it('a witness is one that the second validator takes for one, in each of its parts', () => {
  expect(smallest(OBJECT, WITH_A, null)).toEqual({ value: {} });
  expect(smallest({ type: 'string' }, WITH_A, null)).toBeNull();
  expect(smallest(OBJECT, OBJECT, null)).toBeNull();
  const part = (instance: Json): Part => ({ schema: { type: 'string' }, instance });
  expect(smallest(OBJECT, WITH_A, part('a'))).toEqual({ value: {} });
  expect(smallest(OBJECT, WITH_A, part(1))).toBeNull();
});
