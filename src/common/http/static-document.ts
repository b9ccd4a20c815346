import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { Response } from 'express';
import { sha256 } from '../crypto.js';
import { encodingFor, sendUnchanged, setHeaders, type Encoding } from './content-encoding.js';

/** Quality 11 takes a second for the OpenAPI document and saves a tenth. */
const brotliOptions = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** They run in threads of Node, so that other requests do not wait. */
const encoders: Record<Encoding, (bytes: Buffer) => Promise<Buffer>> = {
  br: (bytes) => promisify(brotliCompress)(bytes, brotliOptions),
  gzip: promisify<Buffer, Buffer>(gzip),
  identity: (bytes) => Promise.resolve(bytes),
};

/** A public document that does not change while the process runs. It is compressed once for each encoding, when it is first requested. */
export class StaticDocument {
  readonly bytes: Buffer;
  readonly tag: string;
  private readonly encoded: Partial<Record<Encoding, Promise<Buffer>>> = {};

  constructor(
    readonly type: string,
    text: string,
  ) {
    this.bytes = Buffer.from(text);
    this.tag = sha256(this.bytes).toString('base64url');
  }

  in(encoding: Encoding): Promise<Buffer> {
    return (this.encoded[encoding] ??= encoders[encoding](this.bytes));
  }
}

/** Clients may store the document, and must revalidate it: it changes with each release. */
const cacheHeaders = { 'Cache-Control': 'no-cache' };

export async function sendDocument(response: Response, document: StaticDocument): Promise<void> {
  const encoding = encodingFor(response, ['br', 'gzip'], document.bytes.byteLength);
  if (sendUnchanged(response, document.tag, encoding, cacheHeaders)) return;
  const body = await document.in(encoding);
  setHeaders(response, { ...cacheHeaders, 'Content-Type': document.type, 'Content-Length': String(body.byteLength) });
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  response.end(body);
}
