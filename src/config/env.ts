import { resolve } from 'node:path';
import { z } from 'zod';
import { isLoopback, plaintextProblems } from './plaintext.js';
import { withDefaultLimits } from './plans.js';
import { withDefaultRetention } from './setting-values.js';
import { settingList } from './setting-list.js';

/** Fails the startup. Each line names a setting, its problem and the fix. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  constructor(
    readonly lines: string[],
    options?: ErrorOptions,
  ) {
    super(lines.join('\n'), options);
  }
}

type Name = keyof typeof settingList;
const names = Object.keys(settingList) as Name[];
type Values = { [N in Name]: z.output<(typeof settingList)[N]['type']> };

/** Parses all settings. Each process does this once, at startup. Throws {@link ConfigError}. */
export function parseEnv(source: Record<string, string | undefined>): Env {
  const given = Object.fromEntries(names.map((name) => [name, source[name] || settingList[name].default || undefined]));
  const parsed = z.object(Object.fromEntries(names.map((name) => [name, settingList[name].type]))).safeParse(given);
  if (!parsed.success) {
    throw new ConfigError(
      parsed.error.issues.map((issue) => {
        const [name, ...inside] = issue.path.map(String);
        return `${name}${inside.length > 0 ? ` (${inside.join('.')})` : ''}: ${issue.message}`;
      }),
    );
  }
  const values = parsed.data as Values;
  const env = envOf(values);
  rejectUnsafe(env, values, source);
  return env;
}

/** All settings. {@link settingList} documents their meaning. */
export type Env = ReturnType<typeof envOf>;

function envOf(value: Values) {
  const production = value.NODE_ENV === 'production';
  return {
    nodeEnv: value.NODE_ENV,
    host: value.HOST ?? (production ? '0.0.0.0' : '127.0.0.1'),
    port: value.PORT,
    dataDir: resolve(value.SVC_DATA_DIR),
    debug: value.SVC_DEBUG === '1',
    logLevel: value.LOG_LEVEL,
    operatorOrganizationId: value.SVC_OPERATOR_ORGANIZATION_ID,
    planLimits: withDefaultLimits(value.SVC_PLAN_LIMITS),
    retentionDays: withDefaultRetention(value.SVC_RETENTION_DAYS),
    /** 32 bytes, from which raw keys and the key that encrypts secrets are derived. */
    masterKey: value.SVC_MASTER_KEY === undefined ? undefined : keyOf(value.SVC_MASTER_KEY),
    /** Secrets that they encrypted can be read and are encrypted again with the current key. */
    previousMasterKeys: (value.SVC_PREVIOUS_MASTER_KEYS ?? []).map(keyOf),
    sandboxDatabaseUrl: value.SANDBOX_DATABASE_URL,
    liveDatabaseUrl: value.LIVE_DATABASE_URL,
    sandboxDatabaseOwnerUrl: value.SANDBOX_DATABASE_OWNER_URL,
    liveDatabaseOwnerUrl: value.LIVE_DATABASE_OWNER_URL,
    redisUrl: value.REDIS_URL,
    databaseTimeoutMs: value.SVC_DATABASE_TIMEOUT_MS,
    allowPlaintext: value.SVC_ALLOW_PLAINTEXT ?? [],
    embeddedRedis: value.SVC_EMBEDDED_REDIS,
    smtpUrl: value.SMTP_URL,
    mailFrom: value.SVC_MAIL_FROM ?? 'Simulation Service <no-reply@localhost>',
    frontendUrl: value.SVC_FRONTEND_URL ?? `http://127.0.0.1:${value.PORT || 3000}/auth/callback`,
    trustedProxies: value.SVC_TRUSTED_PROXIES ?? [],
    statusLinks: { paymentProvider: value.SVC_PAYMENT_STATUS_URL, emailProvider: value.SVC_EMAIL_STATUS_URL },
    webhookScheduleMs: value.SVC_WEBHOOK_RETRY_SCHEDULE.map((seconds) => Number(seconds) * 1_000),
    allowPrivateWebhooks: value.SVC_ALLOW_PRIVATE_WEBHOOKS === '1',
    embeddings:
      value.SVC_EMBEDDINGS_URL === undefined
        ? undefined
        : { url: value.SVC_EMBEDDINGS_URL, model: value.SVC_EMBEDDINGS_MODEL, key: value.SVC_EMBEDDINGS_KEY },
    languageModel: languageModelOf(value),
    breachedPasswordsUrl: value.SVC_BREACHED_PASSWORDS_URL,
    metricsPorts: { api: value.SVC_API_METRICS_PORT, worker: value.SVC_WORKER_METRICS_PORT },
    metricsToken: value.SVC_METRICS_TOKEN,
    tracesUrl: value.OTEL_EXPORTER_OTLP_ENDPOINT,
    resultsBucket: bucketOf(value),
    routingFloor: Number(value.SVC_ROUTING_FLOOR),
    connections: { maxConnections: value.SVC_MAX_CONNECTIONS, stallTimeoutMs: value.SVC_STALL_TIMEOUT_MS },
    webhookAttemptsPerMinute: value.SVC_WEBHOOK_ATTEMPTS_PER_MINUTE,
  };
}

