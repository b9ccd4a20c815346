// cspell:ignore extrasmall
// Jest's runtime for test files, with packages that Node.js loads once for each worker process. Jest would load them again for each test file.
import { createRequire, isBuiltin } from 'node:module';
import Runtime from 'jest-runtime';

/** Packages with state or environment variables that belong to one test file, and names that `moduleNameMapper` maps. */
const loadedByJest = /^(prom-client|commander|eld\/extrasmall|fast-check|@?jest[-/].*)$/;
const isPackage = (name) => (/^[^./]/.test(name) && !isBuiltin(name)) || name.includes('/node_modules/');

export default class PackageRuntime extends Runtime {
  requireModuleOrMock(from, name) {
    return isPackage(name) && !loadedByJest.test(name)
      ? createRequire(from)(name)
      : super.requireModuleOrMock(from, name);
  }
}
