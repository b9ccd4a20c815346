import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../src/config/env.js';

/** A signal, and the time to wait for the process to end before the next signal. */
export interface StopStep {
  signal: NodeJS.Signals;
  timeoutMs: number;
}

const pollMs = 20;

export const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Stops a child process. Resolves when it has ended. */
export async function stopChild(child: ChildProcess, steps: readonly StopStep[]): Promise<void> {
  if (hasExited(child) || child.pid === undefined) return;
  const exited = once(child, 'exit');
  for (const { signal, timeoutMs } of steps) {
    child.kill(signal);
    if (await settlesWithin(exited, timeoutMs)) return;
  }
  await exited;
}

/**
 * Stops a process that is not a child. `isSame` checks that the pid still belongs to the same process. Throws {@link ConfigError} if it does not
 * stop.
 */
export async function stopProcess(pid: number, isSame: () => boolean, steps: readonly StopStep[]): Promise<void> {
  for (const { signal, timeoutMs } of steps) {
    if (!isSame()) return;
    signalIfRunning(pid, signal);
    for (let waitedMs = 0; isSame() && waitedMs < timeoutMs; waitedMs += pollMs) await delay(pollMs);
  }
  if (isSame()) throw new ConfigError([`process ${pid} of an earlier start does not stop; end it with kill -9 ${pid}`]);
}

/** Sends the signal to the child when this process exits, before other exit listeners run. A killed process sends no signal. */
export function signalAtExit(child: ChildProcess, signal: NodeJS.Signals): void {
  const send = () => child.kill(signal);
  process.prependOnceListener('exit', send);
  child.once('exit', () => process.removeListener('exit', send));
}

export async function settlesWithin(promise: Promise<unknown>, timeoutMs: number): Promise<boolean> {
  const timer = new AbortController();
  const timeout = delay(timeoutMs, false, { signal: timer.signal }).catch(() => false);
  try {
    return await Promise.race([promise.then(() => true), timeout]);
  } finally {
    timer.abort();
  }
}

function signalIfRunning(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
