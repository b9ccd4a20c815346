// Lints the OpenAPI document of the build: node tools/lint-openapi.mjs
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Responses of a deprecated route that redirects, so that it has none with a 2xx status. */
const redirect = '#/paths/~1v1~1simulations~1{id}~1compare/get/responses';

/** Returns one line for each error and each warning. */
export async function lintOpenApi(document) {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems
    .filter(({ ruleId, location }) => ruleId !== 'operation-2xx-response' || location[0]?.pointer !== redirect)
    .map(({ severity, ruleId, message, location }) => [severity, ruleId, location[0]?.pointer, message].join(' '));
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const document = JSON.parse(readFileSync(new URL('../dist/openapi.json', import.meta.url), 'utf8'));
  const problems = await lintOpenApi(document);
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'The OpenAPI document has no problem.' : `${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
