import { isEmpty } from './is-empty.js';

describe('a schema that nothing satisfies', () => {
  it('is told from one that something does', () => {
    expect(isEmpty(false, 1_000)).toBe(true);
    expect(isEmpty({ type: 'object', required: ['a'], properties: { a: false } }, 1_000)).toBe(
      true,
    );
    expect(isEmpty({ type: 'object', properties: { a: false } }, 1_000)).toBe(false);
  });

  it('is not claimed where the budget is spent', () => {
    expect(isEmpty({ type: 'string', minLength: 2, maxLength: 1 }, -1)).toBe(false);
  });
});
