import { fork, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

export interface LoadOrder {
  url: string;
  method: 'GET' | 'POST';
  key: string;
  /** JSON body. Each request with a body has its own Idempotency-Key. */
  body?: string;
  connections: number;
  durationMs: number;
  expectedStatus: number;
}

export interface LoadResult {
  type: 'load';
  /** Number of responses by status code. */
  statuses: Record<number, number>;
  seconds: number;
  /** First unexpected response or error. */
  unexpected: string | undefined;
}

/** Controls the process of the load generator. */
export class Load {
  private readonly child: ChildProcess = fork(join(import.meta.dirname, 'load.child.js'));

  /** Runs one order. Orders must not overlap. */
  async run(order: LoadOrder): Promise<LoadResult> {
    this.child.send(order);
    const [result] = (await once(this.child, 'message')) as [LoadResult];
    return result;
  }

  stop(): void {
    this.child.kill();
  }
}
