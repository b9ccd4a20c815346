import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * `pass`: forward everything. `refuse`: simulate a stopped server. `hang`: simulate a paused server or a lost network. `slow`: simulate
 * a high latency.
 */
export type Mode = 'pass' | 'refuse' | 'hang' | 'slow';

const slowMs = 40;

interface Connection {
  client: Socket;
  server: Socket;
  /** Actions that wait for the end of `hang`, including those of clients that have timed out since. */
  paused: (() => void)[];
  /** Number of delayed actions in progress: later data must not overtake them. */
  delayedCount: number;
  /** The proxy drops all further data of both sides. */
  halfOpen: boolean;
}

/** A proxy that makes a server unavailable in several ways, and available again. */
export class TcpProxy {
  private mode: Mode = 'pass';
  private readonly connections = new Set<Connection>();
  private heldRequests: Buffer[] = [];
  private openCount = 0;
  private maxOpenCount = 0;

  private constructor(
    private readonly listener: Server,
    /** The server URL through this proxy. */
    readonly url: string,
    private port: number,
  ) {}

  static async start(serverUrl: string): Promise<TcpProxy> {
    const target = new URL(serverUrl);
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const proxyUrl = new URL(serverUrl);
    proxyUrl.port = String((listener.address() as AddressInfo).port);
    const proxy = new TcpProxy(listener, proxyUrl.toString(), Number(target.port));
    listener.on('connection', (client) => proxy.accept(client));
    return proxy;
  }

  set(mode: Mode): void {
    this.mode = mode;
    this.heldRequests = [];
    this.maxOpenCount = this.openCount;
    for (const { paused } of this.connections) if (mode !== 'hang') for (const act of paused.splice(0)) act();
    if (mode === 'refuse') this.resetConnections();
  }

  /** Forwards new connections to another server. */
  redirectTo(serverUrl: string): void {
    this.port = Number(new URL(serverUrl).port);
  }

  /** Resets all connections. New connections work as before. */
  resetConnections(): void {
    for (const { client, server } of this.connections) for (const socket of [client, server]) reset(socket);
  }

  /** Drops all further data of the open connections, like a restarted router. Both sides see them as open. New connections work. */
  makeHalfOpen(): void {
    for (const pair of this.connections) pair.halfOpen = true;
  }

  /** Data that clients sent, and that the proxy held back, since the last {@link set}. */
  get heldRequestText(): string {
    return Buffer.concat(this.heldRequests).toString('latin1');
  }

  /** Maximum number of concurrent connections since the last {@link set}. */
  get maxConnections(): number {
    return this.maxOpenCount;
  }

  async stop(): Promise<void> {
    this.set('refuse');
    this.resetConnections();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private accept(client: Socket): void {
    if (this.mode === 'refuse') {
      client.destroy();
      return;
    }
    const server = connect(this.port, '127.0.0.1');
    const pair: Connection = { client, server, paused: [], delayedCount: 0, halfOpen: false };
    this.connections.add(pair);
    this.openCount += 1;
    this.maxOpenCount = Math.max(this.maxOpenCount, this.openCount);
    client.on('close', () => (this.openCount -= 1));
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (data) => {
        if (this.mode === 'hang' && from === client) this.heldRequests.push(data);
        this.forward(pair, () => to.write(data));
      });
      from.on('error', () => undefined);
      from.on('close', () =>
        this.forward(pair, () => {
          this.connections.delete(pair);
          to.destroySoon();
        }),
      );
    }
  }

  private forward(pair: Connection, act: () => void): void {
    if (pair.halfOpen) return;
    if (this.mode === 'hang') pair.paused.push(act);
    else if (this.mode === 'slow' || pair.delayedCount > 0) this.forwardDelayed(pair, act);
    else act();
  }

  private forwardDelayed(pair: Connection, act: () => void): void {
    pair.delayedCount += 1;
    setTimeout(() => {
      pair.delayedCount -= 1;
      act();
    }, slowMs);
  }
}

/** Node cannot reset a socket that is shutting down: its handle never closes, and the process never exits. */
function reset(socket: Socket): void {
  if (socket.writableEnded) socket.destroy();
  else socket.resetAndDestroy();
}
