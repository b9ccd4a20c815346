import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { setTimeout as delay } from 'node:timers/promises';
import { ConfigError } from '../src/config/env.js';

/** A signal, and how long to wait for it to work before the next is sent. */
export interface StopStep {
  signal: NodeJS.Signals;
  timeoutMs: number;
}

const pollMs = 20;

export const hasExited = (child: ChildProcess) => child.exitCode !== null || child.signalCode !== null;

/** Stops a child of ours; resolves when it is gone. */
export async function stopChild(child: ChildProcess, steps: readonly StopStep[]): Promise<void> {
  if (hasExited(child) || child.pid === undefined) return;
  const exited = once(child, 'exit');
  for (const { signal, timeoutMs } of steps) {
    child.kill(signal);
    if (await settlesWithin(exited, timeoutMs)) return;
  }
  await exited;
}

/** Stops a process that is not our child, as long as it is still the one meant. */
export async function stopStranger(pid: number, isIt: () => boolean, steps: readonly StopStep[]): Promise<void> {
  for (const { signal, timeoutMs } of steps) {
    if (!isIt()) return;
    signalIfThere(pid, signal);
    for (let waitedMs = 0; isIt() && waitedMs < timeoutMs; waitedMs += pollMs) await delay(pollMs);
  }
  if (isIt())
    throw new ConfigError([`process ${pid}, left by an earlier start, does not stop; end it: kill -9 ${pid}`]);
}

/** Sends the signal when this process exits, however it does, short of being killed; before what else is to be done then. */
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

function signalIfThere(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
