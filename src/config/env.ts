import { resolve } from 'node:path';
import { z } from 'zod';
import { planLimitsOverrideSchema, withDefaultLimits, type PlanLimits, type PlanTier } from './plans.js';
import { isLoopback, plaintextProblems, plaintextStores, type PlaintextStore } from './plaintext.js';
import { retentionOverrideSchema, withDefaultRetention, type Retention } from './retention.js';
import { areTrustedProxies } from './trusted-proxies.js';

/** Fails the startup. Each line names a setting, its problem and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(readonly lines: string[]) {
    super(lines.join('\n'));
  }
}

export const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

export interface Env {
  nodeEnv: 'development' | 'test' | 'production';
  /** The address that the API listens on. */
  host: string;
  /** The port that the API listens on; 0 selects a free port. */
  port: number;
  /** Absolute path of the folder for the embedded servers, `run.json` and the development master key. */
  dataDir: string;
  /** Adds sign-in links to API responses for development. Production does not start with it. */
  debug: boolean;
  logLevel: LogLevel;
  planLimits: Record<PlanTier, PlanLimits>;
  /** Retention periods in days. */
  retentionDays: Retention;
  /** 32 bytes, from which raw keys and the key that encrypts secrets are derived. Default: a generated development key. */
  masterKey: Buffer | undefined;
  /** Replaced master keys. Secrets that they encrypted can be read and are encrypted again with the current key. */
  previousMasterKeys: Buffer[];
  sandboxDatabaseUrl: string | undefined;
  liveDatabaseUrl: string | undefined;
  /** The owners of the tables, as whom `migrate` connects. Default: the URLs of the databases. */
  sandboxDatabaseOwnerUrl: string | undefined;
  liveDatabaseOwnerUrl: string | undefined;
  redisUrl: string | undefined;
  /** Maximum duration of opening or waiting for a database connection, and of a query to a database that does not respond. */
  databaseTimeoutMs: number;
  /** The stores and the mail server that production may connect to without TLS. */
  allowPlaintext: PlaintextStore[];
  /** The kind of the private Redis. Default: the kind that wrote the data, else an installed Redis, else WebAssembly. */
  embeddedRedis: 'system' | 'wasm' | undefined;
  /** The mail server. Default: email is written to the log, which production does not allow. */
  smtpUrl: string | undefined;
  /** The sender of email: an address, or a name and an address in angle brackets. */
  mailFrom: string;
  /** The page that a sign-in link opens. The page sends the token of the link to the API. */
  frontendUrl: string;
  /** The proxies in front of the service. X-Forwarded-* headers are trusted only from these addresses. */
  trustedProxies: string[];
  /** Status pages of the payment and email providers, which `/v1/status` links. Undefined: no provider is configured. */
  statusLinks: { paymentProvider: string | undefined; emailProvider: string | undefined };
  /** The delay of each webhook attempt in ms: the first after the event, the others after the previous attempt. */
  webhookScheduleMs: number[];
  /** Allows webhooks to addresses that are not public, such as a developer's machine. Production does not start with it. */
  allowPrivateWebhooks: boolean;
  /** A server with the `POST …/embeddings` API of OpenAI. Default: a thread of this process computes embeddings. */
  embeddings: { url: string; model: string; key: string | undefined } | undefined;
  /** A language model that helps to interpret questions. Default: none; rules interpret them alone. */
  languageModel: LanguageModelSettings | undefined;
  /** A server with the range API of Have I Been Pwned, which new passwords are checked with. Default: none. */
  breachedPasswordsUrl: string | undefined;
  /** The ports of the Prometheus metrics of the API and the worker. Default: none. */
  metricsPorts: { api: number | undefined; worker: number | undefined };
  /** The Bearer token for the metrics. Without it, they are served on 127.0.0.1 only. */
  metricsToken: string | undefined;
  /** The OpenTelemetry collector for traces, over HTTP. Default: no tracing. */
  tracesUrl: string | undefined;
  /** A bucket of S3-compatible storage for results. Default: the databases store results. */
  resultsBucket: BucketSettings | undefined;
  /** The lowest confidence at which a question is routed, 0 to 1. */
  routingFloor: number;
  connections: ConnectionLimits;
  /** Maximum webhook attempts of an organization to one host in any 60 seconds. */
  webhookAttemptsPerMinute: number;
}

