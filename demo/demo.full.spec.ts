import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startMark } from '../embedded/process-identity.js';
import { temporaryFolders } from '../embedded/testing/temporary-folder.js';
import { dataDirsOf, startDemo } from './testing/demo-process.js';

const pidFiles = ['postgres/cluster/postmaster.pid', 'redis/server.pid'];

describe('npm run demo', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  let folder: string;

  beforeEach(() => (folder = temporaryFolder()));

  const existing = (...files: string[]) =>
    dataDirsOf(folder).flatMap((name) =>
      files.map((file) => join(folder, name, file)).filter((path) => existsSync(path)),
    );

  it.each<[string, NodeJS.Signals, (text: string) => boolean]>([
    ['while it simulates', 'SIGINT', (text) => text.includes('5,000 simulated agents')],
    ['while its servers start', 'SIGINT', () => existing('postgres/cluster/postmaster.opts').length > 0],
    ['before its servers start', 'SIGHUP', () => dataDirsOf(folder).length > 0],
  ])('The demo interrupted %s leaves no process and no folder', async (_, signal, isMoment) => {
    const { child, printed, ended } = startDemo(folder);
    while (!isMoment(printed.text) && child.exitCode === null) await sleep(5);
    const pids = existing(...pidFiles).map((path) => Number(/^\d+/.exec(readFileSync(path, 'utf8'))?.[0]));
    child.kill(signal);
    expect({ code: await ended, errors: printed.errors }).toEqual({ code: 130, errors: '' });
    expect(pids.map(startMark)).toEqual(pids.map(() => undefined));
    expect(dataDirsOf(folder)).toEqual([]);
  });

  it('The demo states why it does not start, including an invalid `.env`', async () => {
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=loud\n');
    const { printed, ended } = startDemo(folder);
    expect(await ended).toBe(1);
    expect(printed.errors).toMatch(/^LOG_LEVEL: [^\n]*\n$/);
    expect(dataDirsOf(folder)).toEqual([]);
  });

  it('The demo rejects an unknown option and prints its usage', async () => {
    const { printed, ended } = startDemo(folder, '--kepe');
    expect(await ended).toBe(2);
    expect(printed.errors).toBe('Usage: npm run demo [-- --keep]\n');
  });
});
