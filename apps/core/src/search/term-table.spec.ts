import { noTerms, TermTable } from './term-table.js';

/** Either of each pair leads from what those before it hash to, by the seed 0, to the same. */
const PAIRS =
  'yszp|cdks juaf|msox egel|ymhe iyne|dbds yyps|bzgb hysv|zdba kcwp|hcju zjek|nhlf gkni|pwzw lfya|vhvg';

/** 1,024 terms of one hash. */
const ALIKE = PAIRS.split(' ').reduce<string[]>(
  (starts, pair) => pair.split('|').flatMap((part) => starts.map((start) => start + part)),
  [''],
);

/** How many places in a row are taken, at most, as by terms that are looked through one by one. */
const longestRun = (seed: number): number => {
  const table = new TermTable(noTerms(seed));
  for (const term of ALIKE) table.idOrAdd(term);
  expect(ALIKE.map((term) => table.idOf(term))).toEqual([...ALIKE.keys()]);
  const { places } = table.reordered(Uint32Array.from(ALIKE.keys()));
  let run = 0;
  return places.reduce((most, place) => Math.max(most, (run = place === 0 ? 0 : run + 1)), 0);
};

describe('the table of terms', () => {
  it('parts terms by a seed, without which whoever writes them could make it slow', () => {
    expect(longestRun(0)).toBeGreaterThanOrEqual(ALIKE.length);
    for (const seed of [1, 0x7fff_ffff, 0xffff_ffff]) expect(longestRun(seed)).toBeLessThan(100);
  });
});
