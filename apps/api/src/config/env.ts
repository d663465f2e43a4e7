import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import type { Issuer } from '#core/identity/issuer.js';
import type { RateLimitSettings } from '#core/limits/own-limits.js';
import type { LintSettings } from '#core/lint/lint-settings.js';
import { lintSettings } from './lint-config.js';
import { LOG_LEVELS, type LogLevel } from './log.js';
import { readOidcConfig } from './oidc-config.js';
import { readLimit } from './rate-limit-settings.js';
import {
  addresses,
  anyText,
  apiKey,
  clientProfiles,
  connectionString,
  dimensions,
  headerText,
  httpAddress,
  milliseconds,
  minutes,
  networkRanges,
  oneOf,
  port,
  waiverDays,
  weightReader,
  type Reader,
} from './readers.js';
import type { SemanticSettings } from './semantic-settings.js';
import { StartFailure } from './start-failure.js';
import {
  readPairs,
  readRatio,
  SAMPLERS,
  tracesAt,
  type TracingSettings,
} from './tracing-settings.js';
import { refuseUnknown } from './unknown-settings.js';

/** The configuration, read once at the start. Inject it as `Settings`. */
export abstract class Settings {
  abstract readonly host: string;
  abstract readonly port: number;
  /** Undefined: the embedded database under `dataDir`. */
  abstract readonly databaseUrl: string | undefined;
  /** Of the tables' owner. Undefined: `databaseUrl` is. */
  abstract readonly migrationDatabaseUrl: string | undefined;
  /** A replica of it that auditors' questions are read from. Undefined: `databaseUrl`. */
  abstract readonly auditDatabaseUrl: string | undefined;
  abstract readonly dataDir: string;
  /** A private key in PEM, or the path of a file with one. Undefined: one of our own, if any. */
  abstract readonly auditSigningKey: string | undefined;
  /** How often the trail is signed while it moves; 0 is never. */
  abstract readonly auditCheckpointMinutes: number;
  abstract readonly bootstrapAdminKey: string | undefined;
  /** Whose tokens are taken beside API keys. */
  abstract readonly oidcIssuers: readonly Issuer[];
  abstract readonly rateLimits: RateLimitSettings;
  /** Whose word about where a request came from is taken. */
  abstract readonly trustedProxies: readonly string[];
  /** Whether browsers may be told to use nothing but TLS. */
  abstract readonly behindTls: boolean;
  abstract readonly outputCompatibility: 'strict' | 'covariant';
  abstract readonly lint: LintSettings;
  abstract readonly maxStalenessMs: number;
  abstract readonly autoApprove: boolean;
  /** For how long a gate may be waived at most. */
  abstract readonly maxWaiverDays: number;
  /** Whether candidates are answered from memory. */
  abstract readonly snapshot: boolean;
  /** Undefined: no metrics are served. */
  abstract readonly metricsPort: number | undefined;
  abstract readonly logLevel: LogLevel;
  /** Networks where webhooks may lead although they are not public. */
  abstract readonly webhookNetworks: readonly string[];
  /** Undefined: tools are ranked by words alone. */
  abstract readonly semantic: SemanticSettings | undefined;
  /** Undefined: nothing is traced. */
  abstract readonly tracing: TracingSettings | undefined;
}

type Variables = Readonly<Record<string, string | undefined>>;

/** What the environment says, and which of it was asked for: whatever else is ours is a mistake. */
interface Env {
  readonly variables: Variables;
  readonly asked: Set<string>;
}

/** The file `.env` in the working directory fills in what the environment does not set. */
export const loadEnvironment = (): Variables => {
  if (existsSync('.env')) loadEnvFile('.env');
  return process.env;
};

/** The settings that an environment makes, or a StartFailure for the first that cannot be read. */
export const readSettings = (variables: Variables): Settings => {
  const env: Env = { variables, asked: new Set() };
  const settings = eachSetting(env);
  refuseUnknown(variables, env.asked);
  if (settings.maxStalenessMs > 0 && !settings.snapshot) {
    throw new StartFailure(
      'QM_MAX_STALENESS_MS has no effect with QM_SNAPSHOT=off',
      'Leave one of them out: only what is in memory can be answered while the database is away',
    );
  }
  const alone = [
    ['QM_MIGRATION_DATABASE_URL', settings.migrationDatabaseUrl],
    ['QM_AUDIT_DATABASE_URL', settings.auditDatabaseUrl],
  ].find(([, url]) => url !== undefined);
  if (alone !== undefined && settings.databaseUrl === undefined) {
    throw new StartFailure(
      `${alone[0]} has no effect without DATABASE_URL`,
      'Set DATABASE_URL to the same database with the user of the service, or leave both out',
    );
  }
  return settings;
};

