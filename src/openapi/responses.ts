import { type JsonSchema, type SchemaBook, exampleOf } from './schema-book.js';
import { errorCodes, type ErrorCode, isRetryable } from '../common/errors/error-codes.js';
import { type Route, isTagged } from './route-reader.js';
import { STATUS_CODES } from 'node:http';
import { componentName, errorSchema } from '../common/errors/app-error.js';
import { pageMetaSchema } from '../common/pagination/page.js';

interface Header {
  description: string;
  required?: boolean;
  schema: JsonSchema;
}

/** The documented response headers. Responses reference them by name. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'Id of the request, also in `meta.request_id` of errors. Include it in support requests.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-f]{32}$' },
  },
  'RateLimit-Policy': {
    description: 'Rate limit of the request: name, requests `q` per window, and window `w` in seconds.',
    schema: { type: 'string', pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+$', examples: ['"plan";q=600;w=60'] },
  },
  RateLimit: {
    description: 'Remaining requests `r`, and seconds `t` until more are available.',
    schema: { type: 'string', pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+$', examples: ['"plan";r=598;t=41'] },
  },
  'Svc-Should-Retry': {
    description: 'Whether the same request can succeed later. If `true`, send it again after `Retry-After`.',
    required: true,
    schema: { type: 'string', enum: ['true', 'false'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before the next request.',
    schema: { type: 'integer', format: 'int64', minimum: 0 },
  },
  Location: {
    description: 'URL of the new object, or of the route that replaces this one.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Idempotent-Replayed': {
    description: 'Present if the response repeats the response to an earlier request with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Preference-Applied': {
    description: 'Preference of the request that the service applied.',
    schema: { type: 'string', pattern: '^wait=[0-9]+$', examples: ['wait=10'] },
  },
  'Set-Cookie': {
    description:
      'Cookie: HttpOnly, SameSite=Lax, Secure unless `SVC_DEBUG=1`. Sign-in sets `svc_session`, valid for 7 days. A link request sets `svc_link`, which identifies the browser while the link is valid.',
    schema: { type: 'string' },
  },
  'Cache-Control': { description: 'Caching rules of the response.', schema: { type: 'string' } },
  ETag: {
    description: 'Identifier of the response body. Send it in `If-None-Match`.',
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]+"$' },
  },
  Vary: { description: 'Request headers that affect the response.', schema: { type: 'string' } },
  Link: {
    description:
      'URL of the next page (`rel="next"`), if there is one. Agent results also have the URL of the summary with the errors of all figures (`rel="describedby"`).',
    schema: { type: 'string' },
  },
  'Content-Disposition': { description: 'File name of the download.', schema: { type: 'string' } },
  'WWW-Authenticate': {
    description: 'Authentication scheme to use. For `/mcp`, with the address of its metadata (RFC 9728).',
    schema: { type: 'string', pattern: '^Bearer( resource_metadata="[^"]+")?$' },
  },
} as const satisfies Record<string, Header>;

type ResponseHeader = keyof typeof responseHeaders;

function headerReferences(names: readonly ResponseHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

/** Error codes of a route by status. Includes the errors of guards and pipes, which depend on the decorators of the route. */
function errorsOf(route: Route): Map<number, ErrorCode[]> {
  const codes = new Set<ErrorCode>([
    ...(['request_timeout', 'headers_too_large', 'internal_error', 'validation_error'] as const),
    ...(route.isCounted ? (['rate_limited', 'service_unavailable'] as const) : []),
    ...(route.isPublic ? [] : credentialErrorsOf(route)),
    ...(route.method === 'get' ? [] : (['payload_too_large', 'unsupported_media_type'] as const)),
    ...route.headers.flatMap(({ errors }) => errors),
    ...(route.docs.meta === pageMetaSchema ? (['invalid_cursor'] as const) : []),
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

interface Body {
  name: string;
  schema: JsonSchema;
  example?: { value: unknown } | { $ref: string };
}

export function responsesOf(route: Route, book: SchemaBook): Record<string, object> {
  const errors = errorsOf(route);
  const others = (route.docs.otherStatuses ?? []).map((other) => (typeof other === 'number' ? other : other.status));
  const successes = [route.status, ...others];
  const unchanged = isTagged(route) ? [304] : [];
  const statuses = [...new Set([...successes, ...unchanged, ...errors.keys()])].sort((a, b) => a - b);
  return Object.fromEntries(
    statuses.map((status) => [
      status,
      response(route, status, { success: successes.includes(status), codes: errors.get(status) ?? [] }, book),
    ]),
  );
}

function response(
  route: Route,
  status: number,
  { success, codes }: { success: boolean; codes: readonly ErrorCode[] },
  book: SchemaBook,
): object {
  const content = new Map<string, Body[]>(success && status !== 204 ? successBodies(route, status, book) : []);
  if (codes.length > 0) {
    const json = content.get('application/json') ?? [];
    content.set('application/json', [...json, ...codes.map((code) => errorBody(code, book))]);
  }
  const isRetried = codes.some(isRetryable);
  return {
    description: codes.length > 0 ? codes.map((code) => `\`${code}\``).join(', ') : (STATUS_CODES[status] ?? ''),
    headers: headerReferences([
      ...headersOf(route, status, success),
      ...(codes.length > 0 ? (['Svc-Should-Retry'] as const) : []),
      ...(isRetried && !success ? (['Retry-After'] as const) : []),
    ]),
    ...(content.size > 0 && {
      content: Object.fromEntries([...content].map(([type, bodies]) => [type, mediaType(bodies)])),
    }),
  };
}

function successBodies({ docs }: Route, status: number, book: SchemaBook): [string, Body[]][] {
  const own = docs.otherStatuses?.find((other) => typeof other !== 'number' && other.status === status);
  if (typeof own === 'object' && own.data === null) return [];
  const others = Object.entries(docs.content ?? {}).map(([type, schema]): [string, Body[]] => [
    type,
    [bodyOf('success', book.add(schema), book)],
  ]);
  if (!docs.data) return others;
  const data = (typeof own === 'object' && own.data) || docs.data;
  const properties = { data: book.add(data), ...(docs.meta && { meta: book.add(docs.meta) }) };
  const schema = { type: 'object', properties, required: requiredOf(docs), additionalProperties: false };
  const body = docs.withoutExample ? { name: 'success', schema } : bodyOf('success', schema, book);
  return [['application/json', [body]], ...others];
}

const requiredOf = ({ meta }: Route['docs']) => ['data', ...(meta && !meta.isOptional() ? ['meta'] : [])];

function errorBody(code: ErrorCode, book: SchemaBook): Body {
  const schema = book.add(errorSchema(code));
  const name = `${componentName(code)}Example`;
  book.examples[name] ??= { value: exampleOf(schema, book) };
  return { name: code, schema, example: { $ref: `#/components/examples/${name}` } };
}

function bodyOf(name: string, schema: JsonSchema, book: SchemaBook): Body {
  return { name, schema, example: { value: exampleOf(schema, book) } };
}

function mediaType(bodies: readonly Body[]): object {
  const [only, ...others] = bodies;
  const examples = bodies.flatMap(({ name, example }): [string, object][] => (example ? [[name, example]] : []));
  return {
    schema: others.length === 0 ? only?.schema : { oneOf: bodies.map(({ schema }) => schema) },
    ...(examples.length > 0 && { examples: Object.fromEntries(examples) }),
  };
}

function headersOf(route: Route, status: number, success: boolean): ResponseHeader[] {
  const counted = route.isCounted && status !== 408 && status !== 431;
  const unchanged = status === 304 ? (['ETag'] as const) : [];
  const replayable = success && route.headers.some(({ name }) => name === 'Idempotency-Key');
  return [
    'X-Request-Id',
    ...(counted ? (['RateLimit-Policy', 'RateLimit'] as const) : []),
    ...(status === 401 && !route.isPublic ? (['WWW-Authenticate'] as const) : []),
    ...(replayable ? (['Idempotent-Replayed'] as const) : []),
    ...(success ? (route.docs.headers ?? []) : unchanged),
  ];
}
