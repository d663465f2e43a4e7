import type { Json } from '../json/value.js';
import { witnessBetween } from './questions.js';

const schema = (type: string): Json => ({
  type: 'object',
  properties: { changed: { type }, same: { type: 'string', maxLength: 3 } },
});

const witness = (instance: Json, reading: 'wire' | 'declared') =>
  witnessBetween(
    {
      root: 'input',
      before: schema('number'),
      after: schema('string'),
      purse: { left: 1_000_000 },
    },
    { instance, validUnder: 'before', reading },
  );

it.each(['wire', 'declared'] as const)(
  'what both schemas say alike is asked of a witness all the same (%s)',
  (reading) => {
    expect(witness({ changed: 1 }, reading)).toMatchObject({ invalid_under: 'after' });
    expect(witness({ changed: 1, same: 'abc' }, reading)).toMatchObject({
      instance: { same: 'abc' },
    });
    expect(witness({ changed: 1, same: 'abcd' }, reading)).toBeNull();
    expect(witness({ changed: 'a', same: 'abc' }, reading)).toBeNull();
  },
);
