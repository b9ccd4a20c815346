import { IncomingMessage, ServerResponse } from 'node:http';
import type { Express, Request, Response } from 'express';

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
