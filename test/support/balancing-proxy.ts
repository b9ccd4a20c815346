import { once } from 'node:events';
import { createServer, request, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A load balancer: sends each request to the next API process, on a connection of its own. */
export class BalancingProxy {
  private readonly backends = new Set<string>();
  private sent = 0;

  private constructor(
    private readonly server: Server,
    readonly url: string,
  ) {}

  static async start(): Promise<BalancingProxy> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    const proxy = new BalancingProxy(server, `http://127.0.0.1:${(server.address() as AddressInfo).port}`);
    server.on('request', (incoming, response) => proxy.forward(incoming, response));
    return proxy;
  }

  add(url: string): void {
    this.backends.add(url);
  }

  /** Sends no new requests to a process. Its open requests continue. */
  remove(url: string): void {
    this.backends.delete(url);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private forward(incoming: IncomingMessage, response: ServerResponse): void {
    const urls = [...this.backends];
    const target = new URL(incoming.url ?? '/', urls[this.sent++ % urls.length]);
    const { method, headers } = incoming;
    const outgoing = request(target, { method, headers: { ...headers, connection: 'close' } }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, { ...answer.headers, connection: 'keep-alive' });
      answer.pipe(response);
      answer.once('error', () => response.destroy());
    });
    outgoing.once('error', () => response.destroy());
    incoming.pipe(outgoing);
  }
}
