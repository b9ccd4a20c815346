// Runs a program of the build, or one that needs the build: node tools/run-built.mjs service,dashboard dist/app/cli.js --help
// It rejects a Node version that is too old. Then it builds each named part of which an input is newer than its last build, so that
// `npm start` works right after `npm ci`. Messages go to stderr: stdout belongs to the program. The program runs in this process, so that
// signals reach it.
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { nodeTooOld } from './node-version.mjs';
import { supervise } from './supervise.mjs';

const problem = nodeTooOld(process.versions.node);
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const inputs = {
  service: [
    ...[
      'src',
      'model',
      'questions',
      'catalog',
      'view',
      'embedded',
      'demo',
      'bench',
      'clients/typescript/src',
      'prisma',
      'package-lock.json',
    ],
    ...['tools/compile.mjs', 'tools/bundle.mjs', 'tools/bundle'],
  ],
  dashboard: [
    ...['dashboard', 'model', 'view', 'clients/typescript/src', 'package-lock.json'],
    ...['src/simulations/view', 'src/simulations/result-words.ts'],
  ],
  // Without the API, whose types the packages contain: in development they may be older.
  client: ['clients', 'tools/build-client.mjs', 'tools/python-wheel.mjs'],
};

function newest(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  // The build writes `generated`, and one benchmark has its own `node_modules`.
  if (path.endsWith('generated') || path.endsWith('node_modules')) return 0;
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Why a build of a part is necessary, or undefined. */
function reasonToBuild(part) {
  // `npm run build` writes this file with the start time of the compilation, so that a change during the build counts as newer.
  const stamp = join(root, `dist/.built-${part}`);
  if (!existsSync(stamp)) return 'first start';
  const builtAt = statSync(stamp).mtimeMs;
  const isStale = inputs[part]
    .map((name) => join(root, name))
    .some((path) => existsSync(path) && newest(path) > builtAt);
  return isStale ? 'source files changed' : undefined;
}

/** Resolves to the exit code. Prints the output of the build only if it fails. */
async function build(part) {
  const folder = mkdtempSync(join(tmpdir(), 'simulation-service-build-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const logFile = join(folder, 'build.log');
  const log = openSync(logFile, 'w');
  process.chdir(root);
  const code = await supervise('npm', ['run', '--silent', `build:${part}`], log);
  closeSync(log);
  if (code !== 0 && code < 128) process.stderr.write(readFileSync(logFile, 'utf8'));
  return code;
}

const [, , parts = '', program = ''] = process.argv;
// A production image contains the build, but no compiler.
const canBuild = existsSync(join(root, 'node_modules/@swc/core'));
for (const part of canBuild ? parts.split(',') : []) {
  const reason = reasonToBuild(part);
  if (reason === undefined) continue;
  const startedAtMs = performance.now();
  process.stderr.write(`Building the ${part} (${reason}) …\n`);
  const code = await build(part);
  if (code !== 0) process.exit(code);
  process.stderr.write(`Built in ${Math.round((performance.now() - startedAtMs) / 1000)} s.\n`);
}
process.argv.splice(1, 3, join(root, program));
await import(pathToFileURL(join(root, program)).href);
