import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** `pass`: as if it were not there. `refuse`: as if the server were stopped. `hang`: as if it were paused, or the network cut. */
export type Mode = 'pass' | 'refuse' | 'hang';

interface Pair {
  client: Socket;
  server: Socket;
  /** What happened while it hung, and reaches the other side when it does not any more: also what its client has given up. */
  held: (() => void)[];
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
  ) {}

  static async start(serverUrl: string): Promise<TcpProxy> {
    const target = new URL(serverUrl);
    const listener = createServer();
    listener.listen(0, '127.0.0.1');
    await once(listener, 'listening');
    const through = new URL(serverUrl);
    through.port = String((listener.address() as AddressInfo).port);
    const proxy = new TcpProxy(listener, through.toString());
    listener.on('connection', (client) => proxy.join(client, Number(target.port)));
    return proxy;
  }

  set(mode: Mode): void {
    this.mode = mode;
    this.asked = [];
    this.most = this.open;
    for (const { client, server, held } of this.pairs) {
      if (mode === 'pass') for (const act of held.splice(0)) act();
      if (mode !== 'refuse') continue;
      client.destroy();
      server.destroy();
    }
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
    this.listener.close();
    await once(this.listener, 'close');
  }

  private join(client: Socket, port: number): void {
    if (this.mode === 'refuse') {
      client.destroy();
      return;
    }
    const server = connect(port, '127.0.0.1');
    const pair: Pair = { client, server, held: [] };
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

  private whenItPasses({ held }: Pair, act: () => void): void {
    if (this.mode === 'hang') held.push(act);
    else act();
  }
}
