import { format, resolveConfig } from 'prettier';
import { ruleReference } from '#core/compatibility/reference.js';
import { lifecycleReference } from '#core/lifecycle/reference.js';
import { lintReference } from '#core/lint/reference.js';
import { MANIFEST_FILE_SCHEMA } from '#core/manifests/file-schema.js';

/** Each page that is made of what the service decides by, under its path in the repository. */
const PAGES = {
  'docs/rules.md': ruleReference,
  'docs/lint.md': lintReference,
  'docs/lifecycle.md': lifecycleReference,
  'docs/quartermaster.schema.json': () => JSON.stringify(MANIFEST_FILE_SCHEMA),
} as const satisfies Record<string, () => string>;

export type PagePath = keyof typeof PAGES;

export const PAGE_PATHS = Object.keys(PAGES) as PagePath[]; // the keys of the record just above

export const fileOf = (path: PagePath): URL => new URL(`../../${path}`, import.meta.url);

/** The page as it has to be, formatted like everything else. */
export const textOf = async (path: PagePath): Promise<string> => {
  const { pathname: filepath } = fileOf(path);
  return format(PAGES[path](), { ...(await resolveConfig(filepath)), filepath });
};
