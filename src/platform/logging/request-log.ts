import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { metrics } from '../metrics/metrics.js';

/** One line for each request: method, path without its query, status, time. Nothing of its headers or its body. */
export function requestLog(logger: Logger) {
  return (request: Request, response: Response): void => {
    const startedAtMs = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
      const { statusCode: status } = response;
      metrics.requests.observe({ method: knownMethod(method), route: routeOf(request), status }, durationMs / 1_000);
      if (!logger.isLevelEnabled('info')) return;
      logger.info({ request_id: request.id, method, path, status, duration_ms: durationMs }, 'request');
    });
  };
}

/** As the route is written, not as it was called: there are only so many. */
export function routeOf(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? 'unknown';
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const knownMethod = (method: string) => (methods.has(method) ? method : 'other');
