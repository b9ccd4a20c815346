import { STATUS_CODES } from 'node:http';
import { errorSchema } from '../common/errors/error.schema.js';
import { isRetryable, type ErrorCode } from '../common/errors/error-codes.js';
import { exampleOf } from './example.js';
import { headerReferences, type ResponseHeader } from './response-headers.js';
import { errorsOf } from './route-errors.js';
import { isTagged, type Route } from './route-reader.js';
import type { JsonSchema, SchemaBook } from './schema-book.js';

/** Body of one media type. Several schemas are alternatives, each with its example. */
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
  const schema = book.addNamed(errorName(code), errorSchema(code));
  book.examples[code] ??= { value: exampleOf(schema, book) };
  return { name: code, schema, example: { $ref: `#/components/examples/${code}` } };
}

/** Name of the schema of an error: `NotFoundResponse` for `not_found`. */
function errorName(code: ErrorCode): string {
  const words = code.split('_').map((word) => word[0]!.toUpperCase() + word.slice(1));
  return `${words.join('')}Response`;
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
