import { PassThrough, type Transform } from 'node:stream';
import { createBrotliDecompress, createGunzip, createInflate } from 'node:zlib';
import { raw, type NextFunction, type Request, type Response } from 'express';
import { AppError } from '../errors/app-error.js';
import { parseStrictJson, StrictJsonError } from './strict-json.js';
import type { IncomingMessage } from 'node:http';

interface MediaType {
  type: string;
  /** The values of the parameter `charset` in lowercase. */
  charsets: string[];
}

const token = String.raw`[!#$%&'*+.^\w|~\x60-]+`;
const quoted = String.raw`"(?:[^"\\\x00-\x08\x0a-\x1f\x7f]|\\[\t\x20-\xff])*"`;
const parameter = String.raw`[ \t]*;(?:[ \t]*(${token})=(${token}|${quoted}))?`;
const whole = new RegExp(`^(${token}/${token})((?:${parameter})*)[ \\t]*$`);

/**
 * The media type of a request (RFC 9110, 8.3.1 and 5.6.6): parameters may be empty, and their values quoted. Undefined if it is missing,
 * malformed or repeated, because programs disagree about which one of several applies.
 */
function mediaTypeOf({ headersDistinct }: Pick<IncomingMessage, 'headersDistinct'>): MediaType | undefined {
  const [value = '', ...others] = headersDistinct['content-type'] ?? [];
  const [, type, parameters = ''] = whole.exec(value) ?? [];
  if (type === undefined || others.length > 0) return undefined;
  const charsets = Array.from(parameters.matchAll(new RegExp(parameter, 'g')))
    .filter(([, name]) => name?.toLowerCase() === 'charset')
    .map(([, , text = '']) => text.replace(/^"(.*)"$/, '$1').replace(/\\(.)/g, '$1'));
  return { type: type.toLowerCase(), charsets: charsets.map((charset) => charset.toLowerCase()) };
}

/** Whether the text is UTF-8 or does not name its character set. `utf8` is a common name of it. */
const isUtf8 = ({ charsets }: MediaType): boolean => charsets.every((charset) => /^utf-?8$/.test(charset));

export const bodyLimitBytes = 256 * 1024;
/** For public routes, whose bodies are small, and for all requests without a credential. */
export const publicBodyLimitBytes = 16 * 1024;

/** Fields and items of a body. Each can be wrong, and take the time of a check and of its message. */
const maxBodyValues = 5_000;
/** For a complete definition. The largest one of the catalog has 18,000. */
const maxDefinitionValues = 100_000;

export interface BodyLimits {
  bytes: number;
  values: number;
}

export const bodyLimitsOf = (isPublic: boolean, hasDefinition: boolean): BodyLimits => ({
  bytes: isPublic ? publicBodyLimitBytes : bodyLimitBytes,
  values: hasDefinition ? maxDefinitionValues : maxBodyValues,
});

type Reader = (request: Request, response: Response, next: (error?: unknown) => void) => void;

const readerUpTo = (limit: number) => raw({ limit, type: () => true }) as Reader;
const readLarge = readerUpTo(bodyLimitBytes);
const readSmall = readerUpTo(publicBodyLimitBytes);

/**
 * Reads the bytes of the body without checking them. Errors in the body are reported by {@link parseJsonBody}, after the
 * credential, the rate limit and the scope were checked.
 */
export function readBody(request: Request, response: Response, next: NextFunction): void {
  const { 'content-length': length, 'transfer-encoding': encoding } = request.headers;
  if (length === undefined && encoding === undefined) return next();
  const { authorization, cookie } = request.headers;
  // The route reads a file itself, after the guards accepted the caller.
  if (isFile(request) && (authorization !== undefined || cookie !== undefined)) return next();
  const read = authorization === undefined && cookie === undefined ? readSmall : readLarge;
  read(request, response, (error) => {
    request.bodyError = error;
    next();
  });
}

interface FileRoute {
  types: readonly string[];
  /** Maximum size, also after decompression. */
  limitBytes: number;
}

const types = ['text/csv', 'text/tab-separated-values', 'application/x-ndjson', 'application/vnd.apache.parquet'];
/** Routes that accept files, as `METHOD /path`, with the media types of the files. */
const fileRoutes: Readonly<Record<string, FileRoute>> = {
  'POST /v1/populations': { types, limitBytes: 20_000_000 },
  'POST /v1/datasets': { types, limitBytes: 50_000_000 },
};

const fileRouteOf = ({ method, path }: Request): FileRoute | undefined => fileRoutes[`${method} ${path}`];

export function fileTypeOf(request: Request): string | undefined {
  const type = mediaTypeOf(request)?.type;
  return type !== undefined && fileRouteOf(request)?.types.includes(type) ? type : undefined;
}

