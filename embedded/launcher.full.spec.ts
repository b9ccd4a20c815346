import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ConfigError } from '../src/config/env.js';
import { readRunFile } from '../src/config/run-file.js';
import { freePort } from './free-port.js';
import { launch, type LaunchOptions, type Running } from './launcher.js';
import { startMark } from './process-identity.js';
import { startServers, type Servers } from './servers.js';
import { writeStandIns } from './testing/stand-ins.js';
import { temporaryFolders } from './testing/temporary-folder.js';

interface ReceivedSettings {
  pid: number;
  SVC_MASTER_KEY: string;
  SVC_DATA_DIR: string;
}

describe('the launcher', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  const standIns = writeStandIns(temporaryFolder());
  const started: Running[] = [];
  let dataDir: string;
  let shared: Servers;

  const start = async (environment: NodeJS.ProcessEnv = {}, options: LaunchOptions = {}) => {
    const all = { PATH: process.env.PATH, PORT: '0', SVC_DATA_DIR: dataDir, ...environment };
    const running = await launch(
      all,
      { log: () => undefined, serviceOutput: 'file' },
      { entry: standIns.entry, ...options },
    );
    started.push(running);
    return running;
  };
  /** For tests that are not about the private servers, which take most of the time of a start. */
  const startWithShared = () =>
    start({
      SANDBOX_DATABASE_URL: shared.sandboxDatabaseUrl,
      LIVE_DATABASE_URL: shared.liveDatabaseUrl,
      SANDBOX_DATABASE_OWNER_URL: shared.sandboxDatabaseOwnerUrl,
      LIVE_DATABASE_OWNER_URL: shared.liveDatabaseOwnerUrl,
      REDIS_URL: shared.redisUrl,
    });
  const settingsOf = async ({ url }: Running) => (await (await fetch(url)).json()) as ReceivedSettings;

  beforeAll(async () => {
    shared = await startServers({ dataDir: temporaryFolder(), external: {}, log: () => undefined });
  });
  afterAll(() => shared.stop());
  beforeEach(() => (dataDir = temporaryFolder()));
  afterEach(async () => {
    await Promise.all(started.splice(0).map((running) => running.stop()));
  });

  it('The launcher writes run.json, readable by its owner only, before it resolves', async () => {
    const { url, servers } = await start();
    const { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl } = servers;
    const { sandboxDatabaseOwnerUrl, liveDatabaseOwnerUrl } = servers;
    expect(readRunFile(dataDir)).toEqual({
      pid: process.pid,
      url,
      sandbox_database_url: sandboxDatabaseUrl,
      live_database_url: liveDatabaseUrl,
      sandbox_database_owner_url: sandboxDatabaseOwnerUrl,
      live_database_owner_url: liveDatabaseOwnerUrl,
      redis_url: redisUrl,
      started_at: expect.any(String) as string,
    });
    expect(statSync(join(dataDir, 'run.json')).mode & 0o777).toBe(0o600);
  });

  it('A stopped launcher leaves no process and no run.json, and the next start uses the same master key', async () => {
    const first = await start();
    const received = await settingsOf(first);
    expect(received).toMatchObject({
      SVC_DATA_DIR: dataDir,
      SVC_MASTER_KEY: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    await Promise.all([first.stop(), first.stop()]);
    expect(startMark(received.pid)).toBeUndefined();
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
    expect((await settingsOf(await start())).SVC_MASTER_KEY).toBe(received.SVC_MASTER_KEY);
  });

  it('A second start in the same folder is rejected and names the running process', async () => {
    const first = await startWithShared();
    await expect(startWithShared()).rejects.toThrow(
      new RegExp(`^SVC_DATA_DIR: the service already runs in .* \\(pid ${process.pid}\\);`),
    );
    await settingsOf(first);
  });

  it('Two launchers run concurrently in different folders', async () => {
    const first = await startWithShared();
    dataDir = temporaryFolder();
    const [a, b] = await Promise.all([first, await startWithShared()].map(settingsOf));
    expect(a?.SVC_MASTER_KEY).not.toBe(b?.SVC_MASTER_KEY);
  });

  it('A port in use is rejected before any server starts', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(start({ PORT: String(port) })).rejects.toThrow(
      new RegExp(`^PORT: ${port} is in use on 127.0.0.1; choose another, such as PORT=${port + 1} npm start$`),
    );
    expect(readdirSync(dataDir)).toEqual([expect.stringMatching(/^launcher\.lock/)]);
    other.close();
  });

  it('An address of another machine and a folder without write permission are rejected', async () => {
    await expect(start({ HOST: '192.0.2.1', PORT: '3999' })).rejects.toThrow(
      /^HOST: 192\.0\.2\.1 is not an address of this machine/,
    );
    writeFileSync(join(dataDir, 'file'), '');
    await expect(start({ SVC_DATA_DIR: join(dataDir, 'file') })).rejects.toThrow(/^SVC_DATA_DIR: cannot write to /);
  });

  it('Invalid settings are rejected with one line each', async () => {
    const refused = start({ PORT: 'x', LOG_LEVEL: 'loud' }).catch((error: ConfigError) => error.lines);
    expect(await refused).toEqual([expect.stringMatching(/^PORT: /), expect.stringMatching(/^LOG_LEVEL: /)]);
  });

  it('A start with an unreachable database names its setting and stops all started parts', async () => {
    const port = await freePort();
    const url = (name: string) => `postgresql://a:b@127.0.0.1:${port}/${name}`;
    await expect(start({ SANDBOX_DATABASE_URL: url('sandbox'), LIVE_DATABASE_URL: url('live') })).rejects.toThrow(
      /^(SANDBOX|LIVE)_DATABASE_URL: cannot reach 127\.0\.0\.1:\d+ \(ECONNREFUSED\); [^\n]*$/,
    );
    await startWithShared();
  });

  it('A part that ends unexpectedly is reported in one line', async () => {
    const running = await startWithShared();
    process.kill((await settingsOf(running)).pid, 'SIGKILL');
    await expect(running.failed).rejects.toThrow(/^the service ended unexpectedly \(SIGKILL\); all parts are stopped$/);
  });

  it('A start is undone when one part fails', async () => {
    const failing = start({}, { entry: standIns.failingEntry });
    await expect(failing).rejects.toThrow('the service ended unexpectedly (exit code 3); all parts are stopped');
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
    await startWithShared();
  });

  it('Errors while undoing a start are logged and do not replace the first error', async () => {
    const logged: string[] = [];
    const moved = join(temporaryFolder(), 'data');
    const entry = join(temporaryFolder(), 'service.mjs');
    writeFileSync(
      entry,
      `import { renameSync } from 'node:fs';\nrenameSync('${dataDir}', '${moved}');\nprocess.exit(3);`,
    );
    const environment = { PATH: process.env.PATH, PORT: '0', SVC_DATA_DIR: dataDir };
    const io = { log: (line: string) => logged.push(line), serviceOutput: 'file' as const };
    await expect(launch(environment, io, { entry })).rejects.toThrow(
      'the service ended unexpectedly (exit code 3); all parts are stopped',
    );
    expect(logged).toEqual([expect.stringMatching(/^While stopping: .*ENOENT: [^\n]*launcher\.lock[^\n]*$/)]);
  });

  it('A start is undone when it is interrupted', async () => {
    const interruption = new AbortController();
    const interrupted = start({}, { signal: interruption.signal });
    interruption.abort(new Error('interrupted'));
    await expect(interrupted).rejects.toThrow('interrupted');
    await startWithShared();
  });
});
