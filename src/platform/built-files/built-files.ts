import { readdirSync, readFileSync, statSync, existsSync } from 'node:fs';
import { extname, join, posix, sep } from 'node:path';
import { type Request, type RequestHandler, type Response, Router } from 'express';
import { encodingFor, sendUnchanged } from '../../common/http/content-encoding.js';
import { sha256 } from '../../common/crypto.js';

/**
 * The page loads scripts, styles, images and data from this service only. Inline styles are allowed, because the chart library and the
 * dialogs need them; inline scripts are not.
 */
const pagePolicy = [
  `default-src 'none'`,
  `script-src 'self'`,
  `style-src 'self' 'unsafe-inline'`,
  `img-src 'self' data:`,
  `connect-src 'self'`,
  `base-uri 'none'`,
  `form-action 'none'`,
  `frame-ancestors 'none'`,
].join('; ');

export type SendFile = (request: Request, response: Response, next: () => void) => void;

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const;
/** The ETag and `Cache-Control` of the caller say all that a browser needs. No browser needs a range of these small files. */
const options = { lastModified: false, cacheControl: false, acceptRanges: false };

/**
 * Sends the files of a folder with their compressed copies. Their names and ETags are read once: an ETag is a hash of the content, so that
 * all processes have the same. Other paths go on to `next`.
 */
export function builtFiles(folder: string): SendFile {
  const names = namesIn(folder);
  const tags = new Map(names.map((name) => [name, sha256(readFileSync(join(folder, name))).toString('base64url')]));
  return (request, response, next) => {
    const path = decodeURIComponent(request.path).replace(/^\/|\/$/g, '');
    const name = [path, `${path}.html`, posix.join(path, 'index.html')].find((own) => tags.has(own));
    if (name === undefined) return next();
    const copies = (['br', 'gzip'] as const).filter((encoding) => tags.has(name + suffixes[encoding]));
    const encoding = encodingFor(response, copies);
    if (sendUnchanged(response, tags.get(name)!, encoding, {})) return;
    response.type(extname(name));
    if (encoding !== 'identity') response.setHeader('Content-Encoding', encoding);
    response.sendFile(name + suffixes[encoding], { root: folder, ...options }, (error?: Error) => {
      // The client disconnected, or the file was deleted.
      if (error) response.destroy();
    });
  };
}

/** Paths with `/`. Hidden files are not served. */
const namesIn = (folder: string): string[] =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .map((name) => name.replaceAll(sep, '/'))
    .filter((name) => !/(^|\/)\./.test(name));

/** Sends files whose names contain a hash of the content, so that browsers may keep them. */
export const keptFiles =
  (files: SendFile): SendFile =>
  (request, response, next) => {
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    files(request, response, () => {
      // During an update, a browser can request a file from a process that does not have it yet. It may retry later.
      response.removeHeader('Cache-Control');
      next();
    });
  };

/** Headers of a page. Also for status 304: the browser replaces the headers of its copy by the headers of the response. */
export function setPageHeaders(response: Response): void {
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Content-Security-Policy', pagePolicy);
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Whether a browser opens the address as a page, in contrast to a script that requests it. */
export const isOpened = (request: Request) => request.headers['sec-fetch-dest'] === 'document';

/** Passes only requests to read a page or file. The API responds to malformed requests, and to other methods. */
export const forReads =
  (handler: RequestHandler): RequestHandler =>
  (request, response, next) => {
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Most requests are for the API, and need no comparison with the paths of the pages.
    if (request.malformed || !isRead || request.path.startsWith('/v1/')) next();
    else void handler(request, response, next);
  };

/**
 * Serves the packages of the clients below `/clients/`: no registry of packages has them. Other requests go on to the API.
 * @param folder the output of `npm run build:client`; if it is missing, nothing is served
 * @param limit runs before each file
 */
export function clientPackages(folder: string, limit: RequestHandler): RequestHandler {
  const router = Router({ strict: true, caseSensitive: true });
  if (!existsSync(folder)) return router;
  const files = builtFiles(folder);
  router.use('/clients', limit, (request, response, next) => {
    response.setHeader('Cache-Control', 'no-cache');
    files(request, response, () => {
      response.removeHeader('Cache-Control');
      next();
    });
  });
  return forReads(router);
}
