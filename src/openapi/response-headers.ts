import type { JsonSchema } from './schema-book.js';

interface Header {
  description: string;
  required?: boolean;
  schema: JsonSchema;
}

/** Every header of an answer that means something to a caller; the document refers to them by name. */
export const responseHeaders = {
  'X-Request-Id': {
    description: 'The id of the request, also in `meta.request_id` of errors. Tell it when you ask for help.',
    required: true,
    schema: { type: 'string', pattern: '^req_[0-9a-f]{32}$' },
  },
  'RateLimit-Policy': {
    description: 'The limit that counted the request: its name, its quota `q`, and its window `w` in seconds.',
    schema: { type: 'string', pattern: '^"[a-z-]+";q=[0-9]+;w=[0-9]+$', examples: ['"plan";q=600;w=60'] },
  },
  RateLimit: {
    description: 'What is left of it: `r` requests, and `t` seconds until there are more.',
    schema: { type: 'string', pattern: '^"[a-z-]+";r=[0-9]+;t=[0-9]+$', examples: ['"plan";r=598;t=41'] },
  },
  'Retry-After': {
    description: 'Seconds to wait before asking again.',
    schema: { type: 'integer', minimum: 0 },
  },
  Location: {
    description: 'Where the new object is.',
    schema: { type: 'string', format: 'uri-reference' },
  },
  'Idempotent-Replayed': {
    description: 'There when the answer was given before, to the first request with this `Idempotency-Key`.',
    schema: { type: 'string', enum: ['true'] },
  },
  'Preference-Applied': {
    description: 'The preference of the request that the answer went by.',
    schema: { type: 'string', pattern: '^wait=[0-9]+$', examples: ['wait=10'] },
  },
  'Set-Cookie': {
    description: 'The session cookie `svc_session`: HttpOnly, SameSite=Lax, Secure in production, 7 days.',
    schema: { type: 'string' },
  },
  'Cache-Control': { description: 'Whether the answer may be kept.', schema: { type: 'string' } },
  ETag: {
    description: 'The same for the same bytes; send it back in `If-None-Match`.',
    schema: { type: 'string', pattern: '^"[A-Za-z0-9_-]+"$' },
  },
  Vary: { description: 'The headers of the request that the answer depends on.', schema: { type: 'string' } },
  Link: { description: 'Where the next page is (`rel="next"`), where there is one.', schema: { type: 'string' } },
  'Content-Disposition': { description: 'The name of the file to keep.', schema: { type: 'string' } },
  'WWW-Authenticate': {
    description: 'The scheme that another credential would be sent with.',
    schema: { type: 'string', enum: ['Bearer'] },
  },
} as const satisfies Record<string, Header>;

export type ResponseHeader = keyof typeof responseHeaders;

/** References to headers, in the form that a response holds them. */
export function headerReferences(names: readonly ResponseHeader[]): Record<string, { $ref: string }> {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}
