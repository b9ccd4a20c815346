import type { Request, Response } from 'express';
import Negotiator from 'negotiator';
import { turnFor } from '../event-loop-turns.js';
import { compressInThread, compressText } from '../compression.js';

export type Encoding = 'br' | 'gzip' | 'identity';

/** Smaller bodies fit into one network packet, so that compression would save no time. */
export const minCompressedBytes = 1_024;

/**
 * Returns the encoding of a body (RFC 9110, 12.5.3). Among encodings that the client accepts equally, the first of `offered` is used. A
 * client that rejects every encoding gets `identity`: a body that it can probably read is more useful than error 406.
 * @param bytes the size of the body, if it is known
 */
export function encodingFor(
  response: Response,
  offered: readonly Exclude<Encoding, 'identity'>[],
  bytes = Infinity,
): Encoding {
  // A response that starts or extends a session has a secret.
  if (response.hasHeader('Set-Cookie')) return 'identity';
  const negotiator = new Negotiator(response.req);
  const isSmall = bytes < minCompressedBytes;
  if (isSmall && negotiator.encodings(['identity']).length > 0) return 'identity';
  response.vary('Accept-Encoding');
  // Each one is compared with `identity`, because the order of equal encodings in the header has no meaning.
  return offered.find((encoding) => negotiator.encoding([encoding, 'identity']) === encoding) ?? 'identity';
}

export interface Body {
  type: string;
  text: string;
  /**
   * Whether the text contains a key, secret or token. It is then not compressed: the size of a compressed body reveals how much of a secret
   * an attacker has guessed, if the attacker can choose another part of the body (BREACH, 2013).
   */
  hasSecret?: boolean | undefined;
}

/** Larger bodies are compressed in threads of Node, and one of them is sent in each turn of the event loop. */
const maxCharactersAtOnce = 32 * 1024;

export function sendBody(response: Response, body: Body): void | Promise<void> {
  const { text } = body;
  if (text.length <= maxCharactersAtOnce) {
    const encoding = prepare(response, body);
    return end(response, encoding === 'identity' ? text : compressText(text));
  }
  return sendLater(response, body);
}

async function sendLater(response: Response, body: Body): Promise<void> {
  const { text } = body;
  await turnFor(text.length);
  // Another handler can have responded while this one waited. The error filter awaits nothing, so that an error would end the process.
  if (response.headersSent) return;
  const sent = prepare(response, body) === 'identity' ? Buffer.from(text) : await compressInThread(text);
  if (!response.headersSent) end(response, sent);
}

/** Sets the headers but the length, and returns the encoding. */
function prepare(response: Response, { type, text, hasSecret = false }: Body): Encoding {
  const encoding = hasSecret ? 'identity' : encodingFor(response, ['gzip'], Buffer.byteLength(text));
  response.setHeader('Content-Type', type);
  if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
  return encoding;
}

function end(response: Response, sent: string | Buffer): void {
  response.setHeader('Content-Length', Buffer.byteLength(sent));
  response.end(sent);
}

/** Sets the ETag, which differs for each encoding. If the client has this body already, responds 304 and returns true. */
export function sendUnchanged(response: Response, tag: string, encoding: Encoding, headers: Record<string, string>) {
  const etag = `"${tag}${encoding === 'identity' ? '' : `-${encoding}`}"`;
  response.setHeader('ETag', etag);
  if (!hasBody(response.req, etag)) return false;
  setHeaders(response, headers);
  response.statusCode = 304;
  response.end();
  return true;
}

/**
 * `If-None-Match` lists the ETags that the client has (RFC 9110, 13.1.2). Express would ignore it in requests of `fetch`, which adds
 * `Cache-Control: no-cache`.
 */
function hasBody({ method, headers: { 'if-none-match': listed } }: Request, etag: string): boolean {
  if (listed === undefined || (method !== 'GET' && method !== 'HEAD')) return false;
  return listed.split(',').some((known) => ['*', etag, `W/${etag}`].includes(known.trim()));
}

/** Express would add a charset to some types. */
export function setHeaders(response: Response, headers: Record<string, string>): void {
  for (const name in headers) response.setHeader(name, headers[name] ?? '');
}
