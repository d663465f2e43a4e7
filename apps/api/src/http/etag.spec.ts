import { entityTag, requireMatch } from './etag.js';

describe('If-Match', () => {
  it.each(['"3"', '"2", "3"', '"a,b" ,, "3",', '*', ' * '])(
    'lets %s through where the state is "3"',
    (header) => {
      expect(() => requireMatch(header, '"3"')).not.toThrow();
    },
  );

  it.each(['"2"', 'W/"3"', 'W/"3", "2"', '"2,3"', '"*"'])('refuses %s: another state', (header) => {
    expect(() => requireMatch(header, '"3"')).toThrow(/^precondition-failed/);
  });

  it.each(['3', '', ',', '"2"junk, "3"', 'a"3"', '"3', '"3" "4"', '*, "3"', 'w/"3"', '"3" "'])(
    'cannot read %j, where something in it would have matched or not',
    (header) => {
      expect(() => requireMatch(header, '"3"')).toThrow(/^header-invalid/);
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
