import type { Request, Response } from 'express';
import type { Caller, Origin } from '../../common/identity/caller.js';
import { originOf } from '../../common/identity/identity.decorators.js';
import type { Logger } from 'pino';
import { metrics } from '../metrics/metrics.js';

type RequestWithCaller = Request & { user?: Caller };

export const callerOf = (request: Request): Caller | undefined => (request as RequestWithCaller).user;

/** The log fields of the request that caused an event. */
export function requestFields(request: Request): { request_id: string; address: string } {
  const { requestId, address }: Origin = callerOf(request)?.origin ?? originOf(request);
  return { request_id: requestId, address };
}

export function callerFields(caller: Caller) {
  return {
    organization_id: caller.organizationId,
    key_id: caller.method === 'api_key' ? caller.keyId : null,
    user_id: caller.method === 'session' ? caller.userId : null,
    tier: caller.tier,
  };
}

/** The pattern of the route, not the requested path: it is one of a limited number of values and contains no secret. */
export function routeOf(request: Request): string {
  return (request.route as { path?: string } | undefined)?.path ?? 'unknown';
}

export const targetFields = (request: Request) => ({ method: request.method, route: routeOf(request) });

/**
 * Logs one line per request: method, path without query, status, duration, client address and caller. Never logs headers or bodies.
 */
export function requestLog(logger: Logger) {
  return (request: Request, response: Response): void => {
    const startedAtMs = performance.now();
    const { method, path, address } = request;
    response.on('close', () => {
      const durationMs = Math.round((performance.now() - startedAtMs) * 10) / 10;
      const { statusCode: status } = response;
      metrics.requests.observe({ method: knownMethod(method), route: routeOf(request), status }, durationMs / 1_000);
      if (!logger.isLevelEnabled('info')) return;
      const caller = callerOf(request);
      const fields = { request_id: request.id, method, path: withoutSecrets(path), status, duration_ms: durationMs };
      logger.info({ ...fields, address, ...(caller && callerFields(caller)) }, 'request');
    });
  };
}

const maxLoggedPath = 300;
/** An API key, a signing secret, a share link, a token of 32 bytes or a hash. Ids are shorter, and slugs have no capital letters. */
const secret = /(sk|shr)_(live|test)_|whsec_|^(?=.*[A-Z])[\w%-]{40,}$|^[0-9a-f]{40,}$/;

/** A client can put its credential into the path by mistake. */
export function withoutSecrets(path: string): string {
  const hide = (segment: string) => (secret.test(segment) ? '…' : segment);
  return path.split('/').map(hide).join('/').slice(0, maxLoggedPath);
}

const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']);
const knownMethod = (method: string) => (methods.has(method) ? method : 'other');
