import { fullMask } from '../bits/mask.js';
import { SearchIndex } from './index.js';
import { rank } from './rank.js';
import { CHINESE, ENGLISH, MISSPELT, SAMPLE_CATALOG } from './sample-catalog.js';
import { VisibleTools } from './visible-tools.js';

const index = new SearchIndex();
SAMPLE_CATALOG.forEach((entry) => index.add(entry));
const survivors = fullMask(index.size);
const visible = new VisibleTools(index, survivors);

const found = (query: string, topK: number): string[] =>
  rank(index, { query, survivors, visible, topK }).hits.map(({ tool_id }) => tool_id);

type Asked = readonly (readonly [query: string, toolId: string])[];

/** The queries whose tool is not among the first few. */
const missed = (asked: Asked, topK: number): string[] =>
  asked.filter(([query, toolId]) => !found(query, topK).includes(toolId)).map(([query]) => query);

describe('the quality of the ranking', () => {
  it.each<[string, Asked]>([
    ['English queries', ENGLISH],
    ['misspelt queries', MISSPELT],
    ['Chinese queries', CHINESE],
  ])('has the right tool among the first three for %s', (_what, asked) => {
    expect(missed(asked, 3)).toEqual([]);
  });

  it('has the right tool first nearly always', () => {
    const all = [...ENGLISH, ...MISSPELT, ...CHINESE];
    expect(all.length).toBeGreaterThanOrEqual(40);
    expect(missed(all, 1).length).toBeLessThanOrEqual(1);
  });
});
