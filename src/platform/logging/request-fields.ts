import type { Request } from 'express';
import type { Caller, Origin } from '../../common/identity/caller.js';
import { originOf } from '../../common/identity/identity.decorators.js';

type RequestWithCaller = Request & { user?: Caller };

/** The caller of a request after authentication. */
export const callerOf = (request: Request): Caller | undefined => (request as RequestWithCaller).user;

/** The log fields of the request that caused an event. */
export function requestFields(request: Request): { request_id: string; address: string } {
  const { requestId, address }: Origin = callerOf(request)?.origin ?? originOf(request);
  return { request_id: requestId, address };
}

/** The log fields of a caller. */
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
