import fc from 'fast-check';
import { argumentNames, type WirePlace } from './argument-names.js';

const namesOf = (...places: string[]): string[] =>
  argumentNames(
    places.map((place) => {
      const [where = '', name = ''] = place.split(' ');
      return { in: where, name };
    }),
  );

describe('the names of arguments', () => {
  it('are safe, and as near to the wire as they can be', () => {
    expect(namesOf('path repo-id', 'query $filter', 'query user.name', 'query ids[]')).toEqual([
      'repo_id',
      'filter',
      'user_name',
      'ids',
    ]);
  });

  it('tell by their place what would be called the same', () => {
    expect(namesOf('path id', 'query id', 'query ID', 'query other')).toEqual([
      'path_id',
      expect.stringMatching(/^query_id_[0-9a-f]{12}$/),
      expect.stringMatching(/^query_ID_[0-9a-f]{12}$/),
      'other',
    ]);
  });

  it('are all different but for case, at most 64 characters, and blind to the order', () => {
    const place: fc.Arbitrary<WirePlace> = fc.record({
      in: fc.constantFrom('path', 'query', 'header', 'body'),
      name: fc.oneof(
        fc.stringMatching(/^(query_)?[aA$.]{1,2}$/),
        fc.string({ maxLength: 80 }),
        fc.stringMatching(/^a{60,70}$/),
      ),
    });
    const places = fc.uniqueArray(place, { selector: (one) => `${one.in} ${one.name}` });
    fc.assert(
      fc.property(places, (listed) => {
        const names = argumentNames(listed);
        expect(new Set(names.map((name) => name.toLowerCase())).size).toBe(listed.length);
        for (const name of names) expect(name).toMatch(/^[A-Za-z0-9_]{1,64}$/);
        expect(argumentNames(listed.toReversed()).toReversed()).toEqual(names);
      }),
    );
  });
});
