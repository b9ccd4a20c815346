import fc from 'fast-check';
import { newAddress } from '../support/new-address.js';
import { bodyOf, fileOf, rarely } from './fuzz-body.js';
import { hostileText, hostileValue } from './hostile-values.js';
import { matching, type JsonSchema } from './schema-arbitrary.js';

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
  example?: unknown;
}

export interface ApiDocument {
  paths: Record<
    string,
    Record<string, { parameters?: Parameter[]; requestBody?: { content: Record<string, Content> } }>
  >;
  components: { schemas: Record<string, JsonSchema> };
}

/** Existing objects and credentials for the requests. */
export interface KnownValues {
  /** Headers of each credential. */
  credentials: Record<string, string>[];
  /** Ids and other values, by parameter name. `delete id` is the name of the parameter `id` in DELETE requests. */
  parameters: Record<string, string[]>;
}

interface Operation {
  path: string;
  method: string;
  parameters?: Parameter[];
  requestBody?: { content: Record<string, Content> };
}

const nameOf = ({ method, path }: Operation) => `${method.toUpperCase()} ${path}`;
const allOperations = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ path, method, ...operation })),
  );

/** The operations of the document, such as `GET /v1/usage`. */
export const operationsOf = (document: ApiDocument) => allOperations(document).map(nameOf);

/** Requests to the operations of the document: some valid, most with one or more errors. */
export function requestsTo(
  document: ApiDocument,
  known: KnownValues,
  names: ReadonlySet<string> = new Set(operationsOf(document)),
): fc.Arbitrary<FuzzRequest> {
  const operations = allOperations(document).filter((operation) => names.has(nameOf(operation)));
  const { schemas } = document.components;
  return fc.oneof(
    ...operations.map(({ path, method, parameters = [], requestBody }) => {
      const contents = Object.entries(requestBody?.content ?? {});
      const weight = isDocument(path) ? 1 : documentIsRarer;
      const arbitrary = fc
        .record({
          method: rarely(
            fc.constant(method.toUpperCase()),
            fc.constantFrom('GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS'),
            20,
          ),
          path: rarely(pathOf(path, parameters, idsFor(method, known), schemas), unusualPath(path), 20),
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
          content: contentOf(contents, known, schemas),
        })
        .map(({ query, headers, credential, content: { type, body }, ...request }): FuzzRequest => ({
          method: request.method,
          path: query === '' ? request.path : `${request.path}?${query}`,
          headers: {
            'x-forwarded-for': newAddress(),
            ...headers,
            ...credential,
            ...(body && { 'content-type': type }),
          },
          body,
        }));
      return { weight, arbitrary };
    }),
  );
}

interface FuzzContent {
  type: string;
  body: Buffer | undefined;
}

/** A body of a media type that the operation accepts: JSON most often. An operation without a body gets one rarely. */
function contentOf(
  contents: [string, Content][],
  known: KnownValues,
  schemas: Record<string, JsonSchema>,
): fc.Arbitrary<FuzzContent> {
  const otherType = fc.constantFrom('text/plain', 'application/json; charset=utf-16', 'x', '');
  const of = (type: string, body: fc.Arbitrary<FuzzContent['body']>) =>
    fc.record({ type: rarely(fc.constant(type), otherType, 15), body });
  if (contents.length === 0) return of(json, rarely(fc.constant(undefined), bodyOf(hostileValue)));
  return fc.oneof(
    ...contents.map(([type, content]) =>
      type === json
        ? { weight: 4, arbitrary: of(type, bodyOf(bodyValue(content, known, schemas))) }
        : { weight: 1, arbitrary: of(type, fileOf(String(content.example))) },
    ),
  );
}

const json = 'application/json';

/** The documentation is always the same and up to 1.5 MB: it would be most of the data of the test. */
const documentIsRarer = 10;
const isDocument = (path: string) => /^\/(docs|openapi|schemas)/.test(path);

