import { entityTag, requireMatch } from './etag.js';

describe('If-Match', () => {
  it.each(['"3"', '"2", "3"', '*'])('lets %s through where the state is "3"', (header) => {
    expect(() => requireMatch(header, '"3"')).not.toThrow();
  });

  it.each(['"2"', 'W/"3"', '3', ''])(
    'refuses %j: another state, or none that can be told',
    (header) => {
      expect(() => requireMatch(header, '"3"')).toThrow(/^precondition-failed/);
    },
  );

  it('has to be there', () => {
    expect(() => requireMatch(undefined, '"3"')).toThrow(/^precondition-required/);
  });
});

describe('an entity tag', () => {
  it('is the same for the same bytes, and another for others', () => {
    expect(entityTag('a')).toBe(entityTag(Buffer.from('a')));
    expect(entityTag('a')).not.toBe(entityTag('b'));
  });
});
