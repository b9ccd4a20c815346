/** What leads to a developer's own stores, keys, mail or limits: empty means unset, and goes before what `.env` says. */
export const blankSettings = {
  SANDBOX_DATABASE_URL: '',
  LIVE_DATABASE_URL: '',
  REDIS_URL: '',
  SVC_MASTER_KEY: '',
  SVC_PLAN_LIMITS: '',
  SMTP_URL: '',
};

/** Our environment for a service that has nothing to do with any other here: private servers, a free port of 127.0.0.1, a folder of its own. */
export function privateEnvironment(dataDir: string, settings: Record<string, string> = {}): Record<string, string> {
  return {
    ...(process.env as Record<string, string>),
    ...blankSettings,
    NODE_ENV: 'development',
    HOST: '127.0.0.1',
    PORT: '0',
    SVC_DATA_DIR: dataDir,
    ...settings,
  };
}
