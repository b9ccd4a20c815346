import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdtempSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserServer } from 'playwright-core';
import type * as PrivateEnvironment from '../../embedded/private-environment.js';
import type * as TestingBrowser from '../../embedded/testing/browser.js';
import type * as TemporaryFolder from '../../embedded/testing/temporary-folder.js';

const projectFolder = join(__dirname, '../..');
// Tests poll without pauses. Other tests check the rate limits, on the sandbox plan and in separate processes.
const planLimits = JSON.stringify({
  growth: { requests_per_minute: 1_000_000 },
  sandbox: { compute_seconds_per_simulation: 4 },
});
const startTimeoutMs = 180_000;

/** Starts the service like `npm start`, on a free port and with its own data folder, before the e2e tests. They share one browser too. */
export default async function startService(): Promise<void> {
  const { blankSettings, privateEnvironment } = await built<typeof PrivateEnvironment>('private-environment');
  const { dataRoot } = await built<typeof TemporaryFolder>('testing/temporary-folder');
  const dataDir = mkdtempSync(join(dataRoot, 'simulation-service-e2e-'));
  const launcher = spawn(process.execPath, ['dist/embedded/start.js'], {
    cwd: projectFolder,
    env: privateEnvironment(dataDir, {
      NODE_ENV: 'test',
      LOG_LEVEL: 'warn',
      SVC_PLAN_LIMITS: planLimits,
      // The same as `noEmbeddings`. Suites that need embeddings start `ApiProcess.withEmbeddings`.
      SVC_EMBEDDINGS_URL: 'http://127.0.0.1:9/v1',
      // Each browser of the tests has an address of its own, so that the limits by address do not add up.
      SVC_TRUSTED_PROXIES: 'loopback',
    }),
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  await ready(launcher, dataDir);
  const browsers: BrowserServer[] = [];
  // Processes that tests start use only this service, regardless of the developer's settings.
  Object.assign(process.env, blankSettings, {
    SVC_TEST_DATA_DIR: dataDir,
    SVC_TEST_BROWSER_URL: await serveBrowser(browsers),
  });
  Object.assign(globalThis, { launcher, browsers });
}

/** Imports a module of `embedded/` from the build because Jest loads this file without its module mapping. */
async function built<Module>(name: string): Promise<Module> {
  return (await import(join(projectFolder, `dist/embedded/${name}.js`))) as Module;
}

/** Serves the address of a browser, which starts when the first test needs it. Adds the started browser to `browsers`. */
async function serveBrowser(browsers: BrowserServer[]): Promise<string> {
  const { startBrowserServer } = await built<typeof TestingBrowser>('testing/browser');
  let starting: Promise<BrowserServer> | undefined;
  const server = createServer((_, response) => {
    starting ??= startBrowserServer();
    starting.then(
      (browser) => {
        if (browsers.length === 0) browsers.push(browser);
        response.end(browser.wsEndpoint());
      },
      (error: unknown) => response.writeHead(500).end(String(error)),
    );
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
}

async function ready(launcher: ChildProcess, dataDir: string): Promise<void> {
  const deadline = Date.now() + startTimeoutMs;
  while (!existsSync(join(dataDir, 'run.json'))) {
    if (launcher.exitCode !== null) throw new Error(`the service did not start: exit code ${launcher.exitCode}`);
    if (Date.now() > deadline) throw new Error('the service did not start in time');
    await sleep(50);
  }
}
