import { once } from 'node:events';
import { existsSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import { createServer, type AddressInfo } from 'node:net';
import { join } from 'node:path';
import type { ConfigError } from '../src/config/env.js';
import { readRunFile } from '../src/config/run-file.js';
import { freePort } from './free-port.js';
import { launch, type LaunchOptions, type Running } from './launcher.js';
import { birthmark } from './process-identity.js';
import { writeStandIns } from './testing/stand-ins.js';
import { temporaryFolders } from './testing/temporary-folder.js';

interface Told {
  pid: number;
  SVC_MASTER_KEY: string;
  SVC_DATA_DIR: string;
}

describe('the launcher', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  const standIns = writeStandIns(temporaryFolder());
  const started: Running[] = [];
  let dataDir: string;

  const start = async (environment: NodeJS.ProcessEnv = {}, options: LaunchOptions = {}) => {
    const all = { PATH: process.env.PATH, PORT: '0', SVC_DATA_DIR: dataDir, ...environment };
    const running = await launch(all, { log: () => undefined, serviceOutput: 'file' }, { ...standIns, ...options });
    started.push(running);
    return running;
  };
  const ask = async ({ url }: Running) => (await (await fetch(url)).json()) as Told;

  beforeEach(() => (dataDir = temporaryFolder()));
  afterEach(async () => {
    await Promise.all(started.splice(0).map((running) => running.stop()));
  });

  it('says in run.json, to its owner only, what runs where, as soon as all is ready', async () => {
    const { url, servers } = await start();
    const { sandboxDatabaseUrl, liveDatabaseUrl, redisUrl } = servers;
    expect(readRunFile(dataDir)).toEqual({
      pid: process.pid,
      url,
      sandbox_database_url: sandboxDatabaseUrl,
      live_database_url: liveDatabaseUrl,
      redis_url: redisUrl,
      started_at: expect.any(String) as string,
    });
    expect(statSync(join(dataDir, 'run.json')).mode & 0o777).toBe(0o600);
  });

  it('stopped leaves no process and no run.json, and can be started again with the same master key', async () => {
    const first = await start();
    const told = await ask(first);
    expect(told).toMatchObject({
      SVC_DATA_DIR: dataDir,
      SVC_MASTER_KEY: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
    });
    await Promise.all([first.stop(), first.stop()]);
    expect(birthmark(told.pid)).toBeUndefined();
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
    expect((await ask(await start())).SVC_MASTER_KEY).toBe(told.SVC_MASTER_KEY);
  });

  it('refuses a second start in the same folder and names the process that has it', async () => {
    const first = await start();
    await expect(start()).rejects.toThrow(
      new RegExp(`^SVC_DATA_DIR: the service already runs in .* \\(pid ${process.pid}\\);`),
    );
    await ask(first);
  });

  it('runs side by side with another in another folder', async () => {
    const first = await start();
    dataDir = temporaryFolder();
    const [a, b] = await Promise.all([first, await start()].map(ask));
    expect(a?.SVC_MASTER_KEY).not.toBe(b?.SVC_MASTER_KEY);
  });

  it('refuses a port that is taken before it starts anything', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    await expect(start({ PORT: String(port) })).rejects.toThrow(
      new RegExp(`^PORT: ${port} is taken on 127.0.0.1; choose another, like PORT=${port + 1} npm start$`),
    );
    expect(readdirSync(dataDir)).toEqual([expect.stringMatching(/^launcher\.lock/)]);
    other.close();
  });

  it('refuses an address that is not this machine’s, and a folder that cannot be written to', async () => {
    await expect(start({ HOST: '192.0.2.1', PORT: '3999' })).rejects.toThrow(
      /^HOST: 192\.0\.2\.1 is no address of this machine/,
    );
    writeFileSync(join(dataDir, 'file'), '');
    await expect(start({ SVC_DATA_DIR: join(dataDir, 'file') })).rejects.toThrow(/^SVC_DATA_DIR: cannot write to /);
  });

  it('refuses wrong settings with a line for each', async () => {
    const refused = start({ PORT: 'x', LOG_LEVEL: 'loud' }).catch((error: ConfigError) => error.lines);
    expect(await refused).toEqual([expect.stringMatching(/^PORT: /), expect.stringMatching(/^LOG_LEVEL: /)]);
  });

  it('names the database that is not there, and stops what it had started', async () => {
    const port = await freePort();
    const url = (name: string) => `postgresql://a:b@127.0.0.1:${port}/${name}`;
    await expect(start({ SANDBOX_DATABASE_URL: url('sandbox'), LIVE_DATABASE_URL: url('live') })).rejects.toThrow(
      /^(SANDBOX|LIVE)_DATABASE_URL: cannot reach 127\.0\.0\.1:\d+ \(ECONNREFUSED\); [^\n]*$/,
    );
    await start();
  });

  it('reports a part that ends by itself, in one line', async () => {
    const running = await start();
    process.kill((await ask(running)).pid, 'SIGKILL');
    await expect(running.failed).rejects.toThrow(/^the API ended unexpectedly \(SIGKILL\); all is stopped$/);
  });

  it('undoes the start when a part of it fails', async () => {
    const failing = start({}, { workerEntry: standIns.failingEntry });
    await expect(failing).rejects.toThrow('the worker ended unexpectedly (exit code 3); all is stopped');
    expect(existsSync(join(dataDir, 'run.json'))).toBe(false);
    await start();
  });

  it('tells what keeps it from undoing a start, and that hides nothing', async () => {
    const told: string[] = [];
    const moved = join(temporaryFolder(), 'data');
    const workerEntry = join(temporaryFolder(), 'worker.mjs');
    writeFileSync(
      workerEntry,
      `import { renameSync } from 'node:fs';\nrenameSync('${dataDir}', '${moved}');\nprocess.exit(3);`,
    );
    const environment = { PATH: process.env.PATH, PORT: '0', SVC_DATA_DIR: dataDir };
    const io = { log: (line: string) => told.push(line), serviceOutput: 'file' as const };
    await expect(launch(environment, io, { ...standIns, workerEntry })).rejects.toThrow(
      'the worker ended unexpectedly (exit code 3); all is stopped',
    );
    expect(told).toEqual([expect.stringMatching(/^While stopping: .*ENOENT: [^\n]*launcher\.lock[^\n]*$/)]);
  });

  it('undoes the start when it is interrupted', async () => {
    const interruption = new AbortController();
    const interrupted = start({}, { signal: interruption.signal });
    interruption.abort(new Error('interrupted'));
    await expect(interrupted).rejects.toThrow('interrupted');
    await start();
  });
});
