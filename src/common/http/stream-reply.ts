import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import type { Response } from 'express';
import Negotiator from 'negotiator';

/** A whole body, or one that is made piece by piece while it is sent. */
export type StreamContent = Uint8Array | AsyncIterable<string | Uint8Array>;

export interface StreamBody {
  content: StreamContent;
  headers?: Record<string, string>;
}

/**
 * An answer that need not fit into memory, and that a client may keep: it is asked for again with `If-None-Match`, and made only where it
 * has changed.
 */
export class StreamReply {
  constructor(
    readonly head: {
      type: string;
      /** The same for the same bytes, before they are compressed. */
      tag: string;
      compressible: boolean;
      headers?: Record<string, string>;
    },
    /** Makes the body; what it throws is still told as an error. */
    readonly open: () => Promise<StreamBody>,
  ) {}
}

export async function sendStream(response: Response, { head, open }: StreamReply): Promise<void> {
  const encoding = head.compressible ? encodingFor(response) : 'identity';
  response.setHeader('ETag', `"${head.tag}${encoding === 'gzip' ? '-gzip' : ''}"`);
  if (response.req.fresh) {
    setHeaders(response, cacheHeaders);
    response.statusCode = 304;
    response.end();
    return;
  }
  const { content, headers } = await open().catch((error: unknown) => {
    // An error is not the thing that was tagged.
    response.removeHeader('ETag');
    throw error;
  });
  setHeaders(response, { ...cacheHeaders, 'Content-Type': head.type, ...head.headers, ...headers });
  if (encoding === 'gzip') response.setHeader('Content-Encoding', 'gzip');
  else if (content instanceof Uint8Array) response.setHeader('Content-Length', content.byteLength);
  if (response.req.method === 'HEAD') response.end();
  else await send(response, content, encoding);
}

/** One caller's, to be asked about each time; one address has it in several types and encodings. */
const cacheHeaders = { 'Cache-Control': 'private, no-cache', Vary: 'Accept, Accept-Encoding' };

type Encoding = 'gzip' | 'identity';

function encodingFor({ req }: Response): Encoding {
  const [preferred] = new Negotiator(req).encodings(['gzip', 'identity']);
  return preferred === 'gzip' ? 'gzip' : 'identity';
}

function setHeaders(response: Response, headers: Record<string, string>): void {
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
}

/** The pipeline waits for a slow reader, and cuts the connection where the body breaks off, so that a part is not taken for the whole. */
async function send(response: Response, content: StreamContent, encoding: Encoding): Promise<void> {
  const source = content instanceof Uint8Array ? Readable.from([content]) : content;
  try {
    await (encoding === 'gzip' ? pipeline(source, createGzip(), response) : pipeline(source, response));
  } catch (error) {
    // A reader who went away is no error of ours.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}
