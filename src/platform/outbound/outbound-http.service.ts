import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent } from 'undici';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { publicConnector } from './public-connector.js';

const connectTimeoutMs = 10_000;
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
  private readonly agent: Agent;

  constructor(@Inject(SETTINGS) { allowPrivateWebhooks }: Settings) {
    this.agent = new Agent({
      connect: allowPrivateWebhooks ? { timeout: connectTimeoutMs } : publicConnector(connectTimeoutMs),
      // The abort signal of each request limits its total time.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Rejects if no response starts before the signal aborts. A body that is late is cut off. */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string | Uint8Array,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const { origin, pathname, search } = new URL(url);
    const response = await this.agent.request({
      origin,
      path: pathname + search,
      method: 'POST',
      headers,
      body,
      signal,
    });
    const retryAfter = response.headers['retry-after'];
    return {
      statusCode: response.statusCode,
      retryAfter: Array.isArray(retryAfter) ? retryAfter[0] : retryAfter,
      body: await beginningOf(response.body),
    };
  }

  async onApplicationShutdown(): Promise<void> {
    await this.agent.destroy();
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
