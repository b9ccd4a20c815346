import { existsSync } from 'node:fs';
import { Router, type RequestHandler } from 'express';
import { builtFiles, forReads } from '../built-files/built-files.js';

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
