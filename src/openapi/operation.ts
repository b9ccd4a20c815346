import { tiers } from '../common/identity/caller.js';
import { requestExampleOf, type JsonSchema, type SchemaBook } from './schema-book.js';
import { responsesOf } from './responses.js';
import { isTagged, type Route } from './route-reader.js';

export function operationOf(route: Route, book: SchemaBook): object {
  const parameters = parametersOf(route, book);
  return {
    operationId: route.id,
    tags: [route.tag.name],
    summary: route.docs.summary,
    description: description(route),
    ...(route.docs.deprecated && { deprecated: true }),
    security: route.isPublic ? [] : [{ bearerApiKey: [] }, { sessionCookie: [] }],
    ...(route.scopes.length > 0 && { 'x-required-scope': route.scopes[0] }),
    ...(route.scopes.length > 1 && { 'x-required-scopes': route.scopes }),
    ...(parameters.length > 0 && { parameters }),
    ...requestBody(route, book),
    responses: responsesOf(route, book),
  };
}

function description({ docs, ...route }: Route): string {
  return `${docs.description}\n\n${accessOf(route)}`;
}

function accessOf({ isPublic, needsOwner, scopes }: Omit<Route, 'docs'>): string {
  if (isPublic) return 'Public: needs no credential.';
  if (needsOwner) return 'Needs a session of an owner.';
  if (scopes.length === 0) return 'Needs a credential, but no scope.';
  return scopes.map((scope) => `Needs the scope \`${scope}\`.`).join(' ');
}

function requestBody({ body, docs }: Route, book: SchemaBook): { requestBody?: object } {
  const json = body ? [['application/json', jsonContent(book.add(body, 'input'), book, docs)]] : [];
  const files = Object.entries(docs.requestFiles ?? {}).map(([type, file]) => fileContent(type, book.add(file)));
  const content = Object.fromEntries([...json, ...files]) as object;
  return json.length + files.length === 0 ? {} : { requestBody: { required: true, content } };
}

function jsonContent(schema: JsonSchema, book: SchemaBook, docs: Route['docs']): object {
  return { schema, ...(!docs.withoutBodyExample && { example: requestExampleOf(schema, book) }) };
}

function fileContent(type: string, { examples, ...schema }: JsonSchema): [string, object] {
  return [type, { schema, ...(examples?.[0] !== undefined && { example: examples[0] }) }];
}

function parametersOf(route: Route, book: SchemaBook): object[] {
  const path = [...route.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => {
    const schema = route.docs.parameters?.[name];
    if (!schema) throw new Error(`the parameter ${name} of ${route.path} is not documented`);
    return parameter('path', name, book.add(schema), { required: true });
  });
  // The schema of the parsed value, because the schema of the text is only a pattern.
  const query: JsonSchema = route.query ? book.add(route.query) : {};
  // Parameters with a default are required in the parsed query, but optional in the request.
  const requiredNames = route.query ? (book.add(route.query, 'input').required ?? []) : [];
  const headers = route.headers.map(({ name, description, required, schema }) =>
    parameter('header', name, { ...book.add(schema), description }, { required }),
  );
  return [
    ...path,
    ...Object.entries(query.properties ?? {}).map(([name, schema]) =>
      parameter('query', name, schema, { ...(requiredNames.includes(name) && { required: true }), ...styleOf(schema) }),
    ),
    ...headers,
    ...(isTagged(route) ? [ifNoneMatchParameter] : []),
    ...(route.isPublic ? [] : [tierParameter]),
  ];
}

/** Objects use `name[key]=value`. Other types use the default style of OpenAPI. */
function styleOf({ type }: JsonSchema): object {
  return type === 'object' ? { style: 'deepObject', explode: true } : {};
}

function parameter(place: string, name: string, { description, ...schema }: JsonSchema, more = {}): object {
  return { name, in: place, ...(description !== undefined && { description }), ...more, schema };
}

const ifNoneMatchParameter = parameter('header', 'If-None-Match', {
  description: '`ETag` of a stored response. If it is still current, the response is 304 without a body.',
  type: 'string',
});

const tierParameter = parameter('header', 'Svc-Tier', {
  description:
    'Tier in which the request acts. A session can select a tier. With an API key, the value must match the tier of the key. Default: the tier of the key, or of the plan.',
  type: 'string',
  enum: [...tiers],
});
