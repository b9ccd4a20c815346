import { spawnSync } from 'node:child_process';
import { readFileSync, readlinkSync, realpathSync } from 'node:fs';
import { basename } from 'node:path';

/**
 * Start time of a process, which identifies it together with its pid: a later process with the same pid has another start time. Undefined if
 * no process has the pid.
 */
export function startMark(pid: number): string | undefined {
  return process.platform === 'linux' ? startMarkFromProc(pid) : outputOf('ps', ['-o', 'lstart=', '-p', String(pid)]);
}

function startMarkFromProc(pid: number): string | undefined {
  const stat = textOf(`/proc/${pid}/stat`);
  if (stat === undefined) return undefined;
  // proc(5): the second field is a name in parentheses, which may contain any characters. State is field 3, start time is field 22.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  const state = fields[0];
  if (state === 'Z' || state === 'X') return undefined;
  return `${textOf('/proc/sys/kernel/random/boot_id')?.trim() ?? ''}:${fields[19]}`;
}

/** Whether the process is a Postgres server of this data folder. */
export function isPostgresOf(pid: number, folder: string): boolean {
  if (process.platform !== 'linux') {
    const command = outputOf('ps', ['-o', 'command=', '-p', String(pid)]) ?? '';
    return command.includes('postgres') && command.includes(folder);
  }
  const [command = ''] = (textOf(`/proc/${pid}/cmdline`) ?? '').split('\0');
  return basename(command) === 'postgres' && workingFolder(pid) === realpathSync(folder);
}

function workingFolder(pid: number): string | undefined {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return undefined; // The process has ended or belongs to another user.
  }
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return undefined; // The process has ended.
  }
}

function outputOf(command: string, args: string[]): string | undefined {
  const { stdout, status } = spawnSync(command, args, {
    encoding: 'utf8',
    env: { ...process.env, LC_ALL: 'C', TZ: 'UTC' },
  });
  return status === 0 && stdout.trim() !== '' ? stdout.trim() : undefined;
}
