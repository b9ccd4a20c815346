import type { RunFile } from './shared-service.js';

export const frontendUrl = 'https://app.example.test/welcome?from=mail';

/** Settings of an API process with a mail server, on the databases and the Redis server of the shared instance. */
export const signInEnvironment = (dataDir: string, run: RunFile, mailUrl: string): Record<string, string> => ({
  NODE_ENV: 'test',
  PORT: '0',
  LOG_LEVEL: 'error',
  // The same as `noEmbeddings`.
  SVC_EMBEDDINGS_URL: 'http://127.0.0.1:9/v1',
  SVC_DATA_DIR: dataDir,
  SANDBOX_DATABASE_URL: run.sandbox_database_url,
  LIVE_DATABASE_URL: run.live_database_url,
  REDIS_URL: run.redis_url,
  SMTP_URL: mailUrl,
  SVC_FRONTEND_URL: frontendUrl,
  SVC_TRUSTED_PROXIES: 'loopback',
});
