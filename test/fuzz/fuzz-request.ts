import fc from 'fast-check';
import { newAddress } from '../support/auth-service.js';
import { bodyOf, rarely } from './fuzz-body.js';
import { hostileText, hostileValue } from './hostile-values.js';
import { fitting, type JsonSchema } from './schema-arbitrary.js';

export interface FuzzRequest {
  method: string;
  path: string;
  headers: Record<string, string>;
  body: Buffer | undefined;
}

interface Parameter {
  name: string;
  in: 'path' | 'query' | 'header';
  required?: boolean;
  schema: JsonSchema;
}

interface Content {
  schema: JsonSchema;
  example: unknown;
}

export interface Described {
  paths: Record<
    string,
    Record<string, { parameters?: Parameter[]; requestBody?: { content: Record<string, Content> } }>
  >;
  components: { schemas: Record<string, JsonSchema> };
}

/** What a test made, for requests to find. */
export interface Known {
  /** Headers of each credential. */
  credentials: Record<string, string>[];
  /** Ids and the like, by the name of their parameter. */
  parameters: Record<string, string[]>;
}

/** Requests to every operation of the document: some in order, most of them wrong in one place or several. */
export function requestsTo(document: Described, known: Known): fc.Arbitrary<FuzzRequest> {
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );
  const { schemas } = document.components;
  return fc.oneof(
    ...operations.map(({ path, method, parameters = [], requestBody }) => {
      const [content] = Object.values(requestBody?.content ?? {});
      return fc
        .record({
          method: rarely(
            fc.constant(method.toUpperCase()),
            fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
            20,
          ),
          path: rarely(pathOf(path, parameters, known, schemas), odd(path), 20),
          query: queryOf(
            parameters.filter((parameter) => parameter.in === 'query'),
            known,
            schemas,
          ),
          headers: headersOf(
            parameters.filter((parameter) => parameter.in === 'header'),
            schemas,
          ),
          credential: fc.constantFrom(...known.credentials),
          body: content
            ? bodyOf(fc.oneof(fitting(content.schema, schemas), fc.constant(content.example)))
            : rarely(fc.constant(undefined), bodyOf(hostileValue)),
          type: rarely(
            fc.constant('application/json'),
            fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'x', ''),
            15,
          ),
        })
        .map(({ query, headers, credential, type, ...request }): FuzzRequest => ({
          method: request.method,
          path: query === '' ? request.path : `${request.path}?${query}`,
          headers: {
            'x-forwarded-for': newAddress(),
            ...headers,
            ...credential,
            ...(request.body && { 'content-type': type }),
          },
          body: request.body,
        }));
    }),
  );
}

function pathOf(
  path: string,
  parameters: Parameter[],
  { parameters: known }: Known,
  schemas: Record<string, JsonSchema>,
) {
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    const { schema = {} } = parameters.find((parameter) => parameter.name === name) ?? {};
    const made = fc.oneof(fitting(schema, schemas).map(String), hostileText).map(encoded);
    const ids = known[name] ?? [];
    return ids.length === 0
      ? made
      : fc.oneof({ weight: 2, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: made });
  });
  return fc.tuple(...parts).map((all) => all.join('/'));
}

function odd(path: string): fc.Arbitrary<string> {
  const filled = path.replaceAll(/\{\w+\}/g, 'x');
  return fc.oneof(
    fc.constantFrom(
      `${filled}/`,
      `/${filled}`,
      filled.toUpperCase(),
      `${filled}/x`,
      `${filled}%00`,
      `${filled};a=1`,
      `${filled}%`,
      `${filled}%ff`,
      '/v1/',
      '/',
    ),
    hostileText.map((text) => `${filled}/${encoded(text)}`),
  );
}

function queryOf(parameters: Parameter[], known: Known, schemas: Record<string, JsonSchema>): fc.Arbitrary<string> {
  // One or two of them, however many there are, and mostly what is required: one that does not fit spoils the rest.
  const pairs = parameters.map(({ name, schema, required }) =>
    fc.oneof(
      { weight: required ? 1 : 2 * parameters.length, arbitrary: fc.constant(null) },
      {
        weight: 4,
        arbitrary: rarely(
          fc.oneof(
            { weight: 1, arbitrary: fitting(schema, schemas).map(String) },
            { weight: 3, arbitrary: fc.constantFrom(...(known.parameters[name] ?? ['x'])) },
          ),
          hostileText,
          4,
        ).map((value) => `${name}=${encoded(value)}`),
      },
    ),
  );
  const extra = rarely(
    fc.constant(null),
    hostileText.map((text) => `${encoded(text)}=1`),
    15,
  );
  return fc.tuple(...pairs, extra).map((all) => all.filter((pair) => pair !== null).join('&'));
}

const idempotencyKeys = Array.from(
  { length: 20 },
  (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`,
);

function headersOf(parameters: Parameter[], schemas: Record<string, JsonSchema>): fc.Arbitrary<Record<string, string>> {
  const pairs = parameters.map(({ name, schema }) => {
    const fit =
      name === 'Idempotency-Key'
        ? fc.oneof(fc.uuid(), fc.constantFrom(...idempotencyKeys))
        : fitting(schema, schemas).map(String);
    const likely = name === 'Idempotency-Key' ? 10 : 3;
    return fc
      .oneof(
        { weight: likely, arbitrary: fit },
        { weight: 1, arbitrary: hostileText },
        { weight: 10 - likely + 1, arbitrary: fc.constant(undefined) },
      )
      .map((value) => [name.toLowerCase(), value] as const);
  });
  const extra = rarely(fc.constant(undefined), hostileText, 30).map((value) => ['x-forwarded-for', value] as const);
  return fc
    .tuple(...pairs, extra)
    .map((all) =>
      Object.fromEntries(all.flatMap(([name, value]) => (value === undefined ? [] : [[name, sendable(value)]]))),
    );
}

/** As a caller would write it into an address, but for what cannot be written there at all. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')) || '%20';
}

/** What the client can send as a header: bytes, and no control characters. */
function sendable(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 6_000);
}
