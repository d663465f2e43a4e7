// `npm run docs:rules`: writes docs/rules.md from the rules themselves.
import { mkdir, writeFile } from 'node:fs/promises';
import { ruleReference } from '#core/compatibility/reference.js';

const page = new URL('../../docs/rules.md', import.meta.url);

await mkdir(new URL('.', page), { recursive: true });
await writeFile(page, ruleReference());
