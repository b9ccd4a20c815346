import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const cores = availableParallelism();
const canPin = cores > 1 && spawnSync('taskset', ['--version']).status === 0;

/** Core of the measured server. All other processes run on the other cores. */
const serverCore = '0';
const otherCores = cores > 2 ? `1-${cores - 1}` : '1';

/** Moves this process and its future children to the other cores. Has no effect without `taskset`. */
export function leaveServerCore(): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', otherCores, String(process.pid)]);
}

/** Options of `fork` that keep Node on the core of the measured server. */
export function onServerCore(nodeArguments: string[]): { execPath: string; execArgv: string[] } {
  if (!canPin) return { execPath: process.execPath, execArgv: nodeArguments };
  return { execPath: 'taskset', execArgv: ['-c', serverCore, process.execPath, ...nodeArguments] };
}
