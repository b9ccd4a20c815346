import type { InternalConnection } from './valkey-host.js';

interface Waiting {
  resolve(answer: string): void;
  reject(error: Error): void;
}

/** Speaks to Valkey inside the process that runs it: just enough of RESP (https://valkey.io/topics/protocol/) for settings and SAVE. */
export class ValkeyClient {
  private readonly waiting: Waiting[] = [];
  private received = Buffer.alloc(0);
  private readonly connection: InternalConnection;

  constructor(connect: (onAnswer: (bytes: Buffer) => void) => InternalConnection) {
    this.connection = connect((bytes) => this.take(bytes));
  }

  command(...words: string[]): Promise<string> {
    const parts = words.map((word) => `$${Buffer.byteLength(word)}\r\n${word}\r\n`);
    const answer = new Promise<string>((resolve, reject) => this.waiting.push({ resolve, reject }));
    this.connection.write(Buffer.from(`*${words.length}\r\n${parts.join('')}`));
    return answer;
  }

  private take(bytes: Buffer): void {
    this.received = Buffer.concat([this.received, bytes]);
    for (let end = this.received.indexOf('\r\n'); end !== -1; end = this.received.indexOf('\r\n')) {
      const head = this.received.toString('utf8', 1, end);
      const isBulk = this.received[0] === '$'.charCodeAt(0) && Number(head) >= 0;
      const size = end + 2 + (isBulk ? Number(head) + 2 : 0);
      if (this.received.length < size) return;
      const answer = isBulk ? this.received.toString('utf8', end + 2, size - 2) : head;
      const isError = this.received[0] === '-'.charCodeAt(0);
      this.received = this.received.subarray(size);
      const next = this.waiting.shift();
      if (isError) next?.reject(new Error(answer));
      else next?.resolve(answer);
    }
  }
}
