import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../src/config/env.js';
import { takeLock } from './lock.js';
import { startMark } from './process-identity.js';
import { temporaryFolders } from './testing/temporary-folder.js';

describe('the lock of a data folder', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  const heldBy = (pid: number, mark: string | undefined) =>
    symlinkSync(`${pid} ${mark}`, join(folder, 'launcher.lock.5'));

  it('Only one launcher holds the lock, and the error names its pid', () => {
    const lock = takeLock(folder);
    expect(() => takeLock(folder)).toThrow(ConfigError);
    expect(() => takeLock(folder)).toThrow(
      new RegExp(`^SVC_DATA_DIR: the service already runs in .* \\(pid ${process.pid}\\)`),
    );
    lock.release();
    takeLock(folder).release();
  });

  it('Two folders have independent locks', () => {
    takeLock(folder);
    takeLock(temporaryFolder());
  });

  it('The lock of a killed process can be taken', async () => {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    heldBy(holder.pid ?? 0, startMark(holder.pid ?? 0));
    expect(() => takeLock(folder)).toThrow(new RegExp(`\\(pid ${holder.pid}\\)`));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    takeLock(folder).release();
  });

  it('An unrelated process with the pid of an ended holder does not keep the lock', () => {
    heldBy(process.pid, 'start mark of the ended holder');
    takeLock(folder);
  });

  it('Repeated locking leaves only one file', () => {
    for (let round = 0; round < 10; round += 1) takeLock(folder).release();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('A claim of an outdated number is rejected', () => {
    heldBy(process.pid, startMark(process.pid));
    // The claim of a slow start that read the folder before number 5 was claimed.
    symlinkSync(`${process.pid} ${startMark(process.pid)}`, join(folder, 'launcher.lock.4'));
    expect(() => takeLock(folder)).toThrow(ConfigError);
  });
});
