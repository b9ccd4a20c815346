import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface LoadOrder {
  url: string;
  method: 'GET' | 'POST';
  key: string;
  /** JSON; each request that has one carries an Idempotency-Key of its own. */
  body?: string;
  connections: number;
  /** 0: each connection asks once. */
  durationMs: number;
  expectedStatus: number;
}

export interface LoadResult {
  type: 'load';
  /** How many answers of each status. */
  statuses: Record<number, number>;
  seconds: number;
  /** What came first that was not expected. */
  unexpected: string | undefined;
}

/** The load generator's process, seen from here. */
export class Load {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'load.child.js'));

  /** One order at a time. */
  async run(order: LoadOrder): Promise<LoadResult> {
    this.child.send(order);
    const [result] = (await once(this.child, 'message')) as [LoadResult];
    return result;
  }

  stop(): void {
    this.child.kill();
  }
}
