// Writes the OpenAPI document of the built code to `dist/openapi.json`, and the types of the API for the client.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import openapiTS, { astToString } from 'openapi-typescript';
import { builtOpenApiDocument } from './openapi-document.mjs';

const document = await builtOpenApiDocument();
writeFileSync(fileURLToPath(new URL('../dist/openapi.json', import.meta.url)), JSON.stringify(document, undefined, 2));
const folder = fileURLToPath(new URL('../clients/typescript/src/generated/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}schema.ts`, astToString(await openapiTS(document)));
process.exit(0);
