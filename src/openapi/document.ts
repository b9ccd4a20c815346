import type { Type } from '@nestjs/common';
import { operationOf } from './operation.js';
import { responseHeaders } from './responses.js';
import { routesOf, type Route } from './route-reader.js';
import { SchemaBook, exampleOf } from './schema-book.js';
import { strictObject, z } from 'zod';
import { TAG, WEBHOOKS, type ApiTag, type WebhookDocs } from '../common/http/documented.decorators.js';

const signatureHeaders = {
  'webhook-id': 'Id of the event, the same in every attempt. Use it to ignore duplicates.',
  'webhook-timestamp': 'Time of the attempt, in seconds since 1970. Reject old values.',
  'webhook-signature': 'Signatures of the message (`v1,…`), separated by spaces. Verify one of them with the secret.',
};

/** Builds the `webhooks` of the OpenAPI document: one POST for each event that the controllers declare. */
function webhooksOf(controllers: readonly Type[], book: SchemaBook): Record<string, { post: object }> {
  const events = controllers.flatMap((controller) => {
    const tag = Reflect.getMetadata(TAG, controller) as ApiTag | undefined;
    const declared = (Reflect.getMetadata(WEBHOOKS, controller) ?? []) as WebhookDocs[];
    return declared.map((docs): [string, { post: object }] => [docs.type, { post: webhook(docs, tag, book) }]);
  });
  return Object.fromEntries(events);
}

function webhook({ type, summary, description, data }: WebhookDocs, tag: ApiTag | undefined, book: SchemaBook): object {
  const payload = strictObject({
    type: z.literal(type),
    timestamp: z.iso.datetime().meta({ description: 'Time of the event.' }),
    data,
  });
  const schema = book.add(payload);
  return {
    operationId: type.replace(/[._](\w)/g, (_, letter: string) => letter.toUpperCase()),
    summary,
    description: `${description}\n\nRespond with a 2xx status within 15 seconds. Other responses are retried; 410 disables the endpoint.`,
    ...(tag && { tags: [tag.name] }),
    security: [],
    parameters: Object.entries(signatureHeaders).map(([name, text]) => ({
      name,
      in: 'header',
      required: true,
      description: text,
      schema: { type: 'string' },
    })),
    requestBody: { required: true, content: { 'application/json': { schema, example: exampleOf(schema, book) } } },
    responses: {
      '2XX': { description: 'The event was received.' },
      '410': { description: 'The receiver wants no more events. The service disables the endpoint.' },
    },
  };
}

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; contact: object; license: object };
  servers: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, object>>;
  webhooks: Record<string, { post: object }>;
  components: Record<string, Record<string, object>>;
}

const description = `
Runs populations of synthetic agents through calibrated workflows. Each workflow is published with its evidence, including its held-out error.

Quick start:

1. Get an API key from the operator, or sign in and call \`POST /v1/api-keys\`. Send it as \`Authorization: Bearer <key>\`.

2. Choose a workflow with \`GET /v1/case-studies\`. \`GET /v1/case-studies/{workflow_id}\` shows its parameters.

3. Call \`POST /v1/simulations\` with \`workflow_id\` and \`scenario_context\`. With the header \`Prefer: wait=10\`, the response waits at most ten seconds for the result.

4. Poll \`GET /v1/simulations/{id}\` until \`status\` is \`completed\`, then read \`summary\`.

Successful responses are \`{ data, meta? }\`. Errors are \`{ error, meta }\`: \`error\` is a stable code for programs, \`meta.message\` states the problem and the fix, and \`meta.request_id\` identifies the request for support. Unknown fields are rejected, and values are never converted to another type. Unlisted paths return 404 \`not_found\`, and unlisted methods return 405 \`method_not_allowed\`. Every GET path also supports HEAD. Objects of other organizations and of the other tier return 404.

Two simulations produce identical agents and outcomes if they have the same definition version, scenario, agent count, seed and engine version. Intervals also depend on \`uncertainty\`.
`.trim();

const securitySchemes = {
  bearerApiKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'API key of an organization: `sk_live_…` for the live tier, `sk_test_…` for the sandbox tier.',
  },
  sessionCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_session',
    description:
      'Session cookie of a user. Requests other than GET must carry `Sec-Fetch-Site: same-origin` or an `Origin` of the service.',
  },
};

export function openApiDocument(controllers: readonly Type[]): OpenApiDocument {
  const routes = routesOf(controllers);
  const book = new SchemaBook();
  return {
    openapi: '3.1.0',
    info: {
      title: 'Simulation Service',
      version: 'v1',
      description,
      contact: { name: 'Simulation Service' },
      license: { name: 'All rights reserved', identifier: 'LicenseRef-Proprietary' },
    },
    servers: [{ url: '/', description: 'The service that serves this document.' }],
    tags: tagsOf(routes),
    paths: pathsOf(routes, book),
    webhooks: webhooksOf(controllers, book),
    components: { securitySchemes, headers: responseHeaders, schemas: book.schemas, examples: book.examples },
  };
}

/** The tags that most readers need. The others follow in the order of the routes. */
const firstTags = ['Simulations', 'Sweeps', 'Workflows'];

function tagsOf(routes: readonly Route[]): OpenApiDocument['tags'] {
  const tags = [...new Map(routes.map(({ tag }) => [tag.name, tag])).values()];
  const isFirst = ({ name }: { name: string }) => firstTags.includes(name);
  const placeOf = ({ name }: { name: string }) => firstTags.indexOf(name);
  return [...tags.filter(isFirst).sort((a, b) => placeOf(a) - placeOf(b)), ...tags.filter((tag) => !isFirst(tag))];
}

function pathsOf(routes: readonly Route[], book: SchemaBook): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operationOf(route, book);
  return paths;
}