const isFile = (request: Request) => fileTypeOf(request) !== undefined;

/** A file takes space on disk while it arrives, so that a slow client must not take it for as long as a request can take. */
const slowFileMs = 10_000;
const minFileBytesPerSecond = 64 * 1024;

const decoders: Readonly<Record<string, () => Transform>> = {
  identity: () => new PassThrough(),
  gzip: createGunzip,
  deflate: createInflate,
  br: createBrotliDecompress,
};

/**
 * The decompressed bytes of a file, as they arrive, so that memory does not grow with the file. Throws {@link AppError} if it is larger than
 * its route accepts or incomplete, and `request_timeout` if it takes more than 10 s and arrives slower than 64 KiB/s on average.
 */
export async function* fileChunks(request: Request): AsyncGenerator<Buffer> {
  const { limitBytes } = fileRouteOf(request)!;
  if (Number(request.headers['content-length'] ?? 0) > limitBytes) throw fileTooLarge(limitBytes);
  const decoder = decoders[(request.headers['content-encoding'] ?? 'identity').toLowerCase()];
  if (!decoder) throw new AppError('unsupported_media_type');
  const content = decoder();
  const endEarly = () => !request.complete && content.destroy(new Error('the request ended early'));
  const timer = endSlow(request, content);
  request.once('close', endEarly).once('error', endEarly).pipe(content);
  try {
    let bytes = 0;
    for await (const chunk of content as AsyncIterable<Buffer>) {
      bytes += chunk.length;
      if (bytes > limitBytes) throw fileTooLarge(limitBytes);
      yield chunk;
    }
  } catch (error) {
    throw error instanceof AppError ? error : incompleteBody();
  } finally {
    clearInterval(timer);
    request.off('close', endEarly).unpipe(content);
    content.destroy();
    // The rest is discarded: a client that still sends would not read the response.
    request.resume();
  }
}

function endSlow({ socket }: Request, content: Transform): NodeJS.Timeout {
  const [start, bytesBefore] = [performance.now(), socket.bytesRead];
  return setInterval(() => {
    const elapsedMs = performance.now() - start;
    const isSlow = (socket.bytesRead - bytesBefore) * 1_000 < minFileBytesPerSecond * elapsedMs;
    if (elapsedMs >= slowFileMs && isSlow)
      content.destroy(new AppError('request_timeout').withHeaders({ Connection: 'close' }));
  }, 1_000);
}

const fileTooLarge = (limitBytes: number) =>
  new AppError('payload_too_large', { limit_bytes: limitBytes }).withMessage(
    `The file is larger than ${limitBytes.toLocaleString('en-US')} bytes (\`meta.limit_bytes\`). Send a random sample of its rows, or remove columns.`,
  );

const incompleteBody = () =>
  AppError.validation([
    {
      path: '',
      message: 'the body is incomplete: its length differs from Content-Length, or its encoding is damaged',
    },
  ]);

/** Parses the body as JSON. Returns undefined if there is none. Throws {@link AppError} for an invalid or too large body. */
export function parseJsonBody(request: Request, limits: BodyLimits): unknown {
  if (request.bodyError) throw bodyProblem(request.bodyError, limits.bytes);
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) return undefined;
  if (bytes.length > limits.bytes) throw new AppError('payload_too_large', { limit_bytes: limits.bytes });
  if (!isJson(request)) throw new AppError('unsupported_media_type');
  try {
    return parseStrictJson(new TextDecoder('utf-8', { fatal: true }).decode(bytes), limits.values);
  } catch (error) {
    if (error instanceof StrictJsonError) throw AppError.validation([error.issue]);
    throw AppError.validation([{ path: '', message: `is not valid JSON: ${reason(error)}` }]);
  }
}

function isJson(request: Request): boolean {
  const media = mediaTypeOf(request);
  return media?.type === 'application/json' && isUtf8(media);
}

function reason(error: unknown): string {
  // The message of the JavaScript engine quotes the body, so this reports only the position.
  const position = error instanceof SyntaxError ? /at position \d+/.exec(error.message)?.[0] : undefined;
  if (position) return `syntax error ${position}`;
  return error instanceof SyntaxError ? 'it ends early or contains an unexpected character' : 'it is not UTF-8';
}

function bodyProblem(error: unknown, limitBytes: number): AppError {
  const type = typeof error === 'object' && error !== null && 'type' in error ? error.type : undefined;
  switch (type) {
    case 'entity.too.large':
      return new AppError('payload_too_large', { limit_bytes: limitBytes });
    case 'encoding.unsupported':
      return new AppError('unsupported_media_type');
    default:
      return incompleteBody();
  }
}
