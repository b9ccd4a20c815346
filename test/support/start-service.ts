import { fork, spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { appendFileSync, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import type * as PrivateEnvironment from '../../embedded/private-environment.js';
import type * as TestingBrowser from '../../embedded/testing/browser.js';
import type * as TemporaryFolder from '../../embedded/testing/temporary-folder.js';
import type * as MailFolder from './mail-folder.js';
import type * as MailServer from './mail-server.js';
import type * as NoSync from './no-sync.js';
import type { RunFile } from './shared-service.js';
import type * as SignInEnvironment from './sign-in-environment.js';

const projectFolder = join(__dirname, '../..');
// Tests poll without pauses. Other tests check the rate limits, on the sandbox plan and in separate processes.
const planLimits = JSON.stringify({
  growth: { requests_per_minute: 1_000_000, agents_per_large_simulation: 10_000_000 },
  sandbox: { compute_seconds_per_simulation: 4 },
  scale: { processor_seconds_per_minute: 1 },
});
/** The longest, because all tests use the same cores. Other tests check the timeout. */
const databaseTimeoutMs = '10000';
const startTimeoutMs = 180_000;

interface BuiltService {
  default: () => Promise<void>;
}

/** Ends a shared resource. */
type Stop = () => Promise<void>;

/**
 * Starts the service like `npm start`, on a free port and with its own data folder, before the e2e tests. They also share a browser, an API
 * that sends mail and an API with the embedding model, which start when the first test needs them.
 */
export default async function startService(): Promise<void> {
  const { default: buildService } = (await import(
    join(projectFolder, 'tools/tests/built-service.mjs')
  )) as BuiltService;
  await buildService();
  const { blankSettings, privateEnvironment } = await built<typeof PrivateEnvironment>('private-environment');
  const { dataRoot } = await built<typeof TemporaryFolder>('testing/temporary-folder');
  const dataDir = mkdtempSync(join(dataRoot, 'simulation-service-e2e-'));
  const launcher = spawn(process.execPath, ['dist/app/start.js'], {
    cwd: projectFolder,
    env: privateEnvironment(dataDir, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      SVC_PLAN_LIMITS: planLimits,
      SVC_DATABASE_TIMEOUT_MS: databaseTimeoutMs,
      // The same as `noEmbeddings`. Suites that need embeddings use `SVC_TEST_EMBEDDINGS_URL`.
      SVC_EMBEDDINGS_URL: 'http://127.0.0.1:9/v1',
      // Each browser of the tests has an address of its own, so that the limits by address do not add up.
      SVC_TRUSTED_PROXIES: 'loopback',
    }),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  createInterface(launcher.stdout).on('line', showUnavailable);
  await ready(launcher, dataDir);
  await withoutSync(dataDir);
  const stops: Stop[] = [];
  const embeddingsEnvironment = () =>
    privateEnvironment(dataDir, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'error',
      SVC_PLAN_LIMITS: planLimits,
      SVC_DATABASE_TIMEOUT_MS: databaseTimeoutMs,
      SVC_TRUSTED_PROXIES: 'loopback',
    });
  // Processes that tests start use only this service, regardless of the developer's settings.
  Object.assign(process.env, blankSettings, {
    SVC_TEST_DATA_DIR: dataDir,
    SVC_TEST_BROWSER_URL: await serveAddress(startBrowser, stops),
    SVC_TEST_SIGN_IN_URL: await serveAddress(await signInService(dataDir), stops),
    SVC_TEST_EMBEDDINGS_URL: await serveAddress(() => startApi(embeddingsEnvironment()), stops),
  });
  Object.assign(globalThis, { launcher, stops });
}

/** Shows why a request responded 503. Tests see only the response. */
function showUnavailable(line: string): void {
  if (line.includes('dependency unavailable or overloaded')) process.stderr.write(`${line}\n`);
}

/** Stops Postgres and Redis from waiting for the disk, which can take seconds while other tests write. */
async function withoutSync(dataDir: string): Promise<void> {
  const cluster = join(dataDir, 'postgres/cluster');
  const { noSync } = await neighbor<typeof NoSync>('no-sync');
  appendFileSync(join(cluster, 'postgresql.conf'), noSync);
  process.kill(Number.parseInt(readFileSync(join(cluster, 'postmaster.pid'), 'utf8'), 10), 'SIGHUP');
  const { redis_url } = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunFile;
  const redis = new Redis(redis_url);
  await redis.config('SET', 'appendfsync', 'no');
  redis.disconnect();
}

/** Imports a module of `embedded/` from the build because Jest loads this file without its module mapping. */
async function built<Module>(name: string): Promise<Module> {
  return (await import(join(projectFolder, `dist/embedded/${name}.js`))) as Module;
}

/** The same for a module of this folder. The imports of such a module are packages. */
async function neighbor<Module>(name: string): Promise<Module> {
  return (await import(join(__dirname, `${name}.ts`))) as Module;
}

interface Started {
  address: string;
  stop: Stop;
}

/** Serves the address of a shared resource, which starts with the first request. Adds its end to `stops`. */
async function serveAddress(start: () => Promise<Started>, stops: Stop[]): Promise<string> {
  let starting: Promise<string> | undefined;
  const server = createServer((_, response) => {
    // An idle connection would delay the end of the tests.
    response.setHeader('connection', 'close');
    starting ??= start().then(({ address, stop }) => {
      stops.push(stop);
      return address;
    });
    starting.then(
      (address) => response.end(address),
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function startBrowser(): Promise<Started> {
  const { startBrowserServer } = await built<typeof TestingBrowser>('testing/browser');
  const browser = await startBrowserServer();
  return { address: browser.wsEndpoint(), stop: () => browser.close() };
}

/** The start of an API with a mail server that stores the mails in the data folder. */
async function signInService(dataDir: string): Promise<() => Promise<Started>> {
  // Jest transpiles modules only until the set-up ends.
  const { MailServer: Server } = await neighbor<typeof MailServer>('mail-server');
  const { storeMail } = await neighbor<typeof MailFolder>('mail-folder');
  const { signInEnvironment } = await neighbor<typeof SignInEnvironment>('sign-in-environment');
  return async () => {
    const mail = await Server.start((received) => storeMail(dataDir, received));
    const run = JSON.parse(readFileSync(join(dataDir, 'run.json'), 'utf8')) as RunFile;
    const env = { ...process.env, ...signInEnvironment(dataDir, run, mail.url) };
    const { address, stop } = await startApi(env);
    return { address, stop: () => stop().then(() => mail.stop()) };
  };
}

async function startApi(env: NodeJS.ProcessEnv): Promise<Started> {
  const child = fork(join(projectFolder, 'dist/app/main.js'), { env, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  const ended = once(child, 'exit');
  const failed = ended.then(([code]) => Promise.reject(new Error(`the API ended with ${String(code)}`)));
  const [message] = (await Promise.race([once(child, 'message'), failed])) as [{ url: string }];
  failed.catch(() => undefined); // from here on, only `stop` ends the process
  const stop = async () => {
    child.kill('SIGTERM');
    await ended;
  };
  return { address: message.url, stop };
}

async function ready(launcher: ChildProcess, dataDir: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (!existsSync(join(dataDir, 'run.json'))) {
    if (launcher.exitCode !== null) throw new Error(`the service did not start: exit code ${launcher.exitCode}`);
    if (Date.now() > deadline) throw new Error('the service did not start in time');
    await sleep(50);
  }
}
