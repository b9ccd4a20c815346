// Generates clients from the OpenAPI document of a running service: node generate.mjs URL FOLDER
// It is its own process, because the generators are ES modules only.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';
import openapiTS, { astToString } from 'openapi-typescript';

const [url, folder] = process.argv.slice(2);
const response = await fetch(`${url}/openapi.json`);
const document = await response.text();
writeFileSync(join(folder, 'schema.ts'), astToString(await openapiTS(document)));
await createClient({
  input: JSON.parse(document),
  output: join(folder, 'hey-api'),
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent', file: false },
});
