import express, { type Express, type RequestHandler } from 'express';

/** What has to be said to Express before it has a router, which Nest gives it. */
export function expressApp(trustedProxies: readonly string[], arrival: RequestHandler): Express {
  const app = express();
  app.disable('x-powered-by');
  // No 304 to answers that are never the same.
  app.disable('etag');
  // One spelling for each path: a limit on /v1 must not be walked around by /V1.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.set('trust proxy', [...trustedProxies]);
  app.use(arrival);
  return app;
}
