import fc from 'fast-check';
import type { Json } from '../../json/value.js';
import {
  arbitrarySchema,
  DEFINITIONS,
  documentOf,
} from '../../../../../test/support/arbitrary-schema.js';
import {
  asOneOfAll,
  constantAsEnum,
  enumAsConstants,
  everywhere,
  inlined,
  typesAsAlternatives,
  type Rewrite,
} from '../../../../../test/support/rewritten-schema.js';
import { decide } from './decide.js';

const REWRITES: readonly (readonly [string, Rewrite])[] = [
  ['a list of types as alternatives', typesAsAlternatives],
  ['an enum as alternative constants', enumAsConstants],
  ['a constant as an enum of one', constantAsEnum],
  ['a schema as the only one of allOf', asOneOfAll],
  ['a reference as what it leads to', inlined(DEFINITIONS)],
];

/** `holds` and `fails` may each give way to `undecided`, never to one another. */
const opposed = (one: string, other: string): boolean =>
  [one, other].toSorted().join() === 'fails,holds';

const outlined = (schema: Json): Json => ({
  $ref: '#/$defs/outlined',
  $defs: { ...DEFINITIONS, outlined: schema },
});

describe('writing a schema otherwise', () => {
  it.each(REWRITES)('changes no verdict: %s', (_, rewrite) => {
    const law = (one: Json, other: Json): void => {
      const [a, b] = [documentOf(one), documentOf(other)];
      const written = documentOf(everywhere(one, rewrite));
      expect(decide(a, written).verdict).not.toBe('fails');
      expect(decide(written, a).verdict).not.toBe('fails');
      expect(opposed(decide(a, b).verdict, decide(written, b).verdict)).toBe(false);
      expect(opposed(decide(b, a).verdict, decide(b, written).verdict)).toBe(false);
    };
    fc.assert(fc.property(arbitrarySchema, arbitrarySchema, law), { numRuns: 40 });
  });

  it('changes no verdict: a schema as what a reference leads to', () => {
    const law = (one: Json, other: Json): void => {
      const [a, b] = [documentOf(one), documentOf(other)];
      expect(decide(a, outlined(one)).verdict).not.toBe('fails');
      expect(decide(outlined(one), a).verdict).not.toBe('fails');
      expect(opposed(decide(a, b).verdict, decide(outlined(one), b).verdict)).toBe(false);
    };
    fc.assert(fc.property(arbitrarySchema, arbitrarySchema, law), { numRuns: 40 });
  });
});
