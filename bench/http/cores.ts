import { spawnSync } from 'node:child_process';
import { availableParallelism } from 'node:os';

const cores = availableParallelism();
const canPin = cores > 1 && spawnSync('taskset', ['--version']).status === 0;

/** The core of the server that is measured; all else runs on the others. */
const serverCore = '0';
const otherCores = cores > 2 ? `1-${cores - 1}` : '1';

/** Keeps this process, and what it starts from now on, away from the measured server's core. Where `taskset` is missing, nothing happens. */
export function leaveServerCore(): void {
  if (canPin) spawnSync('taskset', ['-a', '-c', '-p', otherCores, String(process.pid)]);
}

/** For `fork`: how to start Node so that it stays on the server's core. */
export function onServerCore(nodeArguments: string[]): { execPath: string; execArgv: string[] } {
  if (!canPin) return { execPath: process.execPath, execArgv: nodeArguments };
  return { execPath: 'taskset', execArgv: ['-c', serverCore, process.execPath, ...nodeArguments] };
}
