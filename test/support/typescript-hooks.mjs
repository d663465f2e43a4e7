// Module hooks that let Node itself run the TypeScript sources: Jest's global setup and the scripts
// in prisma/ are outside of what Jest transforms, and Node 20 reads no TypeScript.
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { transform } from '@swc/core';

const sourceOf = (url) => url.replace(/\.js$/, '.ts');

export async function resolve(specifier, context, next) {
  if (specifier.startsWith('#core/')) {
    const conditions = ['quartermaster-source', ...context.conditions];
    return next(specifier, { ...context, conditions });
  }
  if (/^\.{1,2}\//.test(specifier) && specifier.endsWith('.js') && context.parentURL) {
    const url = sourceOf(new URL(specifier, context.parentURL).href);
    if (existsSync(fileURLToPath(url))) return { url, format: 'module', shortCircuit: true };
  }
  return next(specifier, context);
}

export async function load(url, context, next) {
  if (!url.startsWith('file:') || !url.endsWith('.ts') || url.includes('/node_modules/')) {
    return next(url, context);
  }
  const filename = fileURLToPath(url);
  const { code } = await transform(await readFile(filename, 'utf8'), {
    filename,
    sourceMaps: 'inline',
    swcrc: false,
    module: { type: 'es6' },
    jsc: {
      target: 'es2022',
      parser: { syntax: 'typescript', decorators: true },
      transform: {
        legacyDecorator: true,
        decoratorMetadata: true,
        useDefineForClassFields: false,
      },
      keepClassNames: true,
    },
  });
  return { format: 'module', source: code, shortCircuit: true };
}
