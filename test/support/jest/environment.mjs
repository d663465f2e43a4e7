import { createRequire } from 'node:module';
import { TestEnvironment } from 'jest-environment-node';

const load = createRequire(import.meta.url);

/** What a spec file and the modules that Node loaded have to mean the same by. */
const SHARED = { Date, Error, EvalError, RangeError, ReferenceError, SyntaxError, TypeError };

/** Node's environment, and in it the way to modules that Node loaded once: see loaded-once.mjs. */
export default class extends TestEnvironment {
  async setup() {
    await super.setup();
    // A function of its own: Jest empties what it finds in the globals of a spec file that has ended.
    this.global.loadedByNode = (path) => load(path);
    Object.assign(this.global, SHARED);
  }
}