const eachSetting = (env: Env): Settings => ({
  host: read(env, 'HOST', '127.0.0.1', anyText),
  port: read(env, 'PORT', 3000, port),
  databaseUrl: read(env, 'DATABASE_URL', undefined, connectionString),
  migrationDatabaseUrl: read(env, 'QM_MIGRATION_DATABASE_URL', undefined, connectionString),
  auditDatabaseUrl: read(env, 'QM_AUDIT_DATABASE_URL', undefined, connectionString),
  dataDir: read(env, 'QM_DATA_DIR', '.data', anyText),
  auditSigningKey: read(env, 'QM_AUDIT_SIGNING_KEY', undefined, anyText),
  auditCheckpointMinutes: read(env, 'QM_AUDIT_CHECKPOINT_MINUTES', 60, minutes),
  bootstrapAdminKey: read(env, 'QM_BOOTSTRAP_ADMIN_KEY', undefined, apiKey),
  oidcIssuers: issuersIn(read(env, 'QM_OIDC_CONFIG', undefined, anyText)),
  rateLimits: rateLimitsIn(env),
  trustedProxies: read(env, 'QM_TRUSTED_PROXIES', [], addresses),
  behindTls: read(env, 'QM_BEHIND_TLS', 'off', oneOf('on', 'off')) === 'on',
  outputCompatibility: read(env, 'QM_OUTPUT_COMPATIBILITY', 'strict', oneOf('strict', 'covariant')),
  lint: lintSettings(
    read(env, 'QM_LINT_CONFIG', undefined, anyText),
    read(env, 'QM_LINT_PROFILES', undefined, clientProfiles),
  ),
  maxStalenessMs: read(env, 'QM_MAX_STALENESS_MS', 0, milliseconds),
  autoApprove: read(env, 'QM_AUTO_APPROVE', 'off', oneOf('on', 'off')) === 'on',
  maxWaiverDays: read(env, 'QM_MAX_WAIVER_DAYS', 365, waiverDays),
  snapshot: read(env, 'QM_SNAPSHOT', 'on', oneOf('on', 'off')) === 'on',
  metricsPort: read(env, 'QM_METRICS_PORT', undefined, port),
  logLevel: read(env, 'QM_LOG_LEVEL', 'info', oneOf(...LOG_LEVELS)),
  webhookNetworks: read(env, 'QM_WEBHOOK_NETWORKS', [], networkRanges),
  semantic: semanticOf(env),
  tracing: tracingOf(env),
});

const issuersIn = (path: string | undefined): readonly Issuer[] =>
  path === undefined ? [] : readOidcConfig(path);

const rateLimitsIn = (env: Env): RateLimitSettings => {
  const limits = {
    candidates: read(env, 'QM_RATE_LIMIT_CANDIDATES', null, readLimit),
    checks: read(env, 'QM_RATE_LIMIT_CHECKS', null, readLimit),
    reads: read(env, 'QM_RATE_LIMIT_READS', null, readLimit),
    writes: read(env, 'QM_RATE_LIMIT_WRITES', null, readLimit),
  };
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== null));
};

const semanticOf = (env: Env): SemanticSettings | undefined => {
  const kind = read(env, 'QM_SEMANTIC', 'off', oneOf('off', 'local', 'endpoint'));
  const weight = read(env, 'QM_SEMANTIC_WEIGHT', 0.8, weightReader);
  const endpoint = {
    url: read(env, 'QM_SEMANTIC_URL', undefined, httpAddress),
    model: read(env, 'QM_SEMANTIC_MODEL', undefined, anyText),
    dimensions: read(env, 'QM_SEMANTIC_DIMENSIONS', undefined, dimensions),
    apiKey: read(env, 'QM_SEMANTIC_API_KEY', undefined, headerText),
    queryPrefix: read(env, 'QM_SEMANTIC_QUERY_PREFIX', '', anyText),
    documentPrefix: read(env, 'QM_SEMANTIC_DOCUMENT_PREFIX', '', anyText),
    timeoutMs: read(env, 'QM_SEMANTIC_TIMEOUT_MS', 400, milliseconds),
  };
  if (kind === 'off') return undefined;
  if (kind === 'local') return { kind, weight };
  const { url, model } = endpoint;
  if (url === undefined || model === undefined) {
    const missing = url === undefined ? 'QM_SEMANTIC_URL' : 'QM_SEMANTIC_MODEL';
    throw new StartFailure(`${missing} is not set`, 'QM_SEMANTIC=endpoint needs it');
  }
  return { kind, weight, ...endpoint, url, model };
};

/** The standard variables of OpenTelemetry, which its SDK is not left to read by itself. */
const tracingOf = (env: Env): TracingSettings | undefined => {
  const base = read(env, 'OTEL_EXPORTER_OTLP_ENDPOINT', undefined, httpAddress);
  const own = read(env, 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', undefined, httpAddress);
  const headers = read(env, 'OTEL_EXPORTER_OTLP_HEADERS', undefined, readPairs);
  const resource = read(env, 'OTEL_RESOURCE_ATTRIBUTES', new Map<string, string>(), readPairs);
  const named = resource.get('service.name') ?? 'quartermaster';
  const settings = {
    headers: read(env, 'OTEL_EXPORTER_OTLP_TRACES_HEADERS', headers ?? new Map(), readPairs),
    serviceName: read(env, 'OTEL_SERVICE_NAME', named, anyText),
    resource,
    sampler: read(env, 'OTEL_TRACES_SAMPLER', 'parentbased_always_on', oneOf(...SAMPLERS)),
    ratio: read(env, 'OTEL_TRACES_SAMPLER_ARG', 1, readRatio),
  };
  read(env, 'OTEL_EXPORTER_OTLP_PROTOCOL', undefined, oneOf('http/json'));
  const isDisabled = read(env, 'OTEL_SDK_DISABLED', 'false', oneOf('true', 'false')) === 'true';
  const url = own ?? (base === undefined ? undefined : tracesAt(base));
  return isDisabled || url === undefined ? undefined : { url, ...settings };
};

/** The value of one key; a key that is empty counts as not set, as compose files leave them so. */
const read = <T, F extends T | null | undefined>(
  env: Env,
  name: string,
  fallback: F,
  reader: Reader<T>,
): T | F => {
  env.asked.add(name);
  const text = env.variables[name]?.trim() ?? '';
  if (text === '') return fallback;
  const result = reader(text);
  if ('value' in result) return result.value;
  // The value itself may be a secret, and stays out of the message.
  throw new StartFailure(`${name} is not ${result.expected}`, `Correct it or leave it out`);
};
