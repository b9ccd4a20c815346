import type { JsonSchema } from './schema-book.js';

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
    schema: { type: 'integer', minimum: 0 },
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
      'Cookie: HttpOnly, SameSite=Lax, Secure unless `SVC_DEBUG=1`. Sign-in sets `svc_session`, valid for 7 days. A link request sets `svc_link`, which identifies the browser for 15 minutes.',
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

export type ResponseHeader = keyof typeof responseHeaders;

/** References to headers, as the `headers` of an OpenAPI response. */
export function headerReferences(names: readonly ResponseHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
