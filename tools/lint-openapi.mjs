// Lints the OpenAPI document of the built code without a running service: node tools/lint-openapi.mjs
import 'reflect-metadata';
import { writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { createConfig, lintFromString } from '@redocly/openapi-core';

/** Returns one line for each error and each warning. */
export async function lintOpenApi(document) {
  const config = await createConfig({ extends: ['recommended'] });
  const problems = await lintFromString({ source: JSON.stringify(document), absoluteRef: 'openapi.json', config });
  return problems.map(({ severity, ruleId, message, location }) =>
    [severity, ruleId, location[0]?.pointer, message].join(' '),
  );
}

/** Controllers of a module and of its imports, nearest first, as Nest registers them. */
function controllersOf(root) {
  const modules = [root];
  const controllers = new Set();
  for (const module of modules) {
    const type = module.module ?? module;
    for (const controller of Reflect.getMetadata('controllers', type) ?? []) controllers.add(controller);
    modules.push(...[...(module.imports ?? []), ...(Reflect.getMetadata('imports', type) ?? [])]);
  }
  return [...controllers];
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const { AppModule } = await import('../dist/src/app.module.js');
  const { openApiDocument } = await import('../dist/src/openapi/document.js');
  const document = openApiDocument(controllersOf(AppModule.with({})));
  // The spelling check reads it.
  writeFileSync(
    fileURLToPath(new URL('../dist/openapi.json', import.meta.url)),
    JSON.stringify(document, undefined, 2),
  );
  const problems = await lintOpenApi(document);
  for (const problem of problems) console.error(problem);
  console.log(problems.length === 0 ? 'The OpenAPI document has no problem.' : `${problems.length} problems.`);
  process.exitCode = problems.length === 0 ? 0 : 1;
}
