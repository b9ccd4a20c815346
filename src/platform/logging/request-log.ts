import type { Request, Response } from 'express';
import type { Logger } from 'pino';

/** One line for each request: method, path without its query, status, time. Nothing of its headers or its body. */
export function requestLog(logger: Logger) {
  return (request: Request, response: Response): void => {
    if (!logger.isLevelEnabled('info')) return;
    const startedAtMs = performance.now();
    const { method, path } = request;
    response.once('close', () => {
      const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
      logger.info(
        { request_id: request.id, method, path, status: response.statusCode, duration_ms: durationMs },
        'request',
      );
    });
  };
}
