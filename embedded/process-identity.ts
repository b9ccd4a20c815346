import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * When this process began, in a form that no later process with the same pid can have; `undefined` when there is none.
 * A pid alone proves nothing: after a reboot, or a long day, it belongs to someone else.
 */
export function birthmark(pid: number): string | undefined {
  return process.platform === 'linux' ? birthmarkFromProc(pid) : printedBy('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

function birthmarkFromProc(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // proc(5): the second field is a name that may hold anything, in brackets; behind it state is the 3rd field, start time the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  if (state === 'Z' || state === 'X') return undefined;
  return `${textOf('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19]}`;
}

/** Whether the pid is a Postgres that runs on exactly this data folder. */
export function isPostgresOf(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') {
    const command = printedBy('ps', ['-o', 'command=', '-p', String(pid)]) ?? '';
    return command.includes('postgres') && command.includes(folder);
  }
  const [command = ''] = (textOf(`/proc/${pid}/cmdline`) ?? '').split('\0');
  return basename(command) === 'postgres' && workingFolder(pid) === realpathSync(folder);
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // gone, or another user's: in neither case one that we started
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // gone: there is no way to ask without the risk that it ends before the answer
  }
}

function printedBy(command: string, args: string[]): string | undefined {
  const { stdout, status } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}
