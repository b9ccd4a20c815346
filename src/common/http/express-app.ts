import express, { type Express, type RequestHandler } from 'express';

/** Creates the Express app with the settings that must be set before Nest adds its router. */
export function expressApp(arrival: RequestHandler): Express {
  const app = express();
  app.disable('x-powered-by');
  // Most responses differ each time, so that an ETag would never match.
  app.disable('etag');
  // Paths have one spelling after `arrival`, so that /V1 cannot bypass a limit on /v1.
  app.enable('case sensitive routing');
  app.enable('strict routing');
  app.use(arrival);
  return app;
}
