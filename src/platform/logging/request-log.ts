import type { Request, Response } from 'express';
import type { Logger } from 'pino';
import { metrics } from '../metrics/metrics.js';

/** Logs one line per request: method, path without query, status and duration. Never logs headers or bodies. */
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

/** The pattern of the route, not the requested path, so that metrics have a limited number of series. */
export function routeOf(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? 'unknown';
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const knownMethod = (method: string) => (methods.has(method) ? method : 'other');
