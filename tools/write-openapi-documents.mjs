// Writes the OpenAPI document, the API reference and their index next to the bundled service, which serves these files. Run it after
// `tools/bundle.mjs`.
import 'reflect-metadata';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

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

const { AppModule } = await import('../dist/src/app.module.js');
const { OpenApi } = await import('../dist/src/openapi/openapi.service.js');
const controllers = controllersOf(AppModule.with({})).map((metatype) => ({ metatype }));
const openApi = new OpenApi({ getControllers: () => controllers });
openApi.onModuleInit();
const { index, documents } = openApi.buildAll();
const folder = join(import.meta.dirname, '../dist/app/openapi/documents');
mkdirSync(folder, { recursive: true });
for (const [name, { bytes }] of documents) writeFileSync(join(folder, name), bytes);
writeFileSync(join(folder, 'index.json'), JSON.stringify(index));
// The modules may have opened handles.
process.exit(0);
