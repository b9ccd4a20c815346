import { readdirSync, readlinkSync, rmSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../src/config/env.js';
import { birthmark } from './process-identity.js';

const namePattern = /^launcher\.lock\.(\d+)$/;
const released = 'released';

interface Claim {
  number: number;
  /** `PID BIRTHMARK`, or `released`. */
  holder: string;
}

export interface Lock {
  release(): void;
}

/**
 * One launcher a data folder. Whoever wants it claims the number after the highest: a symbolic link appears whole or not at all, and to one of
 * several only. Numbers never fall and the highest is never removed, so a claim on an outdated number cannot win: its owner looks again.
 * A holder that was killed is known by its pid and birthmark. Throws {@link ConfigError} when another holds it.
 */
export function takeLock(folder: string): Lock {
  const highest = highestClaim(folder);
  refuseIfAlive(folder, highest);
  const number = (highest?.number ?? 0) + 1;
  if (!claim(folder, { number, holder: `${process.pid} ${birthmark(process.pid) ?? ''}` })) {
    throw new ConfigError([
      `SVC_DATA_DIR: another start has just taken ${folder}; choose another folder for a second one`,
    ]);
  }
  const now = highestClaim(folder);
  if (now?.number !== number) {
    rmSync(pathOf(folder, number), { force: true });
    refuseIfAlive(folder, now);
    return takeLock(folder);
  }
  removeBelow(folder, number);
  return { release: () => release(folder, number) };
}

function release(folder: string, number: number): void {
  claim(folder, { number: number + 1, holder: released });
  removeBelow(folder, number + 1);
}

function refuseIfAlive(folder: string, held: Claim | undefined): void {
  if (held === undefined || held.holder === released) return;
  const [pid = '', ...mark] = held.holder.split(' ');
  if (birthmark(Number(pid)) !== mark.join(' ')) return;
  const how = 'stop that one, or set SVC_DATA_DIR to another folder for a second one';
  throw new ConfigError([`SVC_DATA_DIR: the service already runs in ${folder} (pid ${pid}); ${how}`]);
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
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return highestClaim(folder); // a higher one took its place
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
