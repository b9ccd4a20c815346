import { existsSync } from 'node:fs';
import { Router, type RequestHandler } from 'express';
import {
  builtFiles,
  forReads,
  isOpened,
  keptFiles,
  setPageHeaders,
  type SendFile,
} from '../built-files/built-files.js';

/** Paths that are not pages. A browser that opens another unknown path gets the page that says so, not JSON. */
const isOtherPath = (path: string) =>
  /^\/(v1|assets|docs|schemas|guide|clients|livez|readyz|metrics|auth\/callback|openapi\.json|icon\.svg|favicon\.ico)(\/|$)/.test(
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
  router.get('/icon.svg', limit, files);
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
