import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Router, type RequestHandler } from 'express';
import { builtFiles, forReads, keptFiles, setPageHeaders } from '../built-files/built-files.js';

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
