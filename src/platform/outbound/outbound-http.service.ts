import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import http from 'node:http';
import https from 'node:https';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { publicAgents } from './public-agents.js';
import { sendRequest, type Agents } from './send-request.js';

/** Shorter than common servers keep idle connections. */
const idleConnectionMs = 4_000;
/** The first bytes of a response are stored; reading stops after `maxReadBytes`. */
const maxRetainedBytes = 1_024;
const maxReadBytes = 65_536;

export interface OutboundResponse {
  statusCode: number;
  /** The `Retry-After` header. */
  retryAfter: string | undefined;
  /** The first KiB of the body. */
  body: string;
}

/**
 * Sends POST requests to URLs that customers chose. Only public addresses are allowed, unless a development setting allows others.
 * Redirects are not followed. Connections are reused per origin, and requests never wait for a free connection.
 */
@Injectable()
export class OutboundHttp implements OnApplicationShutdown {
  private readonly agents: Agents;

  constructor(@Inject(SETTINGS) { allowPrivateWebhooks }: Settings) {
    // The abort signal of each request limits its total time.
    const options = { keepAlive: true, timeout: idleConnectionMs };
    this.agents = allowPrivateWebhooks
      ? { http: new http.Agent(options), https: new https.Agent(options) }
      : publicAgents(options);
  }

  /** Rejects if no response starts before the signal aborts. A body that is late is cut off. */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string | Uint8Array,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const response = await sendRequest(url, { method: 'POST', headers, body, signal, agents: this.agents });
    return {
      statusCode: response.statusCode ?? 0,
      retryAfter: response.headers['retry-after'],
      body: await beginningOf(response),
    };
  }

  onApplicationShutdown(): void {
    this.agents.http.destroy();
    this.agents.https.destroy();
  }
}

async function beginningOf(body: AsyncIterable<Buffer>): Promise<string> {
  const chunks: Buffer[] = [];
  let size = 0;
  try {
    for await (const chunk of body) {
      if (size < maxRetainedBytes) chunks.push(chunk);
      size += chunk.length;
      if (size > maxReadBytes) break;
    }
  } catch {
    // The status is known, so that an incomplete body does not matter.
  }
  return Buffer.concat(chunks).subarray(0, maxRetainedBytes).toString();
}
