import { VectorTable } from './vector-table.js';

const unit = (...numbers: number[]): Float32Array => {
  const length = Math.hypot(...numbers);
  return Float32Array.from(numbers, (number) => number / length);
};

describe('a table of vectors', () => {
  it('tells cosines to the second digit', () => {
    const table = new VectorTable(3);
    const vectors = [unit(1, 0, 0), unit(1, 2, 3), unit(-1, 0.5, 0), unit(0.001, 0, 1)];
    vectors.forEach((vector, id) => table.put(id, vector));
    const query = unit(3, 1, -2);
    vectors.forEach((vector, id) => {
      const exact = vector.reduce((sum, number, at) => sum + number * (query[at] ?? 0), 0);
      expect(table.similarity(query, id)).toBeCloseTo(exact, 2);
    });
  });

  it('keeps the last vector of a number, however many there are', () => {
    const table = new VectorTable(2);
    for (let id = 0; id < 300; id++) table.put(id, unit(1, id));
    table.put(7, unit(0, 1));
    expect(table.size).toBe(300);
    expect(table.similarity(unit(0, 1), 7)).toBeCloseTo(1);
    expect(table.similarity(unit(1, 299), 299)).toBeCloseTo(1);
  });

  it('knows nothing of other numbers and other dimensions', () => {
    const table = new VectorTable(2);
    expect(table.put(1, unit(1, 1, 1))).toBe(false);
    expect(table.similarity(unit(1, 1), 1)).toBeNull();
    table.put(1, unit(1, 1));
    expect(table.similarity(unit(1, 1, 1), 1)).toBeNull();
  });
});
