import type { InternalConnection } from './valkey-host.js';

interface PendingCommand {
  resolve(response: string): void;
  reject(error: Error): void;
}

/** Client of Valkey within the same process. Supports the part of RESP (https://valkey.io/topics/protocol/) that CONFIG, INFO, PING and SAVE use. */
export class ValkeyClient {
  private readonly pending: PendingCommand[] = [];
  private received = Buffer.alloc(0);
  private readonly connection: InternalConnection;

  constructor(connect: (onResponse: (bytes: Buffer) => void) => InternalConnection) {
    this.connection = connect((bytes) => this.receive(bytes));
  }

  command(...words: string[]): Promise<string> {
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    const response = new Promise<string>((resolve, reject) => this.pending.push({ resolve, reject }));
    this.connection.write(Buffer.from(`*${words.length}\r\n${parts.join('')}`));
    return response;
  }

  private receive(bytes: Buffer): void {
    this.received = Buffer.concat([this.received, bytes]);
    for (let end = this.received.indexOf('\r\n'); end !== -1; end = this.received.indexOf('\r\n')) {
      const head = this.received.toString('utf8', 1, end);
      const isBulk = this.received[0] === '$'.charCodeAt(0) && Number(head) >= 0;
      const size = end + 2 + (isBulk ? Number(head) + 2 : 0);
      if (this.received.length < size) return;
      const response = isBulk ? this.received.toString('utf8', end + 2, size - 2) : head;
      const isError = this.received[0] === '-'.charCodeAt(0);
      this.received = this.received.subarray(size);
      const next = this.pending.shift();
      if (isError) next?.reject(new Error(response));
      else next?.resolve(response);
    }
  }
}
