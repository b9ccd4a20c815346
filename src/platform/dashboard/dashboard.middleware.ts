import { existsSync } from 'node:fs';
import { Router, type Request, type RequestHandler } from 'express';
import sirv from 'sirv';
import { dashboardPaths, isOtherPath } from './dashboard-paths.js';

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

/**
 * Serves the built dashboard: its files, and its page at every path of the dashboard. Other requests go on to the API.
 * @param folder the output of the dashboard's build; if it is missing, nothing is served
 */
export function dashboard(folder: string): RequestHandler {
  const router = Router({ strict: true, caseSensitive: true });
  if (!existsSync(folder)) return router;
  const sendFile = sirv(folder, { brotli: true, gzip: true, etag: true });
  const files: typeof sendFile = (request, response, next) => {
    // No browser needs a range of these small files, and an invalid range would cause an error.
    delete request.headers.range;
    sendFile(request, response, next);
  };
  router.get('/assets/{*path}', (request, response, next) => {
    // The names contain a hash of the content, so that browsers may keep these files.
    response.setHeader('Cache-Control', 'public, max-age=31536000, immutable');
    files(request, response, () => {
      // During an update, a browser can request a file from a process that does not have it yet. It may retry later.
      response.removeHeader('Cache-Control');
      next();
    });
  });
  router.get('/icon.svg', (request, response, next) => files(request, response, next));
  const page: typeof sendFile = (request, response, next) => {
    // Also with status 304: the browser replaces the headers of its copy by those of the response.
    response.setHeader('Cache-Control', 'no-cache');
    response.setHeader('Content-Security-Policy', pagePolicy);
    response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
    request.url = '/index.html';
    files(request, response, next);
  };
  router.get([...dashboardPaths], page);
  router.get('/{*path}', (request, response, next) => {
    const isOpened = request.headers['sec-fetch-dest'] === 'document';
    if (isOpened && !isOtherPath(request.path)) page(request, response, next);
    else next();
  });
  return (request: Request, response, next) => {
    // The API responds to malformed requests, and to other methods: this router would list its methods for OPTIONS.
    const isRead = request.method === 'GET' || request.method === 'HEAD';
    // Most requests are for the API, and need no comparison with the paths of the pages.
    if (request.malformed || !isRead || request.path.startsWith('/v1/')) next();
    else router(request, response, next);
  };
}
