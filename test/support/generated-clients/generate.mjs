// Generates a client from the OpenAPI document of a running service: node generate.mjs URL FOLDER
// It is its own process, because the generator is an ES module.
import { join } from 'node:path';
import { createClient } from '@hey-api/openapi-ts';

const [url, folder] = process.argv.slice(2);
const response = await fetch(`${url}/openapi.json`);
const document = await response.text();
await createClient({
  input: JSON.parse(document),
  output: join(folder, 'hey-api'),
  plugins: ['@hey-api/typescript', '@hey-api/sdk', '@hey-api/client-fetch'],
  logs: { level: 'silent', file: false },
});
