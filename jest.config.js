// Five projects, one for each kind of test; `npm run test:<kind>` runs one alone.
if (process.argv.some((argument) => argument.startsWith('--watch'))) {
  throw new Error('Node keeps the sources that it has loaded: run Jest anew instead of --watch.');
}

const here = import.meta.dirname.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Of these a worker loads each module once and not once for each spec file. */
const LOADED_ONCE = [
  // Tests whose clock stands still have the timers of these stand still, so that they cannot be Node's.
  `^${here}/apps/(?!.*(/wall|/first-of|/head-reader|/webhook-workers|/keep-checkpoints|[.]spec)[.]ts$).+[.]ts$`,
  '/node_modules/(@hyperjump|@nestjs|@seriousme|fast-check|fastify|gpt-tokenizer)/.+js$',
  '/node_modules/(jose|pg|pino|semver|supertest|yaml)/.+js$',
];

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
  testEnvironment: '<rootDir>/test/support/jest/environment.mjs',
  transform: {
    ...Object.fromEntries(
      LOADED_ONCE.map((path) => [path, '<rootDir>/test/support/jest/loaded-once.mjs']),
    ),
    '^.+\\.ts$': ['@swc/jest', { ...swc, swcrc: false }],
  },
  transformIgnorePatterns: [],
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
    project('unit', ['<rootDir>/apps/**/*.spec.ts'], {
      globalSetup: '<rootDir>/test/support/jest/build.mjs',
    }),
    project('medium', ['<rootDir>/test/medium/**/*.spec.ts'], withDatabase),
    project('e2e', ['<rootDir>/test/e2e/**/*.spec.ts'], withDatabase),
    project('contract', ['<rootDir>/test/contract/**/*.spec.ts'], withDatabase),
    project('acceptance', ['<rootDir>/test/acceptance/**/*.spec.ts'], withDatabase),
  ],
};
