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
import { dashboardPaths, isOtherPath } from './dashboard-paths.js';

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
