import { readSettings } from './env.js';

describe('the settings', () => {
  it('have defaults for an empty environment', () => {
    expect(readSettings({})).toEqual({
      host: '127.0.0.1',
      port: 3000,
      databaseUrl: undefined,
      migrationDatabaseUrl: undefined,
      auditDatabaseUrl: undefined,
      dataDir: '.data',
      auditSigningKey: undefined,
      auditCheckpointMinutes: 60,
      bootstrapAdminKey: undefined,
      oidcIssuers: [],
      rateLimits: {},
      trustedProxies: [],
      behindTls: false,
      outputCompatibility: 'strict',
      lint: { rules: new Map(), profiles: new Set(['openai', 'anthropic', 'gemini']) },
      snapshot: true,
      maxStalenessMs: 0,
      autoApprove: false,
      maxWaiverDays: 365,
      metricsPort: undefined,
      logLevel: 'info',
      webhookNetworks: [],
      semantic: undefined,
      tracing: undefined,
    });
  });

  it('take an empty or blank value for one that is not set', () => {
    expect(readSettings({ PORT: '', DATABASE_URL: ' ', QM_AUTO_APPROVE: '' })).toEqual(
      readSettings({}),
    );
  });

  it.each([
    ['PORT', '0', 'port', 0],
    ['PORT', '65535', 'port', 65_535],
    [
      'DATABASE_URL',
      'postgres://u:p%40@db/x?sslmode=require',
      'databaseUrl',
      'postgres://u:p%40@db/x?sslmode=require',
    ],
    ['QM_OUTPUT_COMPATIBILITY', 'covariant', 'outputCompatibility', 'covariant'],
    ['QM_AUTO_APPROVE', 'ON', 'autoApprove', true],
    ['QM_LINT_PROFILES', 'copilot, openai', 'lint.profiles', new Set(['copilot', 'openai'])],
    ['QM_LINT_PROFILES', 'none', 'lint.profiles', new Set()],
    ['QM_MAX_STALENESS_MS', '1500', 'maxStalenessMs', 1500],
    ['QM_SNAPSHOT', 'off', 'snapshot', false],
    ['QM_MAX_WAIVER_DAYS', '90', 'maxWaiverDays', 90],
    ['QM_TRUSTED_PROXIES', '10.0.0.0/8, ::1', 'trustedProxies', ['10.0.0.0/8', '::1']],
    ['QM_BEHIND_TLS', 'on', 'behindTls', true],
    ['QM_RATE_LIMIT_CHECKS', '90/m', 'rateLimits', { checks: { requests: 90, seconds: 60 } }],
    ['QM_RATE_LIMIT_READS', 'off', 'rateLimits', {}],
    ['QM_WEBHOOK_NETWORKS', '10.1.0.0/16, ::1/128', 'webhookNetworks', ['10.1.0.0/16', '::1/128']],
    [
      'QM_BOOTSTRAP_ADMIN_KEY',
      `qm_a1_${'-_aA0'.repeat(7)}`,
      'bootstrapAdminKey',
      `qm_a1_${'-_aA0'.repeat(7)}`,
    ],
  ])('read %s=%s', (key, text, name, value) => {
    expect(readSettings({ [key]: text })).toHaveProperty(name, value);
  });

  it('allow no staleness where nothing is kept in memory', () => {
    const kept = { QM_MAX_STALENESS_MS: '1000' };
    expect(() => readSettings({ ...kept, QM_SNAPSHOT: 'off' })).toThrow(
      'QM_MAX_STALENESS_MS has no effect with QM_SNAPSHOT=off',
    );
    expect(readSettings({ ...kept, QM_SNAPSHOT: 'on' })).toMatchObject({ maxStalenessMs: 1000 });
    expect(readSettings({ QM_MAX_STALENESS_MS: '0', QM_SNAPSHOT: 'off' }).snapshot).toBe(false);
  });

  it('take the owner of the tables only beside a user of the service', () => {
    const owner = 'postgresql://owner@db/x';
    expect(() => readSettings({ QM_MIGRATION_DATABASE_URL: owner })).toThrow(
      'QM_MIGRATION_DATABASE_URL has no effect without DATABASE_URL',
    );
    expect(
      readSettings({ QM_MIGRATION_DATABASE_URL: owner, DATABASE_URL: 'postgresql://app@db/x' }),
    ).toMatchObject({ migrationDatabaseUrl: owner });
  });

  it.each([
    ['PORT', '65536'],
    ['PORT', '-1'],
    ['PORT', '0x10'],
    ['PORT', '3000.5'],
    ['DATABASE_URL', 'localhost:5432'],
    ['DATABASE_URL', 'http://localhost/db'],
    ['QM_BOOTSTRAP_ADMIN_KEY', `qm_a1_${'a'.repeat(31)}`],
    ['QM_BOOTSTRAP_ADMIN_KEY', `qm_a-1_${'a'.repeat(32)}`],
    ['QM_MAX_STALENESS_MS', 'soon'],
    ['QM_OUTPUT_COMPATIBILITY', 'loose'],
    ['QM_METRICS_PORT', 'on'],
    ['QM_TRUSTED_PROXIES', 'proxy.example'],
    ['QM_TRUSTED_PROXIES', '10.0.0.0/33'],
    ['QM_RATE_LIMIT_CANDIDATES', '0/s'],
    ['QM_RATE_LIMIT_WRITES', '10/day'],
    ['QM_LOG_LEVEL', 'loud'],
    ['QM_SEMANTIC', 'cloud'],
    ['QM_SEMANTIC_URL', 'file:///etc/passwd'],
    ['QM_SEMANTIC_URL', 'http://user:secret@localhost/v1/embeddings'],
    ['QM_SEMANTIC_DIMENSIONS', '99999'],
    ['QM_SEMANTIC_API_KEY', 'a\nb'],
    ['QM_SEMANTIC_WEIGHT', '11'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'collector:4317'],
    ['OTEL_EXPORTER_OTLP_PROTOCOL', 'grpc'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'authorization: Bearer'],
    ['OTEL_EXPORTER_OTLP_HEADERS', 'a=%0Ab'],
    ['OTEL_TRACES_SAMPLER', 'sometimes'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
  ])('refuse %s=%s in one line that names the key and not the value', (key, text) => {
    const attempt = (): unknown => readSettings({ [key]: text });
    expect(attempt).toThrow(new RegExp(`^${key} is not [^\\n]+\\. Correct it or leave it out\\.$`));
    expect(attempt).not.toThrow(text);
  });

  it('say where traces go, as OpenTelemetry has it', () => {
    const env = {
      OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:4318/',
      OTEL_EXPORTER_OTLP_HEADERS: 'authorization=Bearer%20x, a=1=2',
    };
    expect(readSettings(env).tracing).toEqual({
      url: 'http://127.0.0.1:4318/v1/traces',
      headers: new Map([
        ['authorization', 'Bearer x'],
        ['a', '1=2'],
      ]),
      serviceName: 'quartermaster',
      resource: new Map(),
      sampler: 'parentbased_always_on',
      ratio: 1,
    });
    const own = {
      OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'https://traces.example/in',
      OTEL_EXPORTER_OTLP_TRACES_HEADERS: 'b=2',
      OTEL_RESOURCE_ATTRIBUTES: 'service.name=tools,deployment.environment.name=test',
      OTEL_TRACES_SAMPLER: 'traceidratio',
      OTEL_TRACES_SAMPLER_ARG: '0.25',
    };
    expect(readSettings({ ...env, ...own }).tracing).toMatchObject({
      url: 'https://traces.example/in',
      headers: new Map([['b', '2']]),
      serviceName: 'tools',
      sampler: 'traceidratio',
      ratio: 0.25,
    });
    expect(readSettings({ ...own, OTEL_SERVICE_NAME: 'q' }).tracing?.serviceName).toBe('q');
    expect(readSettings({ ...env, OTEL_SDK_DISABLED: 'true' }).tracing).toBeUndefined();
    expect(readSettings({ OTEL_SERVICE_NAME: 'q' }).tracing).toBeUndefined();
  });

  it('describe an endpoint for embeddings, which is nothing without address and model', () => {
    const env = {
      QM_SEMANTIC: 'endpoint',
      QM_SEMANTIC_URL: 'http://127.0.0.1:11434/v1/embeddings',
    };
    expect(readSettings({ ...env, QM_SEMANTIC_MODEL: 'nomic' }).semantic).toEqual({
      kind: 'endpoint',
      weight: 0.8,
      url: 'http://127.0.0.1:11434/v1/embeddings',
      model: 'nomic',
      dimensions: undefined,
      apiKey: undefined,
      queryPrefix: '',
      documentPrefix: '',
      timeoutMs: 400,
    });
    expect(() => readSettings(env)).toThrow('QM_SEMANTIC_MODEL is not set');
    expect(() => readSettings({ QM_SEMANTIC: 'endpoint' })).toThrow('QM_SEMANTIC_URL is not set');
  });

  it.each([
    ['QM_SNAPSHOTS', 'Did you mean QM_SNAPSHOT?'],
    ['QM_RATE_LIMITS_WRITES', 'Did you mean QM_RATE_LIMIT_WRITES?'],
    ['qm_auto_approve', 'Did you mean QM_AUTO_APPROVE?'],
    ['QM_METRIC_PORT', 'Did you mean QM_METRICS_PORT?'],
    ['QM_TOKENS', 'Did you mean QM_TOKEN?'],
    ['QM_SOMETHING_OF_ANOTHER_KIND', 'is no setting of this release. Leave it out; .env.example'],
  ])('refuse %s, which is none, and name the nearest', (name, hint) => {
    expect(() => readSettings({ [name]: 'on' })).toThrow(hint);
  });

  it('take no offence at what is empty, of the command line, of tests, or of Kubernetes', () => {
    const foreign = {
      QM_MISSPELT: ' ',
      QM_URL: 'http://127.0.0.1:3000',
      QM_TOKEN: 'qm_a_b',
      QM_TEST_SERVER: 'postgres://…',
      QM_SHARED_DATA: '/data',
      QM_PORT: 'tcp://10.0.0.1:80',
      QM_PORT_80_TCP_ADDR: '10.0.0.1',
      QM_METRICS_SERVICE_PORT_HTTP: '9464',
    };
    expect(readSettings(foreign)).toEqual(readSettings({}));
  });
});
