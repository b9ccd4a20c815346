import { DomUtils, parseDocument } from 'htmlparser2';
import { AppError } from '../../common/errors/app-error.js';
import { createHash } from 'node:crypto';
import http from 'node:http';
import https from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import { AwsV4Signer } from 'aws4fetch';
import type { BucketSettings } from '../../config/env.js';
import { databaseTime } from '../database/database-time.js';
import type { Database } from '../database/databases.service.js';
import { isSuccess, readBody, sendRequest } from '../outbound/send-request.js';

type Xml = ReturnType<typeof parseDocument>;
type XmlNode = Xml | Xml['children'][number];

const parsedXml = (text: string): XmlNode => parseDocument(text, { xmlMode: true });

/** Returns the text of the first element with this name, or undefined if there is none. */
function childText(within: XmlNode, name: string): string | undefined {
  const [first] = DomUtils.getElementsByTagName(name, [within], true, 1);
  return first && DomUtils.textContent(first);
}

/** Codes of responses below 500 that another attempt can avoid. */
const transientCodes = new Set(['RequestTimeTooSkewed', 'RequestTimeout', 'SlowDown']);
const maxMessageLength = 300;

/** An error response of the storage. Its name is the S3 error code, for example `NoSuchKey`. It never contains the signature of the request. */
class StorageError extends Error {
  constructor(
    readonly statusCode: number,
    code: string,
    message: string,
  ) {
    super(`the storage responded with ${statusCode} ${code}: ${message}`);
    this.name = code;
  }

  get canRetry(): boolean {
    return this.statusCode >= 500 || this.statusCode === 429 || transientCodes.has(this.name);
  }
}

/** Reads the code and the message only, because other elements of the body contain the access key and the signature. */
function storageErrorOf(statusCode: number, body: string): StorageError {
  const xml = parsedXml(body);
  const code = childText(xml, 'Code') ?? 'UnknownError';
  return new StorageError(statusCode, code, (childText(xml, 'Message') ?? 'no message').slice(0, maxMessageLength));
}

/** A missing object is a bug of this service. All other errors mean that the storage is unavailable. */
export function throwUnavailable(error: unknown): never {
  if (error instanceof Error && error.name === 'NoSuchKey') throw error;
  throw new AppError('service_unavailable', {}, { cause: error });
}

/** Maximum wait for a connection, for the headers of a response, and for each part of its body. */
const idleTimeoutMs = 5_000;
const maxAttempts = 2;
const retryDelayMs = 100;
const agentOptions = { keepAlive: true, maxSockets: 50, timeout: 4_000 };

interface BucketRequest {
  method: 'GET' | 'PUT' | 'DELETE';
  /** Key of the object. Empty for requests to the bucket itself. */
  key: string;
  query?: Record<string, string>;
  body?: Uint8Array;
  mediaType?: string;
}

interface StoredObject {
  key: string;
  lastModified: Date;
}

/**
 * One bucket of S3-compatible storage, which is part of the path of each request. Each call ends within seconds, also if the storage does not
 * respond.
 */
export class ObjectStorage {
  private readonly agents = { http: new http.Agent(agentOptions), https: new https.Agent(agentOptions) };
  private readonly signingKeys = new Map<string, ArrayBuffer>();
  private clockOffsetMs = 0;

  constructor(private readonly settings: BucketSettings) {}

  async put(key: string, bytes: Uint8Array, mediaType: string): Promise<void> {
    await this.send({ method: 'PUT', key, body: bytes, mediaType });
  }

  /** Throws an error with the name `NoSuchKey` if the object does not exist. */
  get(key: string): Promise<Uint8Array<ArrayBuffer>> {
    return this.send({ method: 'GET', key });
  }

  /** Has no effect if the object does not exist. */
  async remove(key: string): Promise<void> {
    await this.send({ method: 'DELETE', key });
  }

  /** All objects with this key prefix, in pages of at most 1,000. */
  async *list(prefix: string): AsyncGenerator<StoredObject[]> {
    let next: string | undefined;
    do {
      const query = { 'list-type': '2', prefix, ...(next !== undefined && { 'continuation-token': next }) };
      const body = await this.send({ method: 'GET', key: '', query });
      const page = parsedXml(Buffer.from(body).toString());
      yield DomUtils.getElementsByTagName('Contents', [page], true).flatMap((object) => {
        const [key, lastModified] = [childText(object, 'Key'), childText(object, 'LastModified')];
        return key !== undefined && lastModified !== undefined ? [{ key, lastModified: new Date(lastModified) }] : [];
      });
      next = childText(page, 'NextContinuationToken');
    } while (next !== undefined);
  }

  close(): void {
    for (const agent of Object.values(this.agents)) agent.destroy();
  }

  /** Returns the body of the response. Retries requests that can succeed later. Throws {@link StorageError}, or the error of the connection. */
  private async send(request: BucketRequest): Promise<Uint8Array<ArrayBuffer>> {
    for (let attempt = 1; ; attempt += 1) {
      try {
        return await this.sendOnce(request);
      } catch (error) {
        if (attempt === maxAttempts || (error instanceof StorageError && !error.canRetry)) throw error;
        await sleep(retryDelayMs);
      }
    }
  }

  private async sendOnce(request: BucketRequest): Promise<Uint8Array<ArrayBuffer>> {
    const { url, headers } = await this.signed(request);
    const { method, body } = request;
    const response = await sendRequest(url, {
      method,
      headers,
      ...(body && { body }),
      agents: this.agents,
      idleTimeoutMs,
    });
    const bytes = (await readBody(response)) ?? Buffer.alloc(0);
    if (isSuccess(response)) return bytes;
    const error = storageErrorOf(response.statusCode ?? 0, bytes.toString());
    // The storage rejects signatures that are older than 15 minutes by its own clock.
    if (error.name === 'RequestTimeTooSkewed')
      this.clockOffsetMs = Date.parse(String(response.headers.date)) - Date.now() || 0;
    throw error;
  }

  private async signed({ method, key, query, body, mediaType }: BucketRequest) {
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
    return { url: url.href, headers: Object.fromEntries(headers) };
  }

  /** Throws if the parser of URLs would change the key, for example `a/../b`. */
  private urlOf(key: string, query: Record<string, string> = {}): string {
    const { endpoint, bucket } = this.settings;
    const path = [bucket, ...key.split('/')].map(encoded).join('/');
    const url = new URL(`${endpoint.replace(/(?<!\/)\/+$/, '')}/${path}`);
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

/** A process that saved an object writes its row within seconds, or never. */
export const orphanAgeMs = 3_600_000;
const maxConcurrentRemovals = 10;

/**
 * Deletes the old objects of a folder that no row refers to. The age of an object is by the clock of the bucket, which can be wrong.
 *
 * @param orphansOf selects the keys without a row
 */
export async function removeOrphans(
  storage: ObjectStorage,
  database: Database,
  folder: string,
  orphansOf: (keys: string[]) => Promise<string[]>,
): Promise<void> {
  const before = (await databaseTime(database)).getTime() - orphanAgeMs;
  for await (const objects of storage.list(folder)) {
    const old = objects.filter(({ lastModified }) => lastModified.getTime() < before);
    const orphans = await orphansOf(old.map(({ key }) => key));
    for (let from = 0; from < orphans.length; from += maxConcurrentRemovals) {
      await Promise.all(orphans.slice(from, from + maxConcurrentRemovals).map((key) => storage.remove(key)));
    }
  }
}
