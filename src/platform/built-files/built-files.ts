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

type SendFile = (request: Request, response: Response, next: () => void) => void;

const suffixes = { br: '.br', gzip: '.gz', identity: '' } as const;
/** The ETag and `Cache-Control` of the caller say all that a browser needs. No browser needs a range of these small files. */
const options = { lastModified: false, cacheControl: false, acceptRanges: false };

/**
 * Sends the files of a folder with their compressed copies. Their names and ETags are read once: an ETag is a hash of the content, so that
 * all processes have the same. Other paths go on to `next`.
 */
function builtFiles(folder: string): SendFile {
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
const keptFiles =
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
function setPageHeaders(response: Response): void {
  response.setHeader('Cache-Control', 'no-cache');
  response.setHeader('Content-Security-Policy', pagePolicy);
  response.setHeader('Cross-Origin-Opener-Policy', 'same-origin');
}

/** Whether a browser opens the address as a page, in contrast to a script that requests it. */
const isOpened = (request: Request) => request.headers['sec-fetch-dest'] === 'document';

/** Passes only requests to read a page or file. The API responds to malformed requests, and to other methods. */
const forReads =
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

/** Addresses below `/guide` that are pages of the API reference: the links of the guide get its prefix. */
export const guideRedirects: Readonly<Record<string, string>> = {
  '/docs': '/docs',
  '/errors': '/docs/errors',
};

/**
 * Serves the built docs site: its files below `/guide/`, and its page "not found" for other paths there. Other requests go on to the API.
 * @param folder the output of `npm run docs`; if it is missing, nothing is served
 * @param limit runs before each file
 */
export function guide(folder: string, limit: RequestHandler): RequestHandler {
  const site = Router({ strict: true, caseSensitive: true });
  const notFoundPage = join(folder, '404.html');
  if (!existsSync(notFoundPage)) return site;
  const files = builtFiles(folder);
  const notFound = readFileSync(notFoundPage);
  const pages = Router({ strict: true, caseSensitive: true });
  for (const [path, target] of Object.entries(guideRedirects)) {
    pages.get([path, `${path}/{*rest}`], (_request, response) => response.redirect(308, target));
  }
  pages.get('/assets/{*path}', keptFiles(files));
  pages.get('/{*path}', (request, response) => {
    setPageHeaders(response);
    files(request, response, () => response.status(404).type('html').send(notFound));
  });
  site.use('/guide', limit, pages);
  // https://llmstxt.org: language models look for the list at the root.
  site.get('/llms.txt', limit, (request, response, next) => {
    setPageHeaders(response);
    files(request, response, next);
  });
  return forReads(site);
}

/** Paths that are not pages. A browser that opens another unknown path gets the page that says so, not JSON. */
const isOtherPath = (path: string) =>
  /^\/(v1|assets|docs|schemas|guide|clients|livez|readyz|metrics|auth\/callback|openapi\.json|icon\.svg|third-party-notices\.txt|favicon\.ico)(\/|$)/.test(
    path,
  );

/** Paths of the dashboard's pages. All of them return the same HTML page, whose script shows the page of the path. */
const dashboardPaths = [
  '/',
  '/sign-in',
  '/sign-up',
  '/invitation',
  '/reset-password',
  '/workflows{/:id}',
  '/runs',
  '/simulations{/:id}',
  '/compare',
  '/sweeps{/:id}',
  '/goals/:id',
  '/sensitivities/:id',
  '/fits/:id',
  '/surveys/:id',
  '/bias-reports/:id',
  '/large-simulations/:id',
  '/populations{/:id}',
  '/own-data{/:id}',
  '/own-workflows',
  '/api-keys',
  '/webhooks{/:id}',
  '/usage',
  '/audit-log',
  '/members',
  '/organization',
  '/account',
] as const;

/**
 * Serves the built dashboard: its files, and its page at every path of the dashboard. Other requests go on to the API.
 * @param folder the output of the dashboard's build; if it is missing, nothing is served
 * @param limit runs before each file
 */
export function dashboard(folder: string, limit: RequestHandler): RequestHandler {
  const router = Router({ strict: true, caseSensitive: true });
  if (!existsSync(folder)) return router;
  const files = builtFiles(folder);
  router.get('/assets/{*path}', limit, keptFiles(files));
  router.get(['/icon.svg', '/third-party-notices.txt'], limit, files);
  const page: SendFile = (request, response, next) => {
    setPageHeaders(response);
    request.url = '/index.html';
    files(request, response, next);
  };
  router.get([...dashboardPaths], limit, page);
  const opened = Router();
  opened.use(limit, page);
  router.get('/{*path}', (request, response, next) => {
    if (isOpened(request) && !isOtherPath(request.path)) opened(request, response, next);
    else next();
  });
  // The router would list its methods for OPTIONS.
  return forReads(router);
}
