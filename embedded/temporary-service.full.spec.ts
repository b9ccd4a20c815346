import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { withTemporaryService, type TemporaryService } from './temporary-service.js';
import { writeStandIns } from './testing/stand-ins.js';
import { temporaryFolders } from './testing/temporary-folder.js';

describe('a temporary service', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  const standIns = writeStandIns(temporaryFolder());
  const { TMPDIR } = process.env;
  const own = { SANDBOX_DATABASE_URL: 'postgresql://127.0.0.1:9/a', LIVE_DATABASE_URL: 'postgresql://127.0.0.1:9/b' };

  beforeEach(() => {
    process.env.TMPDIR = temporaryFolder();
    Object.assign(process.env, own);
  });
  afterEach(() => {
    expect(readdirSync(process.env.TMPDIR ?? '')).toEqual([]);
    for (const name of Object.keys(own)) delete process.env[name];
    if (TMPDIR === undefined) delete process.env.TMPDIR;
    else process.env.TMPDIR = TMPDIR;
  });

  const run = <T>(work: (service: TemporaryService) => Promise<T>, entry = standIns.entry) =>
    withTemporaryService({ name: 'test', entry }, work);

  it('A temporary service uses private servers regardless of the environment and leaves no folder', async () => {
    const { url, dataDir } = await run(({ running, environment }) =>
      Promise.resolve({ url: running.servers.liveDatabaseUrl, dataDir: environment['SVC_DATA_DIR'] ?? '' }),
    );
    expect(url).not.toContain(':9/');
    expect(existsSync(dataDir)).toBe(false);
  });

  it('The error of a failed start contains the last log lines', async () => {
    const entry = join(temporaryFolder(), 'service.mjs');
    writeFileSync(entry, `process.stderr.write('out of memory\\n');\nprocess.exit(3);\n`);
    await expect(run(() => Promise.resolve(), entry)).rejects.toThrow(
      /^the service ended unexpectedly \(exit code 3\); all parts are stopped\nLast log lines of the service:\n {2}out of memory$/,
    );
  });

  it('The work is aborted when a part of the service ends', async () => {
    const work = async ({ running }: TemporaryService) => {
      const { pid } = (await (await fetch(running.url)).json()) as { pid: number };
      process.kill(pid, 'SIGKILL');
      await new Promise(() => undefined);
    };
    await expect(run(work)).rejects.toThrow('the service ended unexpectedly (SIGKILL); all parts are stopped');
  });
});
