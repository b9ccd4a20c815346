import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { signalAtExit, stopChild } from '../../embedded/stopping.js';

export type ReceiverOrder = { type: 'begin'; hanging: readonly string[] } | { type: 'count' } | { type: 'report' };

/** What came since the last beginning, but at paths that hang. Times of the clock, in ms. */
export interface Received {
  type: 'received';
  count: number;
  firstMs: number;
  lastMs: number;
  /** From the end of the simulation to the arrival of its event. */
  lagsMs: number[];
  /** Of the first. */
  body: string;
}

const patienceMs = 120_000;
const pollMs = 20;

/** Where the deliveries of a benchmark go. */
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

  /** Forgets what came, and hangs at these paths from now on. */
  async begin(hanging: readonly string[] = []): Promise<void> {
    await this.ask({ type: 'begin', hanging });
  }

  /** All that came, once it is so many. */
  async waitFor(count: number): Promise<Received> {
    const deadlineMs = performance.now() + patienceMs;
    for (;;) {
      const { count: came } = (await this.ask({ type: 'count' })) as { count: number };
      if (came >= count) return (await this.ask({ type: 'report' })) as Received;
      if (performance.now() > deadlineMs) throw new Error(`${came} of ${count} deliveries came`);
      await sleep(pollMs);
    }
  }

  async stop(): Promise<void> {
    await stopChild(this.child, [{ signal: 'SIGKILL', timeoutMs: 5_000 }]);
  }

  private async ask(order: ReceiverOrder): Promise<unknown> {
    const answered = once(this.child, 'message');
    this.child.send(order);
    const [answer] = (await answered) as [unknown];
    return answer;
  }
}
