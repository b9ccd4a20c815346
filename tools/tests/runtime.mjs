// cspell:ignore extrasmall
// Jest's runtime for test files. Jest would load each module again for each test file, in a context of its own. Here, packages and
// modules of the application load once for each worker process, in the context of the process; see environment.mjs.
import { existsSync, readFileSync } from 'node:fs';
import { createRequire, isBuiltin } from 'node:module';
import { dirname, join, resolve } from 'node:path';
import vm from 'node:vm';
import Runtime from 'jest-runtime';

const projectFolder = join(import.meta.dirname, '../..');
const applicationFolders = ['src', 'model', 'questions', 'catalog', 'view', 'embedded', 'demo', 'clients'].map((name) =>
  join(projectFolder, name, '/'),
);

/** Names that `moduleNameMapper` maps, and parts of Jest. */
const loadedByJest = /^(eld\/extrasmall|fast-check|@?jest[-/].*)$/;
const isPackage = (name) => (/^[^./]/.test(name) && !isBuiltin(name)) || name.includes('/node_modules/');
const isRelative = (name) => name.startsWith('.');
const isApplication = (path) =>
  !/\.spec\.\w+$/.test(path) && applicationFolders.some((folder) => path.startsWith(folder));

/** Modules of the application by path, as long as the worker process runs. */
const modules = new Map();
const resolved = new Map();

/** TypeScript files are imported by the names of their compiled files. */
function resolveRelative(from, name) {
  const path = resolve(dirname(from), name);
  let file = resolved.get(path);
  if (file === undefined) {
    const sources = ['.ts', '.tsx', '.mjs'].map((ending) => path.replace(/\.js$/, ending));
    file = [...sources, path, `${path}.ts`].find((candidate) => /\.\w+$/.test(candidate) && existsSync(candidate));
    if (file === undefined) throw new Error(`cannot find module ${name} from ${from}`);
    resolved.set(path, file);
  }
  return file;
}

/** The runtime of the running test file. A module of the application can load another one while a later file runs. */
let current;

export default class SharedModulesRuntime extends Runtime {
  constructor(config, environment, ...options) {
    super(config, environment, ...options);
    current = this;
    if (environment.isShared)
      this.executor.compile = (code, path) => compileOnce(code, path, this.executor.injectedModuleParameters);
  }

  requireModuleOrMock(from, name) {
    if (isPackage(name) && !loadedByJest.test(name)) return createRequire(from)(name);
    if (isRelative(name)) {
      const path = resolveRelative(from, name);
      if (isApplication(path)) return this.#load(path);
    }
    return super.requireModuleOrMock(from, name);
  }

  #load(path) {
    const known = modules.get(path);
    if (known !== undefined) return known.exports;
    const module = { exports: {} };
    modules.set(path, module);
    try {
      if (path.endsWith('.json')) module.exports = JSON.parse(readFileSync(path, 'utf8'));
      else this.#execute(path, module);
    } catch (error) {
      modules.delete(path);
      throw error;
    }
    return module.exports;
  }

  #execute(path, module) {
    const ofNode = createRequire(path);
    const require = (name) => (isBuiltin(name) ? ofNode(name) : current.requireModuleOrMock(path, name));
    require.resolve = ofNode.resolve;
    const parameters = { module, exports: module.exports, require, __dirname: dirname(path), __filename: path };
    const code = this.transformCache.transform(path, {});
    compile(code, path, Object.keys(parameters)).call(module.exports, ...Object.values(parameters));
    // The compiler writes a getter for each export. There are no import cycles, so that each value is final: a property is faster.
    if (module.exports.__esModule)
      module.exports = Object.defineProperty({ ...module.exports }, '__esModule', { value: true });
  }
}

/** Functions of packages by path: those of Jest run again for each test file, and need the same code. */
const compiled = new Map();

function compileOnce(code, path, parameters) {
  if (!path.includes('/node_modules/')) return compile(code, path, parameters);
  let result = compiled.get(path);
  if (result === undefined) {
    result = compile(code, path, parameters);
    compiled.set(path, result);
  }
  return result;
}

const compile = (code, filename, parameters) =>
  vm.compileFunction(code, parameters, {
    filename,
    importModuleDynamically: vm.constants.USE_MAIN_CONTEXT_DEFAULT_LOADER,
  });
