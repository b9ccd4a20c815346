import type { Request, RequestHandler, Response } from 'express';
import sirv from 'sirv';

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

/** Types of text files that `sirv` names without their encoding. */
const textTypes: Readonly<Record<string, string>> = {
  md: 'text/markdown;charset=utf-8',
  txt: 'text/plain;charset=utf-8',
};

/** Sends the files of a folder, which are read once, with their compressed copies. Other paths go on to `next`. */
export function builtFiles(folder: string): SendFile {
  const sendFile = sirv(folder, {
    brotli: true,
    gzip: true,
    etag: true,
    setHeaders(response, path) {
      const type = textTypes[path.slice(path.lastIndexOf('.') + 1)];
      if (type !== undefined) response.setHeader('Content-Type', type);
    },
  });
  return (request, response, next) => {
    // No browser needs a range of these small files, and an invalid range would cause an error.
    delete request.headers.range;
    sendFile(request, response, next);
  };
}

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
