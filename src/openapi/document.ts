import type { Type } from '@nestjs/common';
import { operationOf } from './operation.js';
import { responseHeaders } from './response-headers.js';
import { routesOf, type Route } from './route-reader.js';
import { SchemaBook } from './schema-book.js';

export interface OpenApiDocument {
  openapi: '3.1.0';
  info: { title: string; version: string; description: string; contact: object; license: object };
  servers: object[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, object>>;
  components: Record<string, Record<string, object>>;
}

const description = `
Runs populations of synthetic agents through calibrated workflows. A simulation is created, runs, and is asked for.

Every answer is \`{ data, meta? }\`, every error \`{ error, meta }\`: \`error\` is a code for programs, \`meta.message\` a sentence for people,
\`meta.request_id\` an id for support. Unknown fields are refused and nothing is coerced. A path that is not listed here answers 404 \`not_found\`,
a method that is not listed 405 \`method_not_allowed\`, both counted by the address. Every GET may be a HEAD.

Objects of other organizations, and of the other tier, are as missing as those that never were.
`.trim();

const securitySchemes = {
  apiKey: { type: 'http', scheme: 'bearer', description: '`sk_live_…` or `sk_test_…`; identifies an organization.' },
  session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'svc_session',
    description: 'Identifies a user. Anything but GET must come from our own pages (`Sec-Fetch-Site` or `Origin`).',
  },
};

/** The OpenAPI document of the service that these controllers make. Throws for a route that is not documented. */
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
    servers: [{ url: '/', description: 'The service that this document comes from.' }],
    tags: sectionsOf(routes),
    paths: pathsOf(routes, book),
    components: { securitySchemes, headers: responseHeaders, schemas: book.schemas },
  };
}

function sectionsOf(routes: readonly Route[]): OpenApiDocument['tags'] {
  return [...new Map(routes.map(({ section }) => [section.name, section])).values()];
}

function pathsOf(routes: readonly Route[], book: SchemaBook): OpenApiDocument['paths'] {
  const paths: OpenApiDocument['paths'] = {};
  for (const route of routes) (paths[route.path] ??= {})[route.method] = operationOf(route, book);
  return paths;
}
