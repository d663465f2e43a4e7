// `npm run docs:write`: writes the pages that are made of what the service decides by.
import { writeFile } from 'node:fs/promises';
import { fileOf, PAGE_PATHS, textOf } from './pages.js';

for (const path of PAGE_PATHS) await writeFile(fileOf(path), await textOf(path));
