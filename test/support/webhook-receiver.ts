import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { waitUntil } from './wait-until.js';

export interface ReceivedWebhook {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Message {
  type: string;
  timestamp: string;
  data: Record<string, unknown>;
}

/** Response of the receiver at a path, after `100 Continue` and `103 Early Hints` with `interim`; `hangs`: no response. */
export type ReceiverBehavior =
  | { status: number; headers?: Record<string, string>; body?: string; interim?: true }
  | 'hangs';

/** A customer's web server on 127.0.0.1. Each path is an endpoint. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  readonly behaviors: Record<string, ReceiverBehavior> = {};
  private readonly hanging: ServerResponse[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response: ServerResponse) => {
      void text(request).then((body) => {
        const path = request.url ?? '';
        this.received.push({ path, headers: request.headers, body });
        const behavior = this.behaviors[path] ?? { status: 204 };
        if (behavior === 'hangs') this.hanging.push(response);
        else {
          if (behavior.interim) {
            response.writeContinue();
            response.writeEarlyHints({ link: '</hooks>; rel=preload' });
          }
          response.writeHead(behavior.status, behavior.headers).end(behavior.body);
        }
      });
    });
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    return new WebhookReceiver(server);
  }

  url(path: string): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}${path}`;
  }

  receivedAt(path: string): ReceivedWebhook[] {
    return this.received.filter((webhook) => webhook.path === path);
  }

  /** Number of open requests that will get no response. */
  get openRequestCount(): number {
    return this.hanging.filter((response) => !response.destroyed).length;
  }

  /** Waits until the path has received `count` webhooks, and returns them. */
  async waitFor(path: string, count = 1): Promise<ReceivedWebhook[]> {
    await waitUntil(
      `${count} webhooks at ${path}, received ${this.receivedAt(path).length}`,
      () => this.receivedAt(path).length >= count,
    );
    return this.receivedAt(path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** Verifies and parses the message with the published library. Throws if the signature is invalid. */
export function verifyWebhook({ body, headers }: ReceivedWebhook, secret: string): Message {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as Message;
}