/** Limits of the connections of one API process. */
export interface ConnectionLimits {
  /** Maximum open connections. Further ones are closed immediately. */
  maxConnections: number;
  /** A response is ended if its client reads nothing for this time. */
  stallTimeoutMs: number;
}

export interface LanguageModelSettings {
  /** Base URL without `/chat/completions`, such as `https://api.example.com/v1`. */
  url: string;
  model: string;
  /** Bearer token, if the server requires one. */
  key: string | undefined;
  /** Maximum duration of one request to the server. */
  timeoutMs: number;
  /** Maximum requests that read questions, per organization and UTC day. */
  dailyRequests: number;
  /** Maximum requests and tokens of surveys, per organization and UTC day. */
  dailySurveyRequests: number;
  dailySurveyTokens: number;
  /** Maximum requests of both kinds per UTC day: of all organizations, and of all unverified ones together. */
  sharedDailyRequests: { all: number; unverified: number };
}

export interface BucketSettings {
  endpoint: string;
  bucket: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
}

const empty = (value: unknown) => (value === '' ? undefined : value);
const optional = <S extends z.ZodType>(schema: S) => z.preprocess(empty, schema.optional());

const url = (protocols: string[], example: string) =>
  z
    .string()
    .refine(
      (value) => URL.canParse(value) && protocols.includes(new URL(value).protocol),
      `must be a URL like ${example}`,
    );
const webUrl = url(['https:', 'http:'], 'https://app.example.com/auth/callback');
const databaseUrl = url(['postgres:', 'postgresql:'], 'postgresql://user:password@host:5432/database');

/** Immediately, then after 5 s, 5 min, 30 min, 2 h, 5 h, 10 h, 14 h, 20 h and 24 h: the schedule that Standard Webhooks recommends. */
const defaultSchedule = ['0', '5', '300', '1800', '7200', '18000', '36000', '50400', '72000', '86400'];
const masterKey = z
  .string()
  .regex(/^[0-9a-f]{64}$/i, 'must be 64 hexadecimal characters; make one with: openssl rand -hex 32');
const listOf = <S extends z.ZodType<unknown, string>>(schema: S) =>
  z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(schema));

const portNumber = z
  .string()
  .regex(/^\d{1,5}$/, 'must be a whole number')
  .transform(Number)
  .pipe(z.int().max(65_535));

const wholeNumber = (low: number, high: number) =>
  z
    .string()
    .regex(/^\d{1,9}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(low).max(high));

/** The service appends a path, and an error of the HTTP client could contain a password in the URL. */
const isBaseUrl = (value: string) => {
  const { username, password, search, hash } = new URL(value);
  return [username, password, search, hash].every((part) => part === '');
};

const jsonLike = (example: string) =>
  z.string().transform((value, context) => {
    try {
      return JSON.parse(value) as unknown;
    } catch {
      context.addIssue({ code: 'custom', message: `must be JSON like ${example}` });
      return z.NEVER;
    }
  });

