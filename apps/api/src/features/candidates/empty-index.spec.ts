import { emptySearchIndex } from './empty-index.js';

it('is made for each index by a seed that nobody can foresee', () => {
  const seeds = Array.from({ length: 4 }, () => emptySearchIndex().frozen().terms.seed);
  expect(new Set(seeds).size).toBe(4);
});
