import { AsyncResource } from 'node:async_hooks';
import { finished, Readable, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Response } from 'express';
import { gzipOptions } from '../compression.js';
import { encodingFor, sendUnchanged, setHeaders, type Encoding } from './content-encoding.js';

/** A complete body, or one that is generated in chunks while it is sent. A chunk can use the memory of the one before, which is sent. */
export type StreamContent = Uint8Array | AsyncIterable<string | Uint8Array>;

export interface StreamBody {
  content: StreamContent;
  headers?: Record<string, string>;
}

/**
 * A response that need not fit into memory and that clients can cache. Clients send `If-None-Match`, and the body is generated
 * only if it has changed.
 */
export class StreamReply {
  /** Creates the body. If it throws, the client gets an error response. */
  readonly open: () => Promise<StreamBody>;

  /** @param open is called in the context of the request, with its processor budget */
  constructor(
    readonly head: {
      type: string;
      /** The ETag: equal for equal uncompressed bytes. */
      tag: string;
      compressible: boolean;
      headers?: Record<string, string>;
    },
    open: () => Promise<StreamBody>,
    /** Called when the response has ended, also if it is an error or its client disconnected. */
    readonly onEnd: () => void = () => undefined,
  ) {
    this.open = AsyncResource.bind(open);
  }
}

export async function sendStream(response: Response, reply: StreamReply): Promise<void> {
  try {
    await sendReply(response, reply);
  } finally {
    reply.onEnd();
  }
}

async function sendReply(response: Response, { head, open }: StreamReply): Promise<void> {
  const encoding = head.compressible ? encodingFor(response, ['gzip']) : 'identity';
  if (sendUnchanged(response, head.tag, encoding, cacheHeaders)) return;
  const { content, headers } = await open().catch((error: unknown) => {
    // The ETag does not apply to an error.
    response.removeHeader('ETag');
    throw error;
  });
  setHeaders(response, { ...cacheHeaders, 'Content-Type': head.type, ...head.headers, ...headers });
  if (encoding === 'gzip') response.setHeader('Content-Encoding', 'gzip');
  else if (content instanceof Uint8Array) response.setHeader('Content-Length', content.byteLength);
  if (response.req.method === 'HEAD') response.end();
  else await send(response, content, encoding);
}

/** Only the caller may cache the response, and must revalidate it. One URL has several types and encodings. */
const cacheHeaders = { 'Cache-Control': 'private, no-cache', Vary: 'Accept, Accept-Encoding' };

/** The pipeline waits for slow readers. If the body fails, it closes the connection, so that a part is not mistaken for the whole. */
async function send(response: Response, content: StreamContent, encoding: Encoding): Promise<void> {
  const source = content instanceof Uint8Array ? Readable.from([content]) : content;
  try {
    await (encoding === 'gzip'
      ? pipeline(source, createGzip({ ...gzipOptions, ...oneChunk }), response)
      : pipeline(source, sentChunks(response)));
  } catch (error) {
    // The client disconnected.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

/** The pipeline requests the next chunk when the stream is finished with the last one. */
const oneChunk = { writableHighWaterMark: 1 };

/** Unlike the response itself, this stream is finished with a chunk when the network has it. */
function sentChunks(response: Response): Writable {
  const sent = new Writable({
    highWaterMark: 1,
    // If the client disconnects, both callbacks can get other errors than `finished`, before it.
    write: (chunk: Uint8Array, _, onSent) => void response.write(chunk, () => onSent()),
    final: (onEnd) => void response.end(() => onEnd()),
    destroy: (error, onDestroyed) => {
      if (!response.writableFinished) response.destroy();
      onDestroyed(error);
    },
  });
  finished(response, (error) => void (error && sent.destroy(error)));
  return sent;
}
