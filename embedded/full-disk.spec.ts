import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { developmentMasterKey } from '../src/config/master-key.js';
import { ensureDataFolder } from './data-folder.js';
import { errorLines } from './error-lines.js';
import { ServerProcess } from './server-process.js';
import { temporaryFolders } from './testing/temporary-folder.js';

const modeOf = (path: string) => statSync(path).mode & 0o777;

describe('a full disk', () => {
  it.each([
    Object.assign(new Error('ENOSPC: no space left on device, write'), { code: 'ENOSPC' }),
    Object.assign(new Error('could not extend file "base/1": No space left on device'), { code: '53100' }),
  ])('npm start ends with one line that names the full disk: %s', (error) => {
    const lines = errorLines(error);
    expect(lines).toEqual([expect.stringMatching(/^the disk is full \([^\n]*\); free some space, then start again$/)]);
  });

  it('A server whose log cannot be written on a full disk still runs, and its end names the full disk', async () => {
    if (!existsSync('/dev/full')) return;
    const script = `console.log('ready'); setTimeout(() => { console.log('PANIC: No space left on device'); process.exit(1); }, 200);`;
    const server = await ServerProcess.start({
      name: 'Postgres',
      command: process.execPath,
      args: ['-e', script],
      options: {},
      logFile: '/dev/full',
      readyLine: /ready/,
      startTimeoutMs: 30_000,
      stopSteps: [{ signal: 'SIGKILL', timeoutMs: 5_000 }],
    });
    await expect(server.failed).rejects.toThrow(/^Postgres ended because the disk is full; free some space[^\n]*$/);
  });
});

describe('another user of the machine', () => {
  const temporaryFolder = temporaryFolders(afterAll);

  it('Another user cannot enter a new data folder, nor one of an earlier version', () => {
    const folder = join(temporaryFolder(), 'parent', 'data');
    ensureDataFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
    developmentMasterKey(folder);
    chmodSync(folder, 0o755);
    ensureDataFolder(folder);
    expect(modeOf(folder)).toBe(0o700);
  });

  it('The permissions of an existing folder without data of the service are not changed', () => {
    const folder = join(temporaryFolder(), 'shared');
    mkdirSync(folder);
    chmodSync(folder, 0o755);
    writeFileSync(join(folder, 'other'), '');
    ensureDataFolder(folder);
    expect(modeOf(folder)).toBe(0o755);
  });
});
