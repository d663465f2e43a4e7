import { bySlices, slicesBySize } from './by-slices.js';

describe('reading by slices', () => {
  it('asks for every key once, for some at a time, and keeps the order', async () => {
    const asked: number[][] = [];
    const rows = await bySlices(
      [1, 2, 3, 4, 5],
      async (some) => {
        asked.push(some);
        return some.map(String);
      },
      2,
    );
    expect(asked).toEqual([[1, 2], [3, 4], [5]]);
    expect(rows).toEqual(['1', '2', '3', '4', '5']);
  });
});

describe('slices of rows by their size', () => {
  it.each([
    [[], []],
    [
      [5, 5, 5],
      [[5, 5], [5]],
    ],
    [
      [30, 1, 1],
      [[30], [1, 1]],
    ],
    [
      [1, 30, 1],
      [[1], [30], [1]],
    ],
  ])('hold no more than may be, or one row: %j', (sizes, slices) => {
    expect(slicesBySize(sizes, (size) => size, 10)).toEqual(slices);
  });
});