/** Every setting. {@link Env} documents their meaning, and `.env.example` lists them in this order. */
const schema = z.object({
  NODE_ENV: optional(z.enum(['development', 'test', 'production'])),
  HOST: optional(z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name')),
  PORT: optional(portNumber),
  SVC_DATA_DIR: optional(z.string()),
  SVC_DEBUG: optional(z.enum(['0', '1'])),
  LOG_LEVEL: optional(z.enum(logLevels)),
  SVC_PLAN_LIMITS: optional(jsonLike('{"sandbox":{"requests_per_minute":60}}').pipe(planLimitsOverrideSchema)),
  SVC_RETENTION_DAYS: optional(jsonLike('{"live_results":365}').pipe(retentionOverrideSchema)),
  SVC_MASTER_KEY: optional(masterKey),
  SVC_PREVIOUS_MASTER_KEYS: optional(listOf(masterKey)),
  SANDBOX_DATABASE_URL: optional(databaseUrl),
  LIVE_DATABASE_URL: optional(databaseUrl),
  SANDBOX_DATABASE_OWNER_URL: optional(databaseUrl),
  LIVE_DATABASE_OWNER_URL: optional(databaseUrl),
  REDIS_URL: optional(url(['redis:', 'rediss:'], 'redis://host:6379')),
  SVC_DATABASE_TIMEOUT_MS: optional(wholeNumber(100, 10_000)),
  SVC_ALLOW_PLAINTEXT: optional(
    listOf(z.enum(plaintextStores, `must name some of ${plaintextStores.join(', ')}, separated by commas`)),
  ),
  SVC_EMBEDDED_REDIS: optional(z.enum(['system', 'wasm'])),
  SMTP_URL: optional(url(['smtp:', 'smtps:'], 'smtps://user:password@host:465')),
  SVC_MAIL_FROM: optional(
    z
      .string()
      .regex(/^([^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, 'must be like Service <mail@example.com>'),
  ),
  SVC_FRONTEND_URL: optional(webUrl),
  SVC_TRUSTED_PROXIES: optional(
    z
      .string()
      .transform((value) => (value.trim() === 'none' ? [] : value.split(',').map((part) => part.trim())))
      .refine(
        areTrustedProxies,
        'must be none, or addresses or networks like 10.0.0.5 or 10.0.1.0/24, loopback, linklocal or uniquelocal',
      ),
  ),
  SVC_PAYMENT_STATUS_URL: optional(webUrl),
  SVC_EMAIL_STATUS_URL: optional(webUrl),
  SVC_WEBHOOK_RETRY_SCHEDULE: optional(
    listOf(z.string().regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be seconds like 0,5,300')),
  ),
  SVC_ALLOW_PRIVATE_WEBHOOKS: optional(z.enum(['0', '1'])),
  SVC_EMBEDDINGS_URL: optional(url(['https:', 'http:'], 'https://api.example.com/v1')),
  SVC_EMBEDDINGS_MODEL: optional(z.string()),
  SVC_EMBEDDINGS_KEY: optional(z.string()),
  SVC_LLM_URL: optional(
    url(['https:', 'http:'], 'https://api.example.com/v1').refine(
      (value) => !URL.canParse(value) || isBaseUrl(value),
      'must have no user, password, query or fragment; set the key in SVC_LLM_API_KEY',
    ),
  ),
  SVC_LLM_MODEL: optional(z.string().max(200)),
  // The HTTP client would reject other characters with an error that contains the key.
  SVC_LLM_API_KEY: optional(z.string().regex(/^[\x21-\x7e]+$/, 'must be ASCII characters without spaces')),
  SVC_LLM_TIMEOUT_MS: optional(wholeNumber(100, 60_000)),
  SVC_LLM_DAILY_REQUESTS: optional(wholeNumber(1, 1_000_000)),
  SVC_LLM_DAILY_SURVEY_REQUESTS: optional(wholeNumber(1, 100_000_000)),
  SVC_LLM_DAILY_SURVEY_TOKENS: optional(wholeNumber(1, 1_000_000_000_000)),
  SVC_LLM_DAILY_TOTAL_REQUESTS: optional(wholeNumber(1, 100_000_000)),
  SVC_LLM_DAILY_UNVERIFIED_REQUESTS: optional(wholeNumber(0, 100_000_000)),
  SVC_BREACHED_PASSWORDS_URL: optional(
    url(['https:', 'http:'], 'https://api.pwnedpasswords.com/range').refine(
      (value) => !URL.canParse(value) || isBaseUrl(value),
      'must have no user, password, query or fragment',
    ),
  ),
  SVC_API_METRICS_PORT: optional(portNumber),
  SVC_WORKER_METRICS_PORT: optional(portNumber),
  SVC_METRICS_TOKEN: optional(
    z.string().regex(/^[\x21-\x7e]{24,}$/, 'must be at least 24 ASCII characters without spaces'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: optional(url(['https:', 'http:'], 'http://collector:4318')),
  SVC_RESULTS_S3_ENDPOINT: optional(url(['https:', 'http:'], 'https://s3.eu-central-1.amazonaws.com')),
  SVC_RESULTS_S3_BUCKET: optional(
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  ),
  SVC_RESULTS_S3_REGION: optional(z.string()),
  SVC_RESULTS_S3_KEY: optional(z.string()),
  SVC_RESULTS_S3_SECRET: optional(z.string()),
  SVC_ROUTING_FLOOR: optional(
    z.string().regex(/^(0(\.\d{1,4})?|1(\.0{1,4})?)$/, 'must be a number from 0 to 1, like 0.65'),
  ),
  SVC_MAX_CONNECTIONS: optional(wholeNumber(1, 1_000_000)),
  SVC_STALL_TIMEOUT_MS: optional(wholeNumber(100, 600_000)),
  SVC_WEBHOOK_ATTEMPTS_PER_MINUTE: optional(wholeNumber(1, 1_000_000)),
});

const defaultDatabaseTimeoutMs = 5_000;
const defaultMaxConnections = 4_096;
const defaultStallTimeoutMs = 30_000;
const defaultWebhookAttempts = 600;

/** Settings whose development default must not be used in production, with the fix for the error message. */
const requiredInProduction = {
  SVC_MASTER_KEY: 'make one with: openssl rand -hex 32',
  SMTP_URL: 'name the mail server that sends the sign-in links, like smtps://user:password@host:465',
  SVC_MAIL_FROM: 'say who the mail is from, like Simulation Service <no-reply@example.com>',
  SVC_FRONTEND_URL: 'name the page that sign-in links open, like https://app.example.com/auth/callback',
  SVC_TRUSTED_PROXIES: 'list the addresses of the proxies in front of the API, like 10.0.0.5, or set none',
} as const satisfies Partial<Record<keyof typeof schema.shape, string>>;

/** All setting names in the order of `.env.example`. */
export const settingNames = Object.keys(schema.shape);

/** Parses all settings. Each process does this once, at startup. Throws {@link ConfigError}. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const parsed = schema.safeParse(source);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => {
        const [name, ...inside] = issue.path.map(String);
        return `${name}${inside.length > 0 ? ` (${inside.join('.')})` : ''}: ${issue.message}`;
      }),
    );
  }
  const value = parsed.data;
  const nodeEnv = value.NODE_ENV ?? 'development';
  const env: Env = {
    nodeEnv,
    host: value.HOST ?? (nodeEnv === 'production' ? '0.0.0.0' : '127.0.0.1'),
    port: value.PORT ?? 3000,
    dataDir: resolve(value.SVC_DATA_DIR ?? '.data'),
    debug: value.SVC_DEBUG === '1',
    logLevel: value.LOG_LEVEL ?? 'info',
    planLimits: withDefaultLimits(value.SVC_PLAN_LIMITS),
    retentionDays: withDefaultRetention(value.SVC_RETENTION_DAYS),
    masterKey: value.SVC_MASTER_KEY === undefined ? undefined : Buffer.from(value.SVC_MASTER_KEY, 'hex'),
    previousMasterKeys: (value.SVC_PREVIOUS_MASTER_KEYS ?? []).map((key) => Buffer.from(key, 'hex')),
    sandboxDatabaseUrl: value.SANDBOX_DATABASE_URL,
    liveDatabaseUrl: value.LIVE_DATABASE_URL,
    sandboxDatabaseOwnerUrl: value.SANDBOX_DATABASE_OWNER_URL,
    liveDatabaseOwnerUrl: value.LIVE_DATABASE_OWNER_URL,
    redisUrl: value.REDIS_URL,
    databaseTimeoutMs: value.SVC_DATABASE_TIMEOUT_MS ?? defaultDatabaseTimeoutMs,
    allowPlaintext: value.SVC_ALLOW_PLAINTEXT ?? [],
    embeddedRedis: value.SVC_EMBEDDED_REDIS,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.SVC_MAIL_FROM ?? 'Simulation Service <no-reply@localhost>',
    frontendUrl: value.SVC_FRONTEND_URL ?? `http://127.0.0.1:${value.PORT || 3000}/auth/callback`,
    trustedProxies: value.SVC_TRUSTED_PROXIES ?? [],
    statusLinks: { paymentProvider: value.SVC_PAYMENT_STATUS_URL, emailProvider: value.SVC_EMAIL_STATUS_URL },
    webhookScheduleMs: (value.SVC_WEBHOOK_RETRY_SCHEDULE ?? defaultSchedule).map((seconds) => Number(seconds) * 1_000),
    allowPrivateWebhooks: value.SVC_ALLOW_PRIVATE_WEBHOOKS === '1',
    embeddings:
      value.SVC_EMBEDDINGS_URL === undefined
        ? undefined
        : {
            url: value.SVC_EMBEDDINGS_URL,
            model: value.SVC_EMBEDDINGS_MODEL ?? 'text-embedding-3-small',
            key: value.SVC_EMBEDDINGS_KEY,
          },
    languageModel: languageModelOf(value),
    breachedPasswordsUrl: value.SVC_BREACHED_PASSWORDS_URL,
    metricsPorts: { api: value.SVC_API_METRICS_PORT, worker: value.SVC_WORKER_METRICS_PORT },
    metricsToken: value.SVC_METRICS_TOKEN,
    tracesUrl: value.OTEL_EXPORTER_OTLP_ENDPOINT,
    resultsBucket: bucketOf(value),
    routingFloor: Number(value.SVC_ROUTING_FLOOR ?? '0.65'),
    connections: {
      maxConnections: value.SVC_MAX_CONNECTIONS ?? defaultMaxConnections,
      stallTimeoutMs: value.SVC_STALL_TIMEOUT_MS ?? defaultStallTimeoutMs,
    },
    webhookAttemptsPerMinute: value.SVC_WEBHOOK_ATTEMPTS_PER_MINUTE ?? defaultWebhookAttempts,
  };
  rejectUnsafe(env, value);
  return env;
}

/** Throws {@link ConfigError} if only some of the bucket settings are set. */
function bucketOf(value: z.infer<typeof schema>): BucketSettings | undefined {
  const { SVC_RESULTS_S3_ENDPOINT: endpoint, SVC_RESULTS_S3_BUCKET: bucket } = value;
  const { SVC_RESULTS_S3_KEY: accessKeyId, SVC_RESULTS_S3_SECRET: secretAccessKey } = value;
  const required = {
    SVC_RESULTS_S3_ENDPOINT: endpoint,
    SVC_RESULTS_S3_BUCKET: bucket,
    SVC_RESULTS_S3_KEY: accessKeyId,
    SVC_RESULTS_S3_SECRET: secretAccessKey,
  };
  const missing = Object.entries(required).filter(([, given]) => given === undefined);
  if (missing.length === 4) return undefined;
  if (!endpoint || !bucket || !accessKeyId || !secretAccessKey) {
    throw new ConfigError(missing.map(([name]) => `${name}: is missing; set all four of the bucket, or none`));
  }
  return { endpoint, bucket, region: value.SVC_RESULTS_S3_REGION ?? 'us-east-1', accessKeyId, secretAccessKey };
}

const defaultLanguageModelTimeoutMs = 5_000;
const defaultDailyRequests = 200;
const defaultDailySurveyRequests = 2_000;
const defaultDailySurveyTokens = 2_000_000;
const defaultSharedRequests = { all: 20_000, unverified: 200 };

/** Throws {@link ConfigError} if the URL or the model is missing. */
function languageModelOf(value: z.infer<typeof schema>): LanguageModelSettings | undefined {
  const { SVC_LLM_URL: url, SVC_LLM_MODEL: model, SVC_LLM_API_KEY: key } = value;
  if (url === undefined && model === undefined && key === undefined) return undefined;
  if (url === undefined) {
    throw new ConfigError(['SVC_LLM_URL: is missing; set it, or remove SVC_LLM_MODEL and SVC_LLM_API_KEY']);
  }
  if (model === undefined) {
    throw new ConfigError(['SVC_LLM_MODEL: is missing; name a model of the server in SVC_LLM_URL']);
  }
  const timeoutMs = value.SVC_LLM_TIMEOUT_MS ?? defaultLanguageModelTimeoutMs;
  return {
    ...{ url, model, key, timeoutMs },
    dailyRequests: value.SVC_LLM_DAILY_REQUESTS ?? defaultDailyRequests,
    dailySurveyRequests: value.SVC_LLM_DAILY_SURVEY_REQUESTS ?? defaultDailySurveyRequests,
    dailySurveyTokens: value.SVC_LLM_DAILY_SURVEY_TOKENS ?? defaultDailySurveyTokens,
    sharedDailyRequests: {
      all: value.SVC_LLM_DAILY_TOTAL_REQUESTS ?? defaultSharedRequests.all,
      unverified: value.SVC_LLM_DAILY_UNVERIFIED_REQUESTS ?? defaultSharedRequests.unverified,
    },
  };
}

/** 32 random bytes have about 30 different values, and practically never fewer than 20: such a key is a placeholder, for example zeros. */
const isGuessable = (key: Buffer) => new Set(key).size < 20 || isSequence(key);

/** Each byte differs from the one before by the same amount, as in 00, 01, 02. */
const isSequence = (key: Buffer) =>
  key.every((byte, k) => k < 2 || ((byte - 2 * key[k - 1]! + key[k - 2]!) & 255) === 0);

function rejectUnsafe(env: Env, value: z.infer<typeof schema>): void {
  const lines: string[] = [];
  if (env.nodeEnv === 'production') {
    if (env.masterKey && isGuessable(env.masterKey)) {
      lines.push('SVC_MASTER_KEY: must be random in production; make one with: openssl rand -hex 32');
    }
    if (env.debug) lines.push('SVC_DEBUG: must not be 1 in production');
    if (env.allowPrivateWebhooks) lines.push('SVC_ALLOW_PRIVATE_WEBHOOKS: must not be 1 in production');
    lines.push(...plaintextProblems(value, env.allowPlaintext));
    const llmUrl = env.languageModel?.url;
    if (llmUrl !== undefined && new URL(llmUrl).protocol === 'http:' && !isLoopback(new URL(llmUrl))) {
      lines.push('SVC_LLM_URL: must be https in production, because questions and the key are sent to it');
    }
    const breachedUrl = env.breachedPasswordsUrl;
    if (breachedUrl !== undefined && new URL(breachedUrl).protocol === 'http:' && !isLoopback(new URL(breachedUrl))) {
      lines.push(
        'SVC_BREACHED_PASSWORDS_URL: must be https in production, because parts of password hashes are sent to it',
      );
    }
    for (const [name, how] of Object.entries(requiredInProduction)) {
      if (value[name as keyof typeof requiredInProduction] === undefined) {
        lines.push(`${name}: is required in production; ${how}`);
      }
    }
  }
  const { sandboxDatabaseUrl: sandbox, liveDatabaseUrl: live } = env;
  if ((sandbox === undefined) !== (live === undefined)) {
    const missing = sandbox === undefined ? 'SANDBOX_DATABASE_URL' : 'LIVE_DATABASE_URL';
    lines.push(`${missing}: set both databases, or neither and private ones are started`);
  }
  if (sandbox !== undefined && live !== undefined && sameDatabase(sandbox, live)) {
    lines.push('SANDBOX_DATABASE_URL: must not be the database of LIVE_DATABASE_URL');
  }
  if (lines.length > 0) throw new ConfigError(lines);
}

function sameDatabase(a: string, b: string): boolean {
  const identity = (value: string) => {
    const { hostname, port, pathname } = new URL(value);
    return `${hostname}:${port || '5432'}${pathname}`;
  };
  return identity(a) === identity(b);
}