const keyOf = (hex: string): Buffer => Buffer.from(hex, 'hex');

export type BucketSettings = NonNullable<ReturnType<typeof bucketOf>>;

/** Throws {@link ConfigError} if only some of the bucket settings are set. */
function bucketOf(value: Values) {
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
  return { endpoint, bucket, region: value.SVC_RESULTS_S3_REGION, accessKeyId, secretAccessKey };
}

export type LanguageModelSettings = NonNullable<ReturnType<typeof languageModelOf>>;

/** Throws {@link ConfigError} if the URL or the model is missing. */
function languageModelOf(value: Values) {
  const { SVC_LLM_URL: url, SVC_LLM_MODEL: model, SVC_LLM_API_KEY: key } = value;
  if (url === undefined && model === undefined && key === undefined) return undefined;
  if (url === undefined) {
    throw new ConfigError(['SVC_LLM_URL: is missing; set it, or remove SVC_LLM_MODEL and SVC_LLM_API_KEY']);
  }
  if (model === undefined) {
    throw new ConfigError(['SVC_LLM_MODEL: is missing; name a model of the server in SVC_LLM_URL']);
  }
  return {
    ...{ url, model, key },
    timeoutMs: value.SVC_LLM_TIMEOUT_MS,
    dailyRequests: value.SVC_LLM_DAILY_REQUESTS,
    dailySurveyRequests: value.SVC_LLM_DAILY_SURVEY_REQUESTS,
    dailySurveyTokens: value.SVC_LLM_DAILY_SURVEY_TOKENS,
    /** Of all organizations, and of all unverified ones together. */
    sharedDailyRequests: {
      all: value.SVC_LLM_DAILY_TOTAL_REQUESTS,
      unverified: value.SVC_LLM_DAILY_UNVERIFIED_REQUESTS,
    },
  };
}

/** 32 random bytes have about 30 different values, and practically never fewer than 20: such a key is a placeholder, for example zeros. */
const isGuessable = (key: Buffer) => new Set(key).size < 20 || isSequence(key);

/** Each byte differs from the one before by the same amount, as in 00, 01, 02. */
const isSequence = (key: Buffer) =>
  key.every((byte, k) => k < 2 || ((byte - 2 * key[k - 1]! + key[k - 2]!) & 255) === 0);

function rejectUnsafe(env: Env, value: Values, source: Record<string, string | undefined>): void {
  const lines: string[] = [];
  if (env.nodeEnv === 'production') {
    if (env.masterKey && isGuessable(env.masterKey)) {
      lines.push('SVC_MASTER_KEY: must be random in production; make one with: openssl rand -hex 32');
    }
    if (source['NODE_TLS_REJECT_UNAUTHORIZED'] === '0')
      lines.push('NODE_TLS_REJECT_UNAUTHORIZED: must not be 0 in production, because no certificate would be checked');
    if (env.debug) lines.push('SVC_DEBUG: must not be 1 in production');
    if (env.allowPrivateWebhooks) lines.push('SVC_ALLOW_PRIVATE_WEBHOOKS: must not be 1 in production');
    lines.push(...plaintextProblems(value, env.allowPlaintext));
    const sent = {
      SVC_LLM_URL: 'questions and the key',
      SVC_BREACHED_PASSWORDS_URL: 'parts of password hashes',
    };
    for (const [name, what] of Object.entries(sent) as [keyof typeof sent, string][]) {
      const url = value[name] === undefined ? undefined : new URL(value[name]);
      if (url?.protocol === 'http:' && !isLoopback(url)) {
        lines.push(`${name}: must be https in production, because ${what} are sent to it`);
      }
    }
    const missing = names.filter((name) => settingList[name].fix && value[name] === undefined);
    lines.push(...missing.map((name) => `${name}: is required in production; ${settingList[name].fix}`));
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
