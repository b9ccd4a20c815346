import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError, parseEnv, settingNames } from './env.js';

const databases = {
  SANDBOX_DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/sandbox',
  LIVE_DATABASE_URL: 'postgresql://u:p@127.0.0.1:5432/live',
};
const masterKey = 'ab'.repeat(32);

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
  it('all have defaults', () => {
    expect(parseEnv({})).toMatchObject({ nodeEnv: 'development', host: '127.0.0.1', port: 3000, debug: false });
    expect(parseEnv({}).planLimits.sandbox.agents_per_simulation).toBe(1_000);
  });

  it('an empty value means the default', () => {
    expect(parseEnv(Object.fromEntries(settingNames.map((name) => [name, ''])))).toEqual(parseEnv({}));
  });

  it('of a plan replace only what they name', () => {
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
    ['LIVE_DATABASE_URL', { SANDBOX_DATABASE_URL: databases.SANDBOX_DATABASE_URL }],
    ['SANDBOX_DATABASE_URL', { ...databases, SANDBOX_DATABASE_URL: databases.LIVE_DATABASE_URL }],
    ['SVC_MASTER_KEY', { NODE_ENV: 'production' }],
    ['SVC_DEBUG', { NODE_ENV: 'production', SVC_MASTER_KEY: masterKey, SVC_DEBUG: '1' }],
  ])('a wrong %s stops the start with one line that names it: %j', (name, source) => {
    const lines = linesOf(source);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toMatch(/^[A-Z_]+( \([a-z_.]+\))?: \S/);
    expect(lines[0]?.split(':')[0]?.startsWith(name)).toBe(true);
  });

  it('never repeat a secret in the line that refuses it', () => {
    expect(linesOf({ SVC_MASTER_KEY: 'my-secret', LIVE_DATABASE_URL: 'mysql://u:my-secret@h/x' }).join()).not.toContain(
      'my-secret',
    );
  });

  it('stand in .env.example, all of them, in the same order', () => {
    const text = readFileSync(join(__dirname, '../../.env.example'), 'utf8');
    const listed = [...text.matchAll(/^([A-Z_]+)=/gm)].map(([, name]) => name);
    expect(listed.filter((name) => name !== 'POSTGRES_PASSWORD')).toEqual(settingNames);
  });
});
