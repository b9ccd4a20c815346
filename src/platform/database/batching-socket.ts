import { Socket } from 'node:net';

/**
 * Sends all that is written in one turn of the event loop with one system call. The statements of a transaction are many small messages,
 * and system calls were a fifth of the time of a create.
 */
export class BatchingSocket extends Socket {
  private isHolding = false;

  override connect(...args: unknown[]): this {
    super.connect(...(args as [number]));
    // Node sets `write` to the one of Socket, in case the socket was used before.
    Reflect.deleteProperty(this, 'write');
    return this;
  }

  override cork(): void {
    this.hold();
    super.cork();
  }

  override write(chunk: string | Uint8Array, ...rest: unknown[]): boolean {
    this.hold();
    return super.write(chunk, ...(rest as []));
  }

  private hold(): void {
    if (this.isHolding) return;
    this.isHolding = true;
    super.cork();
    process.nextTick(() => {
      this.isHolding = false;
      this.uncork();
    });
  }
}
