import { readFile } from 'node:fs/promises';
import { ruleReference } from '#core/compatibility/reference.js';
import { RULES } from '#core/compatibility/rules/index.js';

const page = new URL('../../docs/rules.md', import.meta.url);

describe('the reference page of the rules', () => {
  it('is what `npm run docs:rules` writes', async () => {
    expect(await readFile(page, 'utf8')).toBe(ruleReference());
  });

  it('has one anchor for each rule', async () => {
    const headings = (await readFile(page, 'utf8')).match(/^### .+$/gm) ?? [];
    expect(headings.sort()).toEqual(RULES.map(({ id }) => `### ${id}`).sort());
  });
});
