// Loads scripts of the bundle with their code caches. Compiling the scripts would take most of the time of a start.
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { Script } from 'node:vm';

// `pg` asks for the name of the runtime. Without one, as in Node.js 20, it creates a `Response`, which takes 60 ms and 10 MB.
globalThis.navigator ??= { userAgent: `Node.js/${process.versions.node.split('.')[0]}` };

const modules = new Map();
/** Scripts by path, for the code caches. */
export const loadedScripts = new Map();

/** Exports of a script, given by its path in this folder. */
export function load(path) {
  const loaded = modules.get(path);
  if (loaded) return loaded.exports;
  const module = { exports: {} };
  modules.set(path, module);
  const file = join(import.meta.dirname, path);
  const requirePackage = createRequire(file);
  const require = (id) => (id.startsWith('.') ? load(join(dirname(path), id)) : requirePackage(id));
  require.resolve = requirePackage.resolve;
  const script = scriptOf(file);
  loadedScripts.set(path, script);
  script.runInThisContext()(module.exports, require, module, file, dirname(file));
  return module.exports;
}

/** If the cache is of another version of Node.js, or absent, Node.js compiles the script. */
export function scriptOf(file) {
  // The build writes only ASCII, so this is the same text as UTF-8. Decoding UTF-8 takes longer, and needs a copy.
  const code = `(function (exports, require, module, __filename, __dirname) {${readFileSync(file, 'latin1')}\n})`;
  return new Script(code, { filename: file, cachedData: cacheOf(file) });
}

function cacheOf(file) {
  try {
    return readFileSync(`${file}.cache`);
  } catch {
    return undefined;
  }
}
