import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/**
 * `pass`: as if it were not there. `refuse`: as if the server were stopped. `hang`: as if it were paused, or the network cut. `slow`: as if
 * it were far away.
 */
export type Mode = 'pass' | 'refuse' | 'hang' | 'slow';

const slowMs = 40;

interface Pair {
  client: Socket;
  server: Socket;
  /** What happened while it hung, and reaches the other side when it does not any more: also what its client has given up. */
  held: (() => void)[];
  /** How much is on its way, slowly: what comes later must not overtake it. */
  late: number;
  /** Neither side hears anything of the other ever again. */
  halfOpen: boolean;
}

/** Stands before a server and takes it away, in several ways, and gives it back. */
export class TcpProxy {
  private mode: Mode = 'pass';
  private readonly pairs = new Set<Pair>();
  private asked: Buffer[] = [];
  private open = 0;
  private most = 0;

  private constructor(
    private readonly listener: Server,
    /** The server's URL, by way of this proxy. */
    readonly url: string,
    private port: number,
  ) {}

  static async start(serverUrl: string): Promise<TcpProxy> {
    const target = new URL(serverUrl);
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const through = new URL(serverUrl);
    through.port = String((listener.address() as AddressInfo).port);
    const proxy = new TcpProxy(listener, through.toString(), Number(target.port));
    listener.on('connection', (client) => proxy.join(client));
    return proxy;
  }

  set(mode: Mode): void {
    this.mode = mode;
    this.asked = [];
    this.most = this.open;
    for (const { held } of this.pairs) if (mode !== 'hang') for (const act of held.splice(0)) act();
    if (mode === 'refuse') this.cut();
  }

  /** The server was started anew somewhere else. */
  leadTo(serverUrl: string): void {
    this.port = Number(new URL(serverUrl).port);
  }

  /** Resets every connection; new ones are let through as before. */
  cut(): void {
    for (const { client, server } of this.pairs) {
      client.resetAndDestroy();
      server.resetAndDestroy();
    }
  }

  /** Forgets every connection, as a router does that was restarted: both sides go on to believe in it. New ones are let through. */
  forget(): void {
    for (const pair of this.pairs) pair.halfOpen = true;
  }

  /** All that clients have sent since the last {@link set} and that was held back. */
  get askedInVain(): string {
    return Buffer.concat(this.asked).toString('latin1');
  }

  /** How many connections were open at once since the last {@link set}. */
  get mostConnections(): number {
    return this.most;
  }

  async stop(): Promise<void> {
    this.set('refuse');
    this.cut();
    this.listener.close();
    await once(this.listener, 'close');
  }

  private join(client: Socket): void {
    if (this.mode === 'refuse') {
      client.destroy();
      return;
    }
    const server = connect(this.port, '127.0.0.1');
    const pair: Pair = { client, server, held: [], late: 0, halfOpen: false };
    this.pairs.add(pair);
    this.open += 1;
    this.most = Math.max(this.most, this.open);
    client.on('close', () => (this.open -= 1));
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (data) => {
        if (this.mode === 'hang' && from === client) this.asked.push(data);
        this.whenItPasses(pair, () => to.write(data));
      });
      from.on('error', () => undefined);
      from.on('close', () =>
        this.whenItPasses(pair, () => {
          this.pairs.delete(pair);
          to.destroySoon();
        }),
      );
    }
  }

  private whenItPasses(pair: Pair, act: () => void): void {
    if (pair.halfOpen) return;
    if (this.mode === 'hang') pair.held.push(act);
    else if (this.mode === 'slow' || pair.late > 0) this.later(pair, act);
    else act();
  }

  private later(pair: Pair, act: () => void): void {
    pair.late += 1;
    setTimeout(() => {
      pair.late -= 1;
      act();
    }, slowMs);
  }
}
