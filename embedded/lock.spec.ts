import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../src/config/env.js';
import { takeLock } from './lock.js';
import { birthmark } from './process-identity.js';
import { temporaryFolders } from './testing/temporary-folder.js';

describe('the lock of a data folder', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  let folder: string;
  beforeEach(() => (folder = temporaryFolder()));

  const heldBy = (pid: number, mark: string | undefined) =>
    symlinkSync(`${pid} ${mark}`, join(folder, 'launcher.lock.5'));

  it('goes to one at a time; the other is told who has it', () => {
    const lock = takeLock(folder);
    expect(() => takeLock(folder)).toThrow(ConfigError);
    expect(() => takeLock(folder)).toThrow(
      new RegExp(`^SVC_DATA_DIR: the service already runs in .* \\(pid ${process.pid}\\)`),
    );
    lock.release();
    takeLock(folder).release();
  });

  it('of two folders is two locks', () => {
    takeLock(folder);
    takeLock(temporaryFolder());
  });

  it('held by a process that was killed is taken over', async () => {
    const holder = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)']);
    heldBy(holder.pid ?? 0, birthmark(holder.pid ?? 0));
    expect(() => takeLock(folder)).toThrow(new RegExp(`\\(pid ${holder.pid}\\)`));
    holder.kill('SIGKILL');
    await once(holder, 'exit');
    takeLock(folder).release();
  });

  it('is not kept by an unrelated process that has the pid of a dead holder', () => {
    heldBy(process.pid, 'the birthmark of the dead one');
    takeLock(folder);
  });

  it('leaves one small file, however often it changes hands', () => {
    for (let turn = 0; turn < 10; turn += 1) takeLock(folder).release();
    expect(readdirSync(folder)).toHaveLength(1);
  });

  it('refuses a claim on an outdated number', () => {
    heldBy(process.pid, birthmark(process.pid));
    // What a slow start leaves that saw the folder before number 5 came.
    symlinkSync(`${process.pid} ${birthmark(process.pid)}`, join(folder, 'launcher.lock.4'));
    expect(() => takeLock(folder)).toThrow(ConfigError);
  });
});
