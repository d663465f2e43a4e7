import { registerSchema, unregisterSchema, validate } from '@hyperjump/json-schema/draft-2020-12';
import fc from 'fast-check';
import type { Json, JsonObject } from '../../json/value.js';
import { arbitrarySchema, documentOf } from '../../../../../test/support/arbitrary-schema.js';
import { decide } from './decide.js';

const DIALECT = 'https://json-schema.org/draft/2020-12/schema';

/** What a validator that shares nothing with ours or with ajv says. */
const opinion = async (schema: JsonObject, instance: Json): Promise<boolean> => {
  const uri = 'https://example.com/schema';
  registerSchema({ ...schema } as Parameters<typeof registerSchema>[0], uri, DIALECT);
  try {
    const check = await validate(uri);
    // Its own name for JSON has mutable arrays; it changes none.
    return check(instance as Parameters<typeof check>[0]).valid;
  } finally {
    unregisterSchema(uri);
  }
};

describe('a witness', () => {
  it('convinces a third validator too', async () => {
    const pairs = fc.asyncProperty(arbitrarySchema, arbitrarySchema, async (one, other) => {
      const [a, b] = [documentOf(one), documentOf(other)];
      const verdict = decide(a, b);
      if (verdict.verdict !== 'fails') return;
      expect(await opinion(a, verdict.witness)).toBe(true);
      expect(await opinion(b, verdict.witness)).toBe(false);
    });
    await fc.assert(pairs, { numRuns: 60 });
  });
});
