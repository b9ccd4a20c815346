// Writes the OpenAPI document of the built code to `dist/openapi.json`, and the types and kinds of the API for the clients.
import { mkdirSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { apiTypes } from './api-types.mjs';
import { writePythonSync } from './generate-python-sync.mjs';
import { pythonTypes } from './generate-python-types.mjs';
import { builtOpenApiDocument, kindsModule } from './openapi-document.mjs';
import { writeIfChanged } from './write-if-changed.mjs';

const document = builtOpenApiDocument();
writeFileSync(fileURLToPath(new URL('../dist/openapi.json', import.meta.url)), JSON.stringify(document, undefined, 2));
const folder = fileURLToPath(new URL('../clients/typescript/src/generated/', import.meta.url));
mkdirSync(folder, { recursive: true });
writeFileSync(`${folder}schema.ts`, await apiTypes(document));
// Committed, because the service contains the client.
writeIfChanged(fileURLToPath(new URL('../clients/typescript/src/kinds.ts', import.meta.url)), await kindsModule());
const pythonPackage = fileURLToPath(new URL('../clients/python/src/simulation_service/', import.meta.url));
writeIfChanged(`${pythonPackage}types.py`, pythonTypes(document));
writePythonSync(pythonPackage);
process.exit(0);
