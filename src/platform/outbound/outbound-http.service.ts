import { Inject, Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { Agent } from 'undici';
import type { Settings } from '../../config/settings.js';
import { SETTINGS } from '../environment/settings.module.js';
import { publicConnector } from './public-connector.js';

const connectTimeoutMs = 10_000;
/** What of an answer is kept; of more than the second, the rest is not even read. */
const maxRetainedBytes = 1_024;
const maxReadBytes = 65_536;

export interface OutboundResponse {
  statusCode: number;
  /** Of the answer, as it came. */
  retryAfter: string | undefined;
  /** The first KiB of the body. */
  body: string;
}

/**
 * POSTs to addresses that strangers chose: public ones only, unless a developer's settings say otherwise. Redirects are answers like
 * any other. Connections are kept and used again, each origin's by themselves; nothing waits in line for one.
 */
@Injectable()
export class OutboundHttp implements OnApplicationShutdown {
  private readonly agent: Agent;

  constructor(@Inject(SETTINGS) { allowPrivateWebhooks }: Settings) {
    this.agent = new Agent({
      connect: allowPrivateWebhooks ? { timeout: connectTimeoutMs } : publicConnector(connectTimeoutMs),
      // The signal of a request bounds all of it.
      headersTimeout: 0,
      bodyTimeout: 0,
    });
  }

  /** Rejects when no answer has begun before the signal; what of the body comes too late is left out. */
  async post(
    url: string,
    headers: Record<string, string>,
    body: string | Uint8Array,
    signal: AbortSignal,
  ): Promise<OutboundResponse> {
    const { origin, pathname, search } = new URL(url);
    const response = await this.agent.request({
      ...{ origin, path: pathname + search, method: 'POST', headers, body, signal },
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
    // The status has been told; a body that breaks off changes nothing.
  }
  return Buffer.concat(chunks).subarray(0, maxRetainedBytes).toString();
}
