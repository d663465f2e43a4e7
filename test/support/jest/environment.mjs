import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

const load = createRequire(import.meta.url);

/** What a spec file and the modules that Node loaded have to mean the same by. */
const SHARED = {
  Date,
  Error,
  EvalError,
  Map,
  RangeError,
  ReferenceError,
  Set,
  SyntaxError,
  TypeError,
};

/** By these, comparisons of values tell whether two are of one kind. */
const KIND = ['constructor', 'toString', 'valueOf'];

/** Node's environment, and in it the way to modules that Node loaded once: see loaded-once.mjs. */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    // A function of its own: Jest empties what it finds in the globals of a spec file that has ended.
    this.global.loadedByNode = (path) => load(path);
    Object.assign(this.global, SHARED);
    for (const type of [Object, Array]) {
      const { prototype } = this.global[type.name];
      for (const name of KIND.filter((own) => Object.hasOwn(prototype, own))) {
        const value = type.prototype[name];
        Object.defineProperty(prototype, name, { value, writable: true, configurable: true });
      }
    }
  }
}
