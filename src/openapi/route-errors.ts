import { errorCodes, type ErrorCode } from '../common/errors/error-codes.js';
import type { Route } from './route-reader.js';

/** Error codes of a route by status. Includes the errors of guards and pipes, which depend on the decorators of the route. */
export function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...(['request_timeout', 'headers_too_large', 'internal_error', 'validation_error'] as const),
    ...(route.isCounted ? (['rate_limited', 'service_unavailable'] as const) : []),
    ...(route.isPublic ? [] : credentialErrorsOf(route)),
    ...(route.method === 'get' ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    ...route.headers.flatMap(({ errors }) => errors),
    ...(route.docs.errors ?? []),
  ]);
  const byStatus = new Map<number, ErrorCode[]>();
  for (const [code, { status }] of errorCodes()) {
    if (!codes.has(code)) continue;
    byStatus.set(status, [...(byStatus.get(status) ?? []), code]);
  }
  return byStatus;
}

function credentialErrorsOf(route: Route): ErrorCode[] {
  return [
    'authentication_required',
    'invalid_or_revoked_api_key',
    'tier_mismatch',
    ...(route.method === 'get' ? [] : (['csrf_rejected'] as const)),
    ...(route.scopes.length > 0 ? (['insufficient_scope'] as const) : []),
    ...(route.needsOwner ? (['session_required', 'owner_required'] as const) : []),
  ];
}
