import express, { type Express, type RequestHandler, type Request, type Response } from 'express';
import { IncomingMessage, ServerResponse } from 'node:http';

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

/**
 * Returns classes of requests and responses that already have the prototypes of the app. Otherwise Express replaces the prototype of each
 * one: V8 then shares no hidden classes between them, and each property that is set later copies a description of the object into the old heap.
 * Most of the time of a small request was this and its garbage collection.
 */
export function messageClasses(app: Express) {
  class AppRequest extends IncomingMessage {}
  class AppResponse extends ServerResponse {}
  Object.setPrototypeOf(AppRequest.prototype, app.request);
  Object.setPrototypeOf(AppResponse.prototype, app.response);
  app.request = AppRequest.prototype as Request;
  app.response = AppResponse.prototype as unknown as Response;
  return { IncomingMessage: AppRequest, ServerResponse: AppResponse };
}
