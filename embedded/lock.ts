import { readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../src/config/env.js';
import { startMark } from './process-identity.js';

const namePattern = /^launcher\.lock\.(\d+)$/;
const released = 'released';

interface Claim {
  number: number;
  /** Pid and start mark of a process, separated by a space, or `released`. */
  holder: string;
}

export interface Lock {
  release(): void;
}

/**
 * Allows one launcher per data folder. A launcher claims the number after the highest by creating a symbolic link, which is atomic and succeeds
 * for one process only. Numbers only increase and the highest claim is never removed, so that a claim of an outdated number fails and is retried.
 * The pid and start mark of the holder show whether it still runs. Throws {@link ConfigError} if another launcher holds the lock.
 */
export function takeLock(folder: string): Lock {
  const highest = highestClaim(folder);
  rejectIfRunning(folder, highest);
  const number = (highest?.number ?? 0) + 1;
  if (!claim(folder, { number, holder: `${process.pid} ${startMark(process.pid) ?? ''}` })) {
    throw new ConfigError([
      `SVC_DATA_DIR: another start has just locked ${folder}; choose another folder for a second service`,
    ]);
  }
  const now = highestClaim(folder);
  if (now?.number !== number) {
    rmSync(pathOf(folder, number), { force: true });
    rejectIfRunning(folder, now);
    return takeLock(folder);
  }
  removeBelow(folder, number);
  return { release: () => release(folder, number) };
}

function release(folder: string, number: number): void {
  claim(folder, { number: number + 1, holder: released });
  removeBelow(folder, number + 1);
}

function rejectIfRunning(folder: string, held: Claim | undefined): void {
  if (held === undefined || held.holder === released) return;
  const [pid = '', ...mark] = held.holder.split(' ');
  if (startMark(Number(pid)) !== mark.join(' ')) return;
  const fix = 'stop it, or set SVC_DATA_DIR to another folder for a second service';
  throw new ConfigError([`SVC_DATA_DIR: the service already runs in ${folder} (pid ${pid}); ${fix}`]);
}

function claim(folder: string, { number, holder }: Claim): boolean {
  try {
    symlinkSync(holder, pathOf(folder, number));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw error;
  }
}

function highestClaim(folder: string): Claim | undefined {
  const number = Math.max(...numbersIn(folder));
  if (number === -Infinity) return undefined;
  try {
    return { number, holder: readlinkSync(pathOf(folder, number)) };
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return highestClaim(folder); // A higher claim replaced it.
    throw error;
  }
}

function removeBelow(folder: string, number: number): void {
  for (const lower of numbersIn(folder).filter((candidate) => candidate < number))
    rmSync(pathOf(folder, lower), { force: true });
}

function numbersIn(folder: string): number[] {
  return readdirSync(folder).flatMap((name) => namePattern.exec(name)?.slice(1).map(Number) ?? []);
}

const pathOf = (folder: string, number: number) => join(folder, `launcher.lock.${number}`);
