import { existsSync } from 'node:fs';
import { loadEnvFile } from 'node:process';
import type { Issuer } from '#core/identity/issuer.js';
import type { ClientProfile } from '#core/lint/client-profile.js';
import type { LintSettings } from '#core/lint/lint-settings.js';
import { lintSettings, PROFILES_EXPECTED, profilesIn } from './lint-config.js';
import { LOG_LEVELS, type LogLevel } from './log.js';
import { ADDRESSES_EXPECTED, addressesIn, NETWORKS_EXPECTED, networksIn } from './networks.js';
import { readOidcConfig } from './oidc-config.js';
import { readLimit, type RateLimitSettings } from './rate-limit-settings.js';
import type { SemanticSettings } from './semantic-settings.js';
import { StartFailure } from './start-failure.js';
import {
  readPairs,
  readRatio,
  SAMPLERS,
  tracesAt,
  type TracingSettings,
} from './tracing-settings.js';

/** The configuration, read once at the start. Inject it as `Settings`. */
export abstract class Settings {
  abstract readonly host: string;
  abstract readonly port: number;
  /** Undefined: the embedded database under `dataDir`. */
  abstract readonly databaseUrl: string | undefined;
  /** Of the tables' owner. Undefined: `databaseUrl` is. */
  abstract readonly migrationDatabaseUrl: string | undefined;
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

type Env = Readonly<Record<string, string | undefined>>;

/** Reads a value, or says what it should have been. */
type Reader<T> = (text: string) => { value: T } | { expected: string };

/** The file `.env` in the working directory fills in what the environment does not set. */
export const loadEnvironment = (): Env => {
  if (existsSync('.env')) loadEnvFile('.env');
  return process.env;
};

/** The settings that an environment makes, or a StartFailure for the first that cannot be read. */
export const readSettings = (env: Env): Settings => {
  const settings = eachSetting(env);
  if (settings.maxStalenessMs > 0 && !settings.snapshot) {
    throw new StartFailure(
      'QM_MAX_STALENESS_MS has no effect with QM_SNAPSHOT=off',
      'Leave one of them out: only what is in memory can be answered while the database is away',
    );
  }
  if (settings.migrationDatabaseUrl !== undefined && settings.databaseUrl === undefined) {
    throw new StartFailure(
      'QM_MIGRATION_DATABASE_URL has no effect without DATABASE_URL',
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
  const text = env[name]?.trim() ?? '';
  if (text === '') return fallback;
  const result = reader(text);
  if ('value' in result) return result.value;
  // The value itself may be a secret, and stays out of the message.
  throw new StartFailure(`${name} is not ${result.expected}`, `Correct it or leave it out`);
};

const anyText: Reader<string> = (value) => ({ value });

const wholeNumber = (max: number, expected: string): Reader<number> => {
  return (text) => {
    const value = Number(text);
    return /^\d{1,15}$/.test(text) && value <= max ? { value } : { expected };
  };
};

const port = wholeNumber(65_535, 'a port number from 0 to 65535');

const milliseconds = wholeNumber(86_400_000, 'a number of milliseconds from 0 to 86400000');

const minutes = wholeNumber(10_080, 'a number of minutes from 0 to 10080');

const oneOf =
  <T extends string>(...values: readonly T[]): Reader<T> =>
  (text) => {
    const value = values.find((each) => each === text.toLowerCase());
    return value === undefined ? { expected: `one of ${values.join(', ')}` } : { value };
  };

const clientProfiles: Reader<readonly ClientProfile[]> = (text) => {
  const value = profilesIn(text);
  return value === null ? { expected: PROFILES_EXPECTED } : { value };
};

const dimensions = wholeNumber(16_384, 'a number of dimensions up to 16384');

const weightReader: Reader<number> = (text) =>
  /^\d{1,2}(\.\d{1,4})?$/.test(text) && Number(text) <= 10
    ? { value: Number(text) }
    : { expected: 'a number from 0 to 10' };

const httpAddress: Reader<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url !== undefined && url.username === '' && url.password === '';
  return isPlain && /^https?:$/.test(url.protocol)
    ? { value }
    : { expected: 'an http or https address without a user and a password in it' };
};

const addresses: Reader<readonly string[]> = (text) => {
  const value = addressesIn(text);
  return value === null ? { expected: ADDRESSES_EXPECTED } : { value };
};

const headerText: Reader<string> = (value) =>
  /^[\x21-\x7e]+$/.test(value) ? { value } : { expected: 'a key of printable ASCII characters' };

const networkRanges: Reader<readonly string[]> = (text) => {
  const value = networksIn(text);
  return value === null ? { expected: NETWORKS_EXPECTED } : { value };
};

const connectionString: Reader<string> = (value) => {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const readable =
    url !== undefined && /^postgres(ql)?:$/.test(url.protocol) && isDecodable(url.pathname);
  return readable
    ? { value }
    : { expected: 'a connection string such as postgresql://user:password@host:5432/database' };
};

const isDecodable = (text: string): boolean => {
  try {
    decodeURIComponent(text);
    return true;
  } catch {
    return false;
  }
};

const apiKey: Reader<string> = (value) =>
  /^qm_[A-Za-z0-9]+_[A-Za-z0-9_-]{32,}$/.test(value)
    ? { value }
    : {
        expected: 'an API key: qm_, letters and digits, _, then at least 32 of A-Z a-z 0-9 _ and -',
      };
