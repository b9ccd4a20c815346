import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import escapeHtml from 'escape-html';
import type { BucketSettings } from '../../src/config/env.js';
import { hasValidSignature } from './s3-signature.js';

const bucket = 'results';
const credentials = { accessKeyId: 'TESTS', secretAccessKey: 'TESTS' };
/** Maximum number of objects in a page of a list, as in S3. */
const maxKeys = 1_000;
const maxSkewMs = 15 * 60_000;
/** The clock of the server: tests can change `Date`. */
const clock = () => new Date(performance.timeOrigin + performance.now());

interface StoredObject {
  bytes: Buffer;
  mediaType: string;
  lastModified: Date;
}

interface Reply {
  status: number;
  body?: string | Buffer;
  mediaType?: string;
}

/** `20260102T030405Z` in milliseconds since the epoch. */
const signedAt = (date: string) => Date.parse(date.replace(/^(\d{4})(\d\d)(\d\dT\d\d)(\d\d)/, '$1-$2-$3:$4:'));

const errorReply = (status: number, code: string): Reply => ({
  status,
  body: `<?xml version="1.0" encoding="UTF-8"?><Error><Code>${code}</Code><Message>${code}</Message></Error>`,
  mediaType: 'application/xml',
});

/**
 * A server of one bucket in memory, with the part of the protocol of S3 that the service uses: PUT, GET and DELETE of an object, and lists.
 * It checks signatures and the digests of bodies: https://docs.aws.amazon.com/AmazonS3/latest/API/API_Operations.html
 */
export class ObjectServer {
  private readonly objects = new Map<string, StoredObject>();

  private constructor(
    private readonly server: Server,
    readonly settings: BucketSettings,
  ) {}

  /** @param afterPut called when an object has been stored; if it returns true, the server never responds */
  static async start(afterPut: (path: string) => boolean = () => false): Promise<ObjectServer> {
    const server = createServer().listen(0, '127.0.0.1');
    await once(server, 'listening');
    const endpoint = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const objects = new ObjectServer(server, { endpoint, bucket, region: 'us-east-1', ...credentials });
    server.on('request', (request: IncomingMessage, response: ServerResponse) => {
      // A client that closes its connection within a body has stored nothing.
      void buffer(request).then(
        (body) => {
          const { status, body: text, mediaType } = objects.replyTo(request, body);
          if (request.method === 'PUT' && status === 200 && afterPut(request.url ?? '')) return;
          response.writeHead(status, { ...(mediaType !== undefined && { 'content-type': mediaType }) }).end(text);
        },
        () => response.destroy(),
      );
    });
    return objects;
  }

  /** Environment of a process that uses this server through `endpoint`. */
  environment(endpoint = this.settings.endpoint): Record<string, string> {
    return {
      SVC_RESULTS_S3_ENDPOINT: endpoint,
      SVC_RESULTS_S3_BUCKET: bucket,
      SVC_RESULTS_S3_KEY: this.settings.accessKeyId,
      SVC_RESULTS_S3_SECRET: this.settings.secretAccessKey,
    };
  }

  /** Makes all stored objects older. */
  age(byMs: number): void {
    for (const object of this.objects.values()) object.lastModified = new Date(object.lastModified.getTime() - byMs);
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    this.server.close();
    await once(this.server, 'close');
  }

  private replyTo({ method = '', url = '', headers }: IncomingMessage, body: Buffer): Reply {
    if (!hasValidSignature({ method, url, headers }, credentials.secretAccessKey))
      return errorReply(403, 'SignatureDoesNotMatch');
    if (Math.abs(signedAt(String(headers['x-amz-date'])) - clock().getTime()) > maxSkewMs)
      return errorReply(403, 'RequestTimeTooSkewed');
    if (createHash('sha256').update(body).digest('hex') !== headers['x-amz-content-sha256'])
      return errorReply(400, 'XAmzContentSHA256Mismatch');
    const [path = '', query] = url.split(/\?(.*)/s);
    const [, name, key] = /^\/([^/]+)\/?(.*)$/s.exec(path)?.map(decodeURIComponent) ?? [];
    if (name !== bucket || key === undefined) return errorReply(404, 'NoSuchBucket');
    if (key === '' && method === 'GET') return this.list(new URLSearchParams(query));
    const stored = this.objects.get(key);
    if (method === 'PUT' && key !== '') {
      this.objects.set(key, { bytes: body, mediaType: headers['content-type'] ?? '', lastModified: clock() });
      return { status: 200 };
    }
    if (method === 'DELETE' && key !== '') {
      this.objects.delete(key);
      return { status: 204 };
    }
    if (method !== 'GET') return errorReply(405, 'MethodNotAllowed');
    return stored ? { status: 200, body: stored.bytes, mediaType: stored.mediaType } : errorReply(404, 'NoSuchKey');
  }

  private list(query: URLSearchParams): Reply {
    if (query.get('list-type') !== '2') return errorReply(400, 'InvalidArgument');
    const after = Buffer.from(query.get('continuation-token') ?? '', 'base64url').toString();
    const found = [...this.objects]
      .filter(([key]) => key.startsWith(query.get('prefix') ?? '') && key > after)
      .sort(([a], [b]) => (a < b ? -1 : 1));
    const contents = found
      .slice(0, maxKeys)
      .map(
        ([key, { lastModified, bytes }]) =>
          `<Contents><Key>${escapeHtml(key)}</Key><LastModified>${lastModified.toISOString()}</LastModified>` +
          `<Size>${bytes.length}</Size></Contents>`,
      );
    const last = found[maxKeys - 1]?.[0];
    const next =
      last === undefined || found.length === maxKeys
        ? ''
        : `<NextContinuationToken>${Buffer.from(last).toString('base64url')}</NextContinuationToken>`;
    const body = `<?xml version="1.0" encoding="UTF-8"?><ListBucketResult>${contents.join('')}${next}</ListBucketResult>`;
    return { status: 200, body, mediaType: 'application/xml' };
  }
}
