import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';

const tools = join(projectFolder, 'tools/bundle');
const node = (...args) => spawnSync(process.execPath, args, { encoding: 'utf8' });

describe('The loader of the bundle', () => {
  let folder;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'bundle-'));
    mkdirSync(join(folder, 'chunks'));
    writeFileSync(join(folder, 'chunks/a.cjs'), 'exports.sum = (a, b) => a + b; exports.folder = __dirname;');
    writeFileSync(
      join(folder, 'main.cjs'),
      "const a = require('./chunks/a.cjs'); exports.default = [a.sum(1, 2), a.folder];",
    );
    cpSync(join(tools, 'load.js'), join(folder, 'load.js'));
    writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  /** Loads the entry point in a new process. */
  function start() {
    const { stdout, stderr } = node(
      '--input-type=module',
      '-e',
      `const { load, loadedScripts } = await import(${JSON.stringify(join(folder, 'load.js'))});
      const exported = load('main.cjs').default;
      const rejected = [...loadedScripts].map(([path, script]) => [path, script.cachedDataRejected]);
      console.log(JSON.stringify({ exported, rejected: Object.fromEntries(rejected) }));`,
    );
    if (stdout === '') throw new Error(stderr);
    return JSON.parse(stdout);
  }

  it('A start uses the code caches that the build writes', () => {
    expect(node(join(tools, 'write-code-caches.mjs'), folder)).toMatchObject({ status: 0, stderr: '' });
    expect(existsSync(join(folder, 'chunks/a.cjs.cache'))).toBe(true);
    expect(start()).toEqual({
      exported: [3, join(folder, 'chunks')],
      rejected: { 'main.cjs': false, 'chunks/a.cjs': false },
    });
  });

  it('A script starts without a code cache, and with one of another version', () => {
    writeFileSync(join(folder, 'chunks/a.cjs.cache'), 'of another version');
    expect(start()).toEqual({
      exported: [3, join(folder, 'chunks')],
      rejected: { 'chunks/a.cjs': true },
    });
  });
});
