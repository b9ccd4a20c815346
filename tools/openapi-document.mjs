// The OpenAPI document of the built code, without a running service.
import 'reflect-metadata';

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

export async function builtOpenApiDocument() {
  const { AppModule } = await import('../dist/src/app.module.js');
  const { openApiDocument } = await import('../dist/src/openapi/document.js');
  const { withSharedParts } = await import('../dist/src/openapi/shared-parts.js');
  return withSharedParts(openApiDocument(controllersOf(AppModule.with({}))));
}
