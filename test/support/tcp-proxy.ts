import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';

/** `pass`: as if it were not there. `refuse`: as if the server were stopped. `hang`: as if it were paused, or the network cut. */
export type Mode = 'pass' | 'refuse' | 'hang';

/** Stands before a server and takes it away, in several ways, and gives it back. */
export class TcpProxy {
  private mode: Mode = 'pass';
  private readonly pairs = new Set<{ client: Socket; server: Socket }>();

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
    for (const { client, server } of this.pairs) {
      if (mode === 'refuse') client.destroy();
      else for (const socket of [client, server]) socket[mode === 'hang' ? 'pause' : 'resume']();
    }
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
    const pair = { client, server };
    this.pairs.add(pair);
    for (const [from, to] of [
      [client, server],
      [server, client],
    ] as const) {
      from.on('data', (data) => to.write(data));
      from.on('error', () => to.destroy());
      from.on('close', () => {
        this.pairs.delete(pair);
        to.destroy();
      });
      if (this.mode === 'hang') from.pause();
    }
  }
}
