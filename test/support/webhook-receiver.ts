import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';
import { until } from './wait-until.js';

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

/** How the receiver answers at a path: a status, headers, a body; or not at all. */
export type Mood = { status: number; headers?: Record<string, string>; body?: string } | 'hangs';

/** Somebody's server on 127.0.0.1, with as many endpoints as it is asked for, each by its path. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  readonly moods: Record<string, Mood> = {};
  private readonly hanging: ServerResponse[] = [];

  private constructor(private readonly server: Server) {
    server.on('request', (request, response: ServerResponse) => {
      void text(request).then((body) => {
        const path = request.url ?? '';
        this.received.push({ path, headers: request.headers, body });
        const mood = this.moods[path] ?? { status: 204 };
        if (mood === 'hangs') this.hanging.push(response);
        else response.writeHead(mood.status, mood.headers).end(mood.body);
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

  at(path: string): ReceivedWebhook[] {
    return this.received.filter((webhook) => webhook.path === path);
  }

  /** How many requests wait for an answer that does not come. */
  get open(): number {
    return this.hanging.filter((response) => !response.destroyed).length;
  }

  /** Resolves to what came to the path, once it is that much. */
  async waitFor(path: string, count = 1): Promise<ReceivedWebhook[]> {
    await until(
      `${count} webhooks at ${path}, where ${this.at(path).length} came`,
      () => this.at(path).length >= count,
    );
    return this.at(path);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }
}

/** The message, as the published library reads it; throws when the signature is not right. */
export function verified({ body, headers }: ReceivedWebhook, secret: string): Message {
  return new Webhook(secret).verify(body, headers as Record<string, string>) as Message;
}
