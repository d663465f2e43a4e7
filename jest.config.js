// Five projects, one for each kind of test; `npm run test:<kind>` runs one alone.
const swc = {
  module: { type: 'es6' },
  sourceMaps: 'inline',
  jsc: {
    target: 'es2022',
    parser: { syntax: 'typescript', decorators: true },
    transform: { legacyDecorator: true, decoratorMetadata: true, useDefineForClassFields: false },
    keepClassNames: true,
  },
};

const project = (displayName, testMatch, more = {}) => ({
  displayName,
  testMatch,
  extensionsToTreatAsEsm: ['.ts'],
  transform: { '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false }] },
  // A specifier ends in `.js` as Node wants it; the file beside the test is still `.ts`.
  moduleNameMapper: { '^(\\.{1,2}/.*)\\.js$': '$1' },
  testEnvironmentOptions: {
    customExportConditions: ['quartermaster-source', 'node', 'node-addons'],
  },
  modulePathIgnorePatterns: ['<rootDir>/dist/'],
  ...more,
});

const withDatabase = {
  globalSetup: '<rootDir>/test/support/global-setup.mjs',
  globalTeardown: '<rootDir>/test/support/global-teardown.mjs',
};

export default {
  // Every core: most of a run is spent in tests that wait for a database, not in jest itself.
  maxWorkers: '100%',
  // A worker keeps what the modules of former files held; anew it is many times as fast.
  workerIdleMemoryLimit: '800MB',
  // Of the whole run, since jest reads it there alone. A limit for what hangs, not for what a loaded machine makes slow.
  testTimeout: 120_000,
  projects: [
    project('unit', ['<rootDir>/apps/**/*.spec.ts']),
    project('medium', ['<rootDir>/test/medium/**/*.spec.ts'], withDatabase),
    project('e2e', ['<rootDir>/test/e2e/**/*.spec.ts'], withDatabase),
    project('contract', ['<rootDir>/test/contract/**/*.spec.ts'], withDatabase),
    project('acceptance', ['<rootDir>/test/acceptance/**/*.spec.ts'], withDatabase),
  ],
};
