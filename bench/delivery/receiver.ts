import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalAtExit, stopChild } from '../../embedded/stopping.js';

export type ReceiverOrder = { type: 'begin'; hanging: readonly string[] } | { type: 'count' } | { type: 'report' };

/** Requests received since the last reset, except at hanging paths. Times in ms since the Unix epoch. */
export interface Received {
  type: 'received';
  count: number;
  firstMs: number;
  lastMs: number;
  /** Delays from the end of a simulation to the arrival of its event, in ms. */
  lagsMs: number[];
  /** Body of the first request. */
  body: string;
}

const timeoutMs = 120_000;
const pollIntervalMs = 20;

/** Controls the process that receives the deliveries of a benchmark. */
export class Receiver {
  private constructor(
    private readonly child: ChildProcess,
    readonly url: string,
  ) {}

  static async start(): Promise<Receiver> {
    const child = fork(join(import.meta.dirname, 'receiver.child.js'), {
      stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
    });
    signalAtExit(child, 'SIGKILL');
    const [{ url }] = (await once(child, 'message')) as [{ url: string }];
    return new Receiver(child, url);
  }

  /** Resets the counts. From now on, these paths do not respond. */
  async begin(hanging: readonly string[] = []): Promise<void> {
    await this.request({ type: 'begin', hanging });
  }

  /** Waits until `count` requests have arrived and returns their statistics. */
  async waitFor(count: number): Promise<Received> {
    const deadlineMs = performance.now() + timeoutMs;
    for (;;) {
      const { count: arrived } = (await this.request({ type: 'count' })) as { count: number };
      if (arrived >= count) return (await this.request({ type: 'report' })) as Received;
      if (performance.now() > deadlineMs) throw new Error(`${arrived} of ${count} deliveries arrived`);
      await sleep(pollIntervalMs);
    }
  }

  async stop(): Promise<void> {
    await stopChild(this.child, [{ signal: 'SIGKILL', timeoutMs: 5_000 }]);
  }

  private async request(order: ReceiverOrder): Promise<unknown> {
    const responded = once(this.child, 'message');
    this.child.send(order);
    const [response] = (await responded) as [unknown];
    return response;
  }
}
