import { z } from 'zod';
import { plaintextStores } from './plaintext.js';
import { defaultPlanLimits, planLimitsOverrideSchema } from './plans.js';
import {
  defaultRetention,
  retentionOverrideSchema,
  baseUrl,
  databaseUrl,
  jsonLike,
  listOf,
  masterKey,
  portNumber,
  url,
  webUrl,
  wholeNumber,
  areTrustedProxies,
} from './setting-values.js';

const logLevels = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof logLevels)[number];

/** @param fix for a setting that production requires: how to set it */
const setting = <S extends z.ZodType<unknown, string>>(meaning: string, type: S, fix?: string) => ({
  ...{ meaning, default: '', type: type.optional(), fix },
});

const withDefault = <S extends z.ZodType<unknown, string>>(value: string, meaning: string, type: S) => ({
  ...{ meaning, default: value, type, fix: undefined },
});

/**
 * All settings with their meanings and defaults. `npm run docs:generate` writes them to `.env.example`. A setting without a
 * meaning belongs to the one above.
 */
export const settingList = {
  NODE_ENV: withDefault(
    'development',
    'development | test | production. Production requires the settings marked below and rejects unsafe ones.',
    z.enum(['development', 'test', 'production']),
  ),
  HOST: setting(
    'Address that the API listens on. Default: 127.0.0.1; in production: 0.0.0.0.',
    z.string().regex(/^[A-Za-z0-9.:_-]+$/, 'must be an address or a host name'),
  ),
  PORT: withDefault('3000', 'Port of the API. 0 selects a free port.', portNumber),
  SVC_DATA_DIR: withDefault(
    '.data',
    'Folder for the private servers, run.json and the development master key.',
    z.string(),
  ),
  SVC_DEBUG: withDefault(
    '0',
    '1 returns sign-in links in responses. Development only; production does not start with it.',
    z.enum(['0', '1']),
  ),
  LOG_LEVEL: withDefault('info', logLevels.join(' | '), z.enum(logLevels)),
  SVC_OPERATOR_ORGANIZATION_ID: setting(
    'Id of the only organization whose wildcard keys publish new workflows for all organizations. Default: each wildcard key does. No key changes the public workflows of others; the operator CLI does.',
    z.uuid('must be the id of an organization'),
  ),
  SVC_PLAN_LIMITS: setting(
    'Limits by plan that differ from the defaults, as JSON. Limits: ' +
      Object.keys(defaultPlanLimits.sandbox).join(', ') +
      '. Example: {"sandbox":{"requests_per_minute":60}}',
    jsonLike('{"sandbox":{"requests_per_minute":60}}').pipe(planLimitsOverrideSchema),
  ),
  SVC_RETENTION_DAYS: setting(
    `Retention periods in days that differ from the defaults, as JSON. Simulations and their summaries are not deleted. Defaults: ${JSON.stringify(defaultRetention)}`,
    jsonLike('{"live_results":365}').pipe(retentionOverrideSchema),
  ),
  SVC_MASTER_KEY: setting(
    'Required in production. 64 hexadecimal characters: openssl rand -hex 32. Default: a generated key in SVC_DATA_DIR.',
    masterKey,
    'make one with: openssl rand -hex 32',
  ),
  SVC_PREVIOUS_MASTER_KEYS: setting(
    'Earlier master keys, separated by commas. See "Replace the master key" in docs/operator/runbook.md.',
    listOf(masterKey),
  ),
  SANDBOX_DATABASE_URL: setting(
    'Required in production, with TLS: postgresql://user:password@host:5432/database?sslmode=verify-full. Set both or neither; without them, npm start runs private databases.',
    databaseUrl,
  ),
  LIVE_DATABASE_URL: setting('', databaseUrl),
  SANDBOX_DATABASE_OWNER_URL: setting(
    'Required by migrate in production: the owner of the tables. The URLs above name the role of the application, to which migrate grants its privileges. The API and the worker do not need the owner.',
    databaseUrl,
  ),
  LIVE_DATABASE_OWNER_URL: setting('', databaseUrl),
  REDIS_URL: setting(
    'Required in production, with a password and TLS: rediss://user:password@host:6379. Without it, npm start runs a private Redis.',
    url(['redis:', 'rediss:'], 'redis://host:6379'),
  ),
  SVC_DATABASE_TIMEOUT_MS: withDefault(
    '5000',
    'Maximum duration of opening a database connection, and of a query to a database that does not respond, in milliseconds, 100 to 10,000.',
    wholeNumber(100, 10_000),
  ),
  SVC_ALLOW_PLAINTEXT: setting(
    `Servers that production may connect to without TLS, separated by commas: ${plaintextStores.join(', ')}. Default: none. Only for a network that no other machine can read, such as the one of docker-compose.yml.`,
    listOf(z.enum(plaintextStores, `must name some of ${plaintextStores.join(', ')}, separated by commas`)),
  ),
  SVC_EMBEDDED_REDIS: setting(
    'Private Redis: system (an installed valkey-server or redis-server) | wasm. Default: the kind that created the data, otherwise system if installed, otherwise wasm.',
    z.enum(['system', 'wasm']),
  ),
  SMTP_URL: setting(
    'Required in production. Mail server: smtps://user:password@host:465, or smtp://user:password@host:587?requireTLS=true. Default: mail is written to the log.',
    url(['smtp:', 'smtps:'], 'smtps://user:password@host:465'),
    'name the mail server that sends the sign-in links, like smtps://user:password@host:465',
  ),
  SVC_MAIL_FROM: setting(
    'Required in production. Sender of mail. Default: Simulation Service <no-reply@localhost>',
    z
      .string()
      .regex(/^([^<>@\p{Cc}]*<[^\s<>@]+@[^\s<>@]+>|[^\s<>@]+@[^\s<>@]+)$/u, 'must be like Service <mail@example.com>'),
    'say who the mail is from, like Simulation Service <no-reply@example.com>',
  ),
  SVC_FRONTEND_URL: setting(
    'Required in production, with https. Page that sign-in links open; the API serves one at /auth/callback. Default: http://127.0.0.1:$PORT/auth/callback',
    webUrl,
    'name the page that sign-in links open, like https://app.example.com/auth/callback',
  ),
  SVC_TRUSTED_PROXIES: setting(
    'Required in production. Proxies whose X-Forwarded-For is used, separated by commas: addresses, networks, loopback, linklocal, uniquelocal; or none. Default: none.',
    z
      .string()
      .transform((value) => (value.trim() === 'none' ? [] : value.split(',').map((part) => part.trim())))
      .refine(
        areTrustedProxies,
        'must be none, or addresses or networks like 10.0.0.5 or 10.0.1.0/24, loopback, linklocal or uniquelocal',
      ),
    'list the addresses of the proxies in front of the API, like 10.0.0.5, or set none',
  ),
  SVC_PAYMENT_STATUS_URL: setting(
    'Status pages of the payment and email providers, for example https://status.example.com; /v1/status links them. Default: no link.',
    webUrl,
  ),
  SVC_EMAIL_STATUS_URL: setting('', webUrl),
  SVC_WEBHOOK_RETRY_SCHEDULE: withDefault(
    '0,5,300,1800,7200,18000,36000,50400,72000,86400',
    'Delays before the attempts of a webhook, in seconds, separated by commas: the first after the event, the others after the previous attempt. Default: the schedule that Standard Webhooks recommends.',
    listOf(z.string().regex(/^\d{1,6}(\.\d{1,3})?$/, 'must be seconds like 0,5,300')),
  ),
  SVC_ALLOW_PRIVATE_WEBHOOKS: withDefault(
    '0',
    '1 permits webhooks to private addresses, and http in the live tier. Development only; production does not start with it.',
    z.enum(['0', '1']),
  ),
  SVC_EMBEDDINGS_URL: setting(
    'Server with an OpenAI-compatible POST …/embeddings route; the URL without /embeddings. Default: the API computes embeddings.',
    url(['https:', 'http:'], 'https://api.example.com/v1'),
  ),
  SVC_EMBEDDINGS_MODEL: withDefault('text-embedding-3-small', '', z.string()),
  SVC_EMBEDDINGS_KEY: setting('', z.string()),
  SVC_LLM_URL: setting(
    'Language model that helps to interpret questions: a server with an OpenAI-compatible POST …/chat/completions route; the URL without /chat/completions. Production requires https, except on the same machine. Questions are sent to it: see docs/operator/language-model.md. Default: no language model.',
    baseUrl('https://api.example.com/v1', '; set the key in SVC_LLM_API_KEY'),
  ),
  SVC_LLM_MODEL: setting('Required with SVC_LLM_URL.', z.string().max(200)),
  // The HTTP client would reject other characters with an error that contains the key.
  SVC_LLM_API_KEY: setting('', z.string().regex(/^[\x21-\x7e]+$/, 'must be ASCII characters without spaces')),
  SVC_LLM_TIMEOUT_MS: withDefault(
    '5000',
    'Maximum duration of one request, in milliseconds, 100 to 60,000. Then the rules interpret the question alone.',
    wholeNumber(100, 60_000),
  ),
  SVC_LLM_DAILY_REQUESTS: withDefault(
    '200',
    'Maximum requests to the language model per organization and UTC day. Then the rules interpret questions alone.',
    wholeNumber(1, 1_000_000),
  ),
  SVC_LLM_DAILY_SURVEY_REQUESTS: withDefault(
    '2000',
    'Maximum requests and tokens of surveys per organization and UTC day. Surveys keep the answers that they have.',
    wholeNumber(1, 100_000_000),
  ),
  SVC_LLM_DAILY_SURVEY_TOKENS: withDefault('2000000', '', wholeNumber(1, 1_000_000_000_000)),
  SVC_LLM_DAILY_TOTAL_REQUESTS: withDefault(
    '20000',
    'Maximum requests of questions and surveys per UTC day: of all organizations, and of all unverified organizations together.',
    wholeNumber(1, 100_000_000),
  ),
  SVC_LLM_DAILY_UNVERIFIED_REQUESTS: withDefault('200', '', wholeNumber(0, 100_000_000)),
  SVC_BREACHED_PASSWORDS_URL: setting(
    'Server with the range API of Have I Been Pwned, for example https://api.pwnedpasswords.com/range. New passwords in its list are rejected. It receives 5 characters of the SHA-1 of the password. Production requires https, except on the same machine. Default: none.',
    baseUrl('https://api.pwnedpasswords.com/range'),
  ),
  SVC_API_METRICS_PORT: setting(
    'Ports of GET /metrics for Prometheus; `npm start` uses only the first one. Default: no metrics.',
    portNumber,
  ),
  SVC_WORKER_METRICS_PORT: setting('', portNumber),
  SVC_METRICS_TOKEN: setting(
    'Bearer token that GET /metrics requires, at least 24 characters: openssl rand -hex 24. With it, metrics are served on HOST. Default: no token, and metrics are served on 127.0.0.1 only.',
    z.string().regex(/^[\x21-\x7e]{24,}$/, 'must be at least 24 ASCII characters without spaces'),
  ),
  OTEL_EXPORTER_OTLP_ENDPOINT: setting(
    'OpenTelemetry collector for traces over HTTP, for example http://collector:4318. Other OTEL_… variables also apply. Default: no traces.',
    url(['https:', 'http:'], 'http://collector:4318'),
  ),
  SVC_RESULTS_S3_ENDPOINT: setting(
    'Bucket of S3-compatible storage for results, with path-style addresses. Default: results are stored in the databases. Existing results stay where they are.',
    url(['https:', 'http:'], 'https://s3.eu-central-1.amazonaws.com'),
  ),
  SVC_RESULTS_S3_BUCKET: setting(
    '',
    z.string().regex(/^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/, 'must be the name of a bucket'),
  ),
  SVC_RESULTS_S3_REGION: withDefault('us-east-1', '', z.string()),
  SVC_RESULTS_S3_KEY: setting('', z.string()),
  SVC_RESULTS_S3_SECRET: setting('', z.string()),
  SVC_ROUTING_FLOOR: withDefault(
    '0.65',
    'Minimum confidence for routing a question to a workflow, 0 to 1. Below it, the caller chooses from alternatives.',
    z.string().regex(/^(0(\.\d{1,4})?|1(\.0{1,4})?)$/, 'must be a number from 0 to 1, like 0.65'),
  ),
  SVC_MAX_CONNECTIONS: withDefault(
    '4096',
    'Maximum open connections of an API process. Further ones are closed immediately.',
    wholeNumber(1, 1_000_000),
  ),
  SVC_STALL_TIMEOUT_MS: withDefault(
    '30000',
    'The API ends a response if its client reads nothing for this time, in milliseconds, 100 to 600,000.',
    wholeNumber(100, 600_000),
  ),
  SVC_WEBHOOK_ATTEMPTS_PER_MINUTE: withDefault(
    '600',
    'Maximum webhook attempts of an organization to one host in any 60 seconds. Further attempts wait.',
    wholeNumber(1, 1_000_000),
  ),
};
