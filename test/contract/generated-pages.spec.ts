import { readFile } from 'node:fs/promises';
import { RULES } from '#core/compatibility/rules/index.js';
import { STATES } from '#core/lifecycle/state.js';
import { TRANSITIONS } from '#core/lifecycle/transitions.js';
import { LINT_RULES } from '#core/lint/rules.js';
import { fileOf, PAGE_PATHS, textOf, type PagePath } from '../support/pages.js';

const pageAt = (path: PagePath): Promise<string> => readFile(fileOf(path), 'utf8');

const headingsIn = async (path: PagePath): Promise<string[]> =>
  [...(await pageAt(path)).matchAll(/^### (.+)$/gm)].map(([, id = '']) => id).sort();

describe('a page that is made of the code', () => {
  it.each(PAGE_PATHS)('%s is what `npm run docs:write` writes', async (path) => {
    expect(await pageAt(path)).toBe(await textOf(path));
  });

  it('has one anchor for each rule of its kind', async () => {
    expect(await headingsIn('docs/rules.md')).toEqual(RULES.map(({ id }) => id).sort());
    expect(await headingsIn('docs/lint.md')).toEqual(LINT_RULES.map(({ id }) => id).sort());
  });

  it('draws every state and names every step', async () => {
    const page = await pageAt('docs/lifecycle.md');
    for (const state of STATES) expect(page).toMatch(new RegExp(`--> ${state}: `));
    for (const name of Object.keys(TRANSITIONS)) expect(page).toContain(`| ${name} `);
  });
});
