/** Unsets the stores, keys, mail server, language model and limits of the developer. Empty means unset, and takes precedence over `.env`. */
export const blankSettings = {
  SANDBOX_DATABASE_URL: '',
  LIVE_DATABASE_URL: '',
  SANDBOX_DATABASE_OWNER_URL: '',
  LIVE_DATABASE_OWNER_URL: '',
  REDIS_URL: '',
  SVC_MASTER_KEY: '',
  SVC_PLAN_LIMITS: '',
  SMTP_URL: '',
  SVC_LLM_URL: '',
  SVC_LLM_MODEL: '',
  SVC_LLM_API_KEY: '',
};

/** The environment of this process, changed for an isolated service: private servers, a free port of 127.0.0.1, and its own data folder. */
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
