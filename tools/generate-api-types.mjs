// Writes the types of the API for the dashboard, from the OpenAPI document of the built code.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { builtOpenApiDocument } from './openapi-document.mjs';

const folder = fileURLToPath(new URL('../dashboard/src/api/generated/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}schema.ts`, astToString(await openapiTS(await builtOpenApiDocument())));
process.exit(0);
