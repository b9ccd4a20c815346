import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import openapiTS, { astToString } from 'openapi-typescript';

const root = join(import.meta.dirname, '..');
const cache = join(root, 'node_modules/.cache/simulation-service/api-types.json');

/** The types of an OpenAPI document, in TypeScript. The service and the packages of the clients need the same ones, which take seconds. */
export async function apiTypes(document) {
  // The lock file names the version of the generator.
  const hash = createHash('sha256').update(readFileSync(join(root, 'package-lock.json')));
  const digest = hash.update(JSON.stringify(document)).digest('hex');
  const known = existsSync(cache) ? JSON.parse(readFileSync(cache, 'utf8')) : {};
  if (known.digest === digest) return known.types;
  const types = astToString(await openapiTS(document));
  mkdirSync(dirname(cache), { recursive: true });
  writeFileSync(cache, JSON.stringify({ digest, types }));
  return types;
}
