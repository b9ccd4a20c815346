import { context, SpanKind, trace } from '@opentelemetry/api';
import type { NextFunction, Request, Response } from 'express';
import { routeOf } from '../logging/request-fields.js';
import { spanContextOf, tracer } from './spans.js';

/**
 * Starts the span of a request and returns a `next` that continues within it. The span links to the caller's own trace instead of
 * joining it, so that callers cannot decide what we sample.
 */
export function requestSpan(request: Request, response: Response, next: NextFunction): NextFunction {
  const caller = spanContextOf(request.headers.traceparent?.toString());
  const span = tracer().startSpan(request.method, {
    kind: SpanKind.SERVER,
    attributes: { 'http.request.method': request.method, 'svc.request_id': request.id },
    ...(caller && { links: [{ context: caller }] }),
  });
  if (!span.isRecording()) return next;
  response.once('close', () => {
    const route = routeOf(request);
    span.updateName(`${request.method} ${route}`);
    span.setAttributes({ 'http.route': route, 'http.response.status_code': response.statusCode });
    span.end();
  });
  const within = trace.setSpan(context.active(), span);
  return (error?: unknown) => context.with(within, () => next(error));
}

/** The same if nothing is traced. */
export const withoutSpan: typeof requestSpan = (_request, _response, next) => next;
