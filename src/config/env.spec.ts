import { ConfigError, parseEnv } from './env.js';
import { settingList } from './setting-list.js';

const databases = {
  SANDBOX_DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/sandbox',
  LIVE_DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/live',
};
const production = {
  NODE_ENV: 'production',
  SVC_MASTER_KEY: '8f3a51c07be2d6944e1f0a6b97c835dd2714e8b05fa9613c4d70fe8219b6ca53',
  SMTP_URL: 'smtps://user:password@mail.example.com',
  SVC_MAIL_FROM: 'Simulation Service <no-reply@example.com>',
  SVC_FRONTEND_URL: 'https://app.example.com/auth/callback',
  SVC_TRUSTED_PROXIES: 'none',
};
const languageModel = { SVC_LLM_URL: 'https://llm.example.com/v1', SVC_LLM_MODEL: 'some-model' };

function linesOf(source: Record<string, string>): string[] {
  try {
    parseEnv(source);
    return [];
  } catch (error) {
    if (error instanceof ConfigError) return error.lines;
    throw error;
  }
}

describe('the settings', () => {
  it('Every setting has a default for development', () => {
    expect(parseEnv({})).toMatchObject({ nodeEnv: 'development', host: '127.0.0.1', port: 3000, debug: false });
    expect(parseEnv({}).planLimits.sandbox.agents_per_simulation).toBe(1_000);
  });

  it('An empty value means the default', () => {
    expect(parseEnv(Object.fromEntries(Object.keys(settingList).map((name) => [name, ''])))).toEqual(parseEnv({}));
  });

  it('SVC_PLAN_LIMITS changes only the limits that it names', () => {
    const { planLimits } = parseEnv({ SVC_PLAN_LIMITS: '{"sandbox":{"requests_per_minute":5}}' });
    expect(planLimits.sandbox).toMatchObject({ requests_per_minute: 5, simulations_per_month: 100 });
    expect(planLimits.growth.requests_per_minute).toBe(600);
  });

  it.each<[string, Record<string, string>]>([
    ['PORT', { PORT: '99999' }],
    ['PORT', { PORT: 'http' }],
    ['NODE_ENV', { NODE_ENV: 'prod' }],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }],
    ['SVC_DEBUG', { SVC_DEBUG: 'yes' }],
    ['SVC_MASTER_KEY', { SVC_MASTER_KEY: 'short' }],
    ['SVC_PLAN_LIMITS', { SVC_PLAN_LIMITS: '{' }],
    ['SVC_PLAN_LIMITS', { SVC_PLAN_LIMITS: '{"gold":{}}' }],
    ['SVC_PLAN_LIMITS (growth.agents_per_simulation)', { SVC_PLAN_LIMITS: '{"growth":{"agents_per_simulation":0}}' }],
    ['REDIS_URL', { REDIS_URL: '127.0.0.1:6379' }],
    ['LIVE_DATABASE_URL', { ...databases, LIVE_DATABASE_URL: 'mysql://127.0.0.1/x' }],
    ['LIVE_DATABASE_URL', { ...databases, LIVE_DATABASE_URL: 'postgresql://127.0.0.1/x?schema=y' }],
    ['LIVE_DATABASE_URL', { SANDBOX_DATABASE_URL: databases.SANDBOX_DATABASE_URL }],
    ['SANDBOX_DATABASE_URL', { ...databases, SANDBOX_DATABASE_URL: databases.LIVE_DATABASE_URL }],
    ['SMTP_URL', { SMTP_URL: 'mail.example.com:587' }],
    ['SVC_MAIL_FROM', { SVC_MAIL_FROM: 'Service' }],
    ['SVC_MAIL_FROM', { SVC_MAIL_FROM: 'Service\r\nBcc: x@example.com <mail@example.com>' }],
    ['SVC_FRONTEND_URL', { SVC_FRONTEND_URL: 'app.example.com' }],
    ['SVC_FRONTEND_URL', { SVC_FRONTEND_URL: 'javascript:alert(1)' }],
    ['SVC_TRUSTED_PROXIES', { SVC_TRUSTED_PROXIES: 'true' }],
    ['SVC_TRUSTED_PROXIES', { SVC_TRUSTED_PROXIES: '10.0.0.0/33' }],
    ['SVC_TRUSTED_PROXIES', { SVC_TRUSTED_PROXIES: '0.0.0.0/0' }],
    ['SVC_TRUSTED_PROXIES', { SVC_TRUSTED_PROXIES: '1' }],
    ['SVC_TRUSTED_PROXIES', { SVC_TRUSTED_PROXIES: '10.1' }],
    ['SVC_MASTER_KEY', { ...production, SVC_MASTER_KEY: '' }],
    ...['00', 'ff', '0123456789abcdef', '000102030405060708090a0b0c0d0e0f'].map(
      (part): [string, Record<string, string>] => [
        'SVC_MASTER_KEY',
        { ...production, SVC_MASTER_KEY: part.repeat(64 / part.length) },
      ],
    ),
    [
      'SVC_MASTER_KEY',
      { ...production, SVC_MASTER_KEY: Buffer.from(Array.from({ length: 32 }, (_, k) => k)).toString('hex') },
    ],
    ['SMTP_URL', { ...production, SMTP_URL: '' }],
    ['SVC_MAIL_FROM', { ...production, SVC_MAIL_FROM: '' }],
    ['SVC_FRONTEND_URL', { ...production, SVC_FRONTEND_URL: '' }],
    ['SVC_TRUSTED_PROXIES', { ...production, SVC_TRUSTED_PROXIES: '' }],
    ['SVC_ALLOW_PLAINTEXT', { SVC_ALLOW_PLAINTEXT: 'postgres,s3' }],
    ['SVC_DEBUG', { ...production, SVC_DEBUG: '1' }],
    ['SVC_ALLOW_PRIVATE_WEBHOOKS', { ...production, SVC_ALLOW_PRIVATE_WEBHOOKS: '1' }],
    ['SVC_PREVIOUS_MASTER_KEYS', { SVC_PREVIOUS_MASTER_KEYS: `${'ab'.repeat(32)},short` }],
    ['SVC_WEBHOOK_RETRY_SCHEDULE', { SVC_WEBHOOK_RETRY_SCHEDULE: '0,soon' }],
    ['SVC_WEBHOOK_RETRY_SCHEDULE', { SVC_WEBHOOK_RETRY_SCHEDULE: '0,-5' }],
    ['SVC_METRICS_TOKEN', { SVC_METRICS_TOKEN: 'short' }],
    ['SVC_METRICS_TOKEN', { SVC_METRICS_TOKEN: 'a token with spaces in it, and long' }],
    ['SVC_LLM_URL', { ...languageModel, SVC_LLM_URL: 'llm.example.com' }],
    ['SVC_LLM_URL', { ...languageModel, SVC_LLM_URL: 'https://user:secret@llm.example.com/v1' }],
    ['SVC_LLM_URL', { ...languageModel, SVC_LLM_URL: 'https://llm.example.com/v1?key=secret' }],
    ['SVC_LLM_URL', { SVC_LLM_MODEL: 'some-model' }],
    ['SVC_LLM_URL', { SVC_LLM_API_KEY: 'a-key' }],
    ['SVC_LLM_URL', { ...production, ...languageModel, SVC_LLM_URL: 'http://llm.example.com/v1' }],
    ['SVC_LLM_URL', { ...production, ...languageModel, SVC_LLM_URL: 'http://127.0.0.1.example.com/v1' }],
    ['SVC_LLM_MODEL', { SVC_LLM_URL: 'https://llm.example.com/v1' }],
    ['SVC_LLM_API_KEY', { ...languageModel, SVC_LLM_API_KEY: 'a key' }],
    ['SVC_LLM_API_KEY', { ...languageModel, SVC_LLM_API_KEY: 'a-key\nX-Header: 1' }],
    ['SVC_LLM_TIMEOUT_MS', { ...languageModel, SVC_LLM_TIMEOUT_MS: '99' }],
    ['SVC_LLM_DAILY_REQUESTS', { ...languageModel, SVC_LLM_DAILY_REQUESTS: '0' }],
    ['SVC_LLM_DAILY_SURVEY_REQUESTS', { ...languageModel, SVC_LLM_DAILY_SURVEY_REQUESTS: '0' }],
    ['SVC_LLM_DAILY_SURVEY_TOKENS', { ...languageModel, SVC_LLM_DAILY_SURVEY_TOKENS: 'many' }],
    ['SVC_LLM_DAILY_TOTAL_REQUESTS', { ...languageModel, SVC_LLM_DAILY_TOTAL_REQUESTS: '0' }],
    ['SVC_LLM_DAILY_UNVERIFIED_REQUESTS', { ...languageModel, SVC_LLM_DAILY_UNVERIFIED_REQUESTS: '-1' }],
  ])('An invalid %s fails the startup with one line that names it: %j', (name, source) => {
    const lines = linesOf(source);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[A-Z_]+( \([a-z0-9_.]+\))?: \S/);
    expect(lines[0]?.split(':')[0]?.startsWith(name)).toBe(true);
  });

  it('One error lists all settings that production requires', () => {
    expect(linesOf(production)).toEqual([]);
    expect(linesOf({ NODE_ENV: 'production' })).toHaveLength(5);
  });

  it('name the trusted proxies', () => {
    expect(parseEnv({}).trustedProxies).toEqual([]);
    const { trustedProxies } = parseEnv({ SVC_TRUSTED_PROXIES: 'loopback, 10.0.0.0/8,fd00::/8, 192.0.2.7' });
    expect(trustedProxies).toEqual(['loopback', '10.0.0.0/8', 'fd00::/8', '192.0.2.7']);
    expect(parseEnv({ SVC_TRUSTED_PROXIES: 'none' }).trustedProxies).toEqual([]);
  });

  it('The result bucket needs all four of its settings or none', () => {
    const bucket = { SVC_RESULTS_S3_ENDPOINT: 'https://s3.example.com', SVC_RESULTS_S3_BUCKET: 'results' };
    expect(parseEnv({}).resultsBucket).toBeUndefined();
    expect(linesOf(bucket)).toEqual([
      expect.stringMatching(/^SVC_RESULTS_S3_KEY: /),
      expect.stringMatching(/^SVC_RESULTS_S3_SECRET: /),
    ]);
    const whole = parseEnv({ ...bucket, SVC_RESULTS_S3_KEY: 'k', SVC_RESULTS_S3_SECRET: 's' }).resultsBucket;
    expect(whole).toMatchObject({ bucket: 'results', region: 'us-east-1', accessKeyId: 'k' });
  });

  it('No language model is used unless SVC_LLM_URL names one', () => {
    expect(parseEnv({}).languageModel).toBeUndefined();
    expect(parseEnv(languageModel).languageModel).toEqual({
      url: 'https://llm.example.com/v1',
      model: 'some-model',
      key: undefined,
      timeoutMs: 5_000,
      dailyRequests: 200,
      dailySurveyRequests: 2_000,
      dailySurveyTokens: 2_000_000,
      sharedDailyRequests: { all: 20_000, unverified: 200 },
    });
  });

  it.each(['http://127.0.0.1:8080/v1', 'http://localhost:8080/v1', 'http://[::1]:8080/v1'])(
    'Production accepts a language model over http on the same machine: %s',
    (url) => expect(linesOf({ ...production, ...languageModel, SVC_LLM_URL: url })).toEqual([]),
  );

  it('SVC_WEBHOOK_RETRY_SCHEDULE sets the delays of webhook attempts in seconds', () => {
    const hours = [2, 5, 10, 14, 20, 24].map((hour) => hour * 3_600_000);
    expect(parseEnv({}).webhookScheduleMs).toEqual([0, 5_000, 300_000, 1_800_000, ...hours]);
    expect(parseEnv({ SVC_WEBHOOK_RETRY_SCHEDULE: '0, 0.5,2' }).webhookScheduleMs).toEqual([0, 500, 2_000]);
  });

  it('An error about a secret never contains the secret', () => {
    const secrets = {
      SVC_MASTER_KEY: 'my-secret',
      LIVE_DATABASE_URL: 'mysql://u:my-secret@h/x',
      SVC_LLM_URL: 'https://u:my-secret@h/x',
      SVC_LLM_API_KEY: 'my-secret key',
    };
    const lines = linesOf(secrets);
    expect(lines).toHaveLength(4);
    expect(lines.join()).not.toContain('my-secret');
  });
});
