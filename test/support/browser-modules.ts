import vm from 'node:vm';
import { rolldown } from 'rolldown';

/** What a browser has and JavaScript has not. Without `process` and `Buffer`. */
const browserGlobals = { TextEncoder, atob, btoa, structuredClone, performance };
const entry = 'modules-for-browsers';

/** The code of a function that returns the exports of modules, given by their absolute paths. */
export async function bundledForBrowsers(paths: readonly string[]): Promise<string> {
  const bundle = await rolldown({
    input: entry,
    platform: 'browser',
    resolve: { extensionAlias: { '.js': ['.ts', '.js'] } },
    // A module of Node.js in the bundle would be external.
    external: [],
    plugins: [
      {
        name: entry,
        resolveId: (id) => (id === entry ? id : undefined),
        load: (id) =>
          id === entry ? paths.map((path) => `export * from ${JSON.stringify(path)};`).join('\n') : undefined,
      },
    ],
  });
  const { output } = await bundle.generate({ format: 'iife', name: 'modules' });
  await bundle.close();
  return `(() => { ${output[0].code}; return modules; })()`;
}

/** The exports of a bundle in a page that forbids WebAssembly, as a Content-Security-Policy without `wasm-unsafe-eval` does. */
export function loadWithoutWebAssembly<Modules>(code: string): Modules {
  const contextCodeGeneration = { wasm: false };
  return vm.runInNewContext(code, { ...browserGlobals }, { contextCodeGeneration }) as Modules;
}