/** The values for the paths of a method, such as `delete id`: random requests would soon delete all objects that other requests read. */
function idsFor(method: string, { parameters }: KnownValues): KnownValues['parameters'] {
  const own = Object.entries(parameters).filter(([name]) => name.startsWith(`${method} `));
  return { ...parameters, ...Object.fromEntries(own.map(([name, values]) => [name.slice(method.length + 1), values])) };
}

function pathOf(
  path: string,
  parameters: Parameter[],
  known: KnownValues['parameters'],
  schemas: Record<string, JsonSchema>,
) {
  const parts = path.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name === undefined) return fc.constant(part);
    const { schema = {} } = parameters.find((parameter) => parameter.name === name) ?? {};
    const generated = fc.oneof(matching(schema, schemas).map(asText), hostileText).map(encoded);
    return mostlyKnown(generated, known[name]);
  });
  return fc.tuple(...parts).map((all) => all.join('/'));
}

/** An existing object, if there is one for this parameter. */
const mostlyKnown = (generated: fc.Arbitrary<string>, ids: readonly string[] = []) =>
  ids.length === 0
    ? generated
    : fc.oneof({ weight: 3, arbitrary: fc.constantFrom(...ids) }, { weight: 1, arbitrary: generated });

function unusualPath(path: string): fc.Arbitrary<string> {
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
      // Not `/`: the dashboard serves its page there, which the document does not describe.
      '//',
    ),
    hostileText.map((text) => `${filled}/${encoded(text)}`),
  );
}

function queryOf(
  parameters: Parameter[],
  known: KnownValues,
  schemas: Record<string, JsonSchema>,
): fc.Arbitrary<string> {
  // One or two parameters, mostly the required ones: a single invalid parameter makes the request invalid.
  const pairs = parameters.map(({ name, schema, required }) =>
    fc.oneof(
      { weight: required ? 1 : 2 * parameters.length, arbitrary: fc.constant(null) },
      {
        weight: 4,
        arbitrary: rarely(
          mostlyKnown(matching(schema, schemas).map(asText), known.parameters[name]),
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
    const arbitrary =
      name === 'Idempotency-Key'
        ? fc.oneof(fc.uuid(), fc.constantFrom(...idempotencyKeys))
        : matching(schema, schemas).map(asText);
    const weight = name === 'Idempotency-Key' ? 10 : 3;
    return fc
      .oneof(
        { weight, arbitrary: rarely(arbitrary, hostileText) },
        { weight: 11 - weight, arbitrary: fc.constant(undefined) },
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

/** Everything but a string becomes JSON: an object may have a property `toString` that is no function. */
function asText(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}

/** Encodes a text for a URL. Lone surrogates cannot be encoded and are removed. */
function encoded(text: string): string {
  return encodeURIComponent(text.replace(/\p{Surrogate}/gu, '')) || '%20';
}

/** Converts a text to a valid header value: bytes without control characters. */
function sendable(text: string): string {
  return Buffer.from(text)
    .toString('latin1')
    .replace(/[^\t\x20-\x7e\x80-\xff]/g, '')
    .slice(0, 6_000);
}

function bodyValue(
  { schema, example }: Content,
  known: KnownValues,
  schemas: Record<string, JsonSchema>,
): fc.Arbitrary<unknown> {
  const generated = matching(schema, schemas);
  // Most generated bodies are invalid, because many of their fields refer to parts of a workflow.
  const value =
    example === undefined
      ? generated
      : fc.oneof({ weight: 1, arbitrary: generated }, { weight: 2, arbitrary: fc.constant(example) });
  return rarely(
    value.chain((body) => withKnownIds(body, known)),
    value,
  );
}

/** The body with existing objects in its fields, such as `dataset_id`. */
function withKnownIds(body: unknown, { parameters }: KnownValues): fc.Arbitrary<unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return fc.constant(body);
  const ids = Object.keys(body).flatMap((name) => {
    const values = Object.hasOwn(parameters, name) ? parameters[name]! : [];
    return values.length === 0 ? [] : [[name, fc.constantFrom(...values)] as const];
  });
  return fc.record(Object.fromEntries(ids), { noNullPrototype: true }).map((known) => ({ ...body, ...known }));
}
