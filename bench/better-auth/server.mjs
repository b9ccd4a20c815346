// A plain node:http server that only verifies an API key with Better Auth, so that no framework adds cost.
// MODE: `postgres`, `redis-and-postgres` or `redis`. README.md describes their rate limits.
import { Buffer } from 'node:buffer';
import { createServer } from 'node:http';
import { apiKey } from '@better-auth/api-key';
import { betterAuth } from 'better-auth';
import { getMigrations } from 'better-auth/db/migration';
import { Redis } from 'ioredis';
import pg from 'pg';

const {
  MODE: mode = 'postgres',
  ANSWER: answer = '{}',
  SANDBOX_DATABASE_URL: serverUrl,
  REDIS_URL: redisUrl,
} = process.env;

const storage = {
  postgres: { storage: 'database' },
  'redis-and-postgres': { storage: 'secondary-storage', fallbackToDatabase: true },
  redis: { storage: 'secondary-storage' },
}[mode];
const dayMs = 86_400_000;

const auth = betterAuth({
  baseURL: 'http://127.0.0.1',
  secret: 'only-for-this-measurement-0123456789abcdef',
  database: await newDatabase(`better_auth_${mode.replaceAll('-', '_')}`),
  ...(mode !== 'postgres' && { secondaryStorage: redisStorage() }),
  emailAndPassword: { enabled: true },
  telemetry: { enabled: false },
  logger: { disabled: true },
  plugins: [apiKey({ ...storage, rateLimit: { enabled: true, timeWindow: dayMs, maxRequests: 1_000_000_000 } })],
});
await (await getMigrations(auth.options)).runMigrations();
const { user } = await auth.api.signUpEmail({
  body: { email: 'bench@example.com', name: 'Bench', password: 'a long enough password' },
});
const newKey = async (rateLimitMax) => (await auth.api.createApiKey({ body: { userId: user.id, rateLimitMax } })).key;

const body = JSON.parse(answer);
const server = createServer((request, response) => {
  respond(request, response).catch((error) => {
    response.writeHead(500).end(String(error));
  });
});

async function respond(request, response) {
  const key = request.headers.authorization?.slice('Bearer '.length) ?? '';
  const { valid, error } = await auth.api.verifyApiKey({ body: { key } });
  const text = JSON.stringify(valid ? body : { error: error.code });
  const status = valid ? 200 : error.code === 'RATE_LIMITED' ? 429 : 401;
  response.writeHead(status, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(text) });
  response.end(text);
}

async function newDatabase(name) {
  const admin = new pg.Client(serverUrl);
  await admin.connect();
  await admin.query(`CREATE DATABASE ${name}`);
  await admin.end();
  const url = new URL(serverUrl);
  url.pathname = name;
  return new pg.Pool({ connectionString: url.href });
}

function redisStorage() {
  const redis = new Redis(redisUrl, { enableAutoPipelining: true });
  return {
    get: (key) => redis.get(key),
    set: async (key, value, ttlSeconds) => {
      await (ttlSeconds ? redis.set(key, value, 'EX', ttlSeconds) : redis.set(key, value));
    },
    delete: async (key) => {
      await redis.del(key);
    },
  };
}

const [key, limitedKey] = [await newKey(1_000_000_000), await newKey(5)];
server.listen(0, '127.0.0.1', () => {
  process.send({ type: 'ready', url: `http://127.0.0.1:${server.address().port}`, key, limitedKey });
});
