import { createHash } from 'node:crypto';
import { createRequire } from 'node:module';
import { join, relative, resolve } from 'node:path';

const root = resolve(import.meta.dirname, '../../..');
const load = createRequire(import.meta.url);

/** The sources of apps/ as they are built; everything else is where it is. */
const builtAs = (path) => {
  const inside = relative(join(root, 'apps'), path);
  return inside.startsWith('..') ? path : join(root, 'dist', inside.replace(/[.]ts$/, '.js'));
};

const asModule = (path, names) =>
  [
    `const loaded = loadedByNode(${JSON.stringify(path)});`,
    ...names.map((name, n) => `const v${n} = loaded.${name}; export { v${n} as ${name} };`),
    'export {};',
  ].join('\n');

/** Jest has its global setup go through here as well, where there is no environment yet. */
const asScript = (path, source) =>
  `if (typeof loadedByNode === 'function') module.exports = loadedByNode(${JSON.stringify(path)});
else (() => {${source}\n})();`;

/**
 * A transform that leaves of a module only the way to where Node has it loaded. Jest evaluates all that
 * a spec file imports anew for each of them, in a context where each use of a global is slow: for the
 * whole service that took most of the time of a run. What is tested is what is built.
 */
export default {
  process(source, path, { supportsStaticESM }) {
    const built = builtAs(path);
    const code = supportsStaticESM ? asModule(built, namesIn(built)) : asScript(built, source);
    return { code };
  },

  getCacheKey(source, path, { supportsStaticESM }) {
    const shown = supportsStaticESM ? namesIn(builtAs(path)) : [source];
    return createHash('sha256')
      .update([path, ...shown].join('\0'))
      .digest('hex');
  },
};

const namesIn = (path) => Object.keys(load(path));
