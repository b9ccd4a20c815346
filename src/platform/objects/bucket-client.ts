import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import { Agent, type Dispatcher } from 'undici';
import type { BucketSettings } from '../../config/env.js';
import { storageErrorOf, StorageError } from './storage-error.js';

const connectTimeoutMs = 3_000;
/** Maximum wait for the headers of a response, and for each part of its body. */
const requestTimeoutMs = 5_000;
const maxAttempts = 2;
const retryDelayMs = 100;
const maxConnections = 50;

export interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Key of the object. Empty for requests to the bucket itself. */
  key: string;
  query?: Record<string, string>;
  body?: Uint8Array;
  mediaType?: string;
}

/** Sends signed requests to one bucket, which is part of the path. Each request ends within seconds, also if the storage does not respond. */
export class BucketClient {
  private readonly agent = new Agent({
    connect: { timeout: connectTimeoutMs },
    headersTimeout: requestTimeoutMs,
    bodyTimeout: requestTimeoutMs,
    connections: maxConnections,
  });
  private readonly signingKeys = new Map<string, ArrayBuffer>();
  private clockOffsetMs = 0;

  constructor(private readonly settings: BucketSettings) {}

  /** Returns the body of the response. Retries requests that can succeed later. Throws {@link StorageError}, or the error of the connection. */
  async send(request: BucketRequest): Promise<Uint8Array<ArrayBuffer>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.sendOnce(request);
      } catch (error) {
        if (attempt === maxAttempts || (error instanceof StorageError && !error.canRetry)) throw error;
        await sleep(retryDelayMs);
      }
    }
  }

  async close(): Promise<void> {
    await this.agent.destroy();
  }

  private async sendOnce(request: BucketRequest): Promise<Uint8Array<ArrayBuffer>> {
    const { statusCode, headers, body } = await this.agent.request(await this.signed(request));
    const bytes = new Uint8Array(await body.arrayBuffer());
    if (statusCode >= 200 && statusCode < 300) return bytes;
    const error = storageErrorOf(statusCode, Buffer.from(bytes).toString());
    // The storage rejects signatures that are older than 15 minutes by its own clock.
    if (error.name === 'RequestTimeTooSkewed') this.clockOffsetMs = Date.parse(String(headers.date)) - Date.now() || 0;
    throw error;
  }

  private async signed({ method, key, query, body, mediaType }: BucketRequest): Promise<Dispatcher.RequestOptions> {
    const { accessKeyId, secretAccessKey, region } = this.settings;
    const signer = new AwsV4Signer({
      method,
      url: this.urlOf(key, query),
      // Without the digest of the body, the package would not sign the body.
      headers: {
        'x-amz-content-sha256': sha256Of(body),
        ...(mediaType !== undefined && { 'content-type': mediaType }),
      },
      service: 's3',
      region,
      accessKeyId,
      secretAccessKey,
      cache: this.signingKeys,
      datetime: new Date(Date.now() + this.clockOffsetMs).toISOString().replace(/[:-]|\.\d{3}/g, ''),
    });
    const { url, headers } = await signer.sign();
    return {
      origin: url.origin,
      path: url.pathname + url.search,
      method,
      headers: Object.fromEntries(headers),
      body: body ?? null,
    };
  }

  /** Throws if the parser of URLs would change the key, for example `a/../b`. */
  private urlOf(key: string, query: Record<string, string> = {}): string {
    const { endpoint, bucket } = this.settings;
    const path = [bucket, ...key.split('/')].map(encoded).join('/');
    const url = new URL(`${endpoint.replace(/\/+$/, '')}/${path}`);
    if (!url.pathname.endsWith(`/${path}`)) throw new Error('a path of an object must not have the segments . and ..');
    url.search = Object.entries(query)
      .map(([name, value]) => `${name}=${encoded(value)}`)
      .join('&');
    return url.href;
  }
}

/** Percent-encodes the characters that S3 encodes before it checks a signature. `encodeURIComponent` leaves some of them. */
function encoded(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256Of(body: Uint8Array | undefined): string {
  return createHash('sha256')
    .update(body ?? '')
    .digest('hex');
}
