// Runs a program of the build, or one that needs the build: node tools/run-built.mjs dist/app/cli.js --help
// It rejects a Node version that is too old. Then it builds if an input is newer than the last build, so that `npm start` works right
// after `npm ci`. Messages go to stderr: stdout belongs to the program. The program runs in this process, so that signals reach it.
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
/** `npm run build` writes this file with the start time of the compilation, so that a change during the build counts as newer. */
const stamp = join(root, 'dist/.built');
const inputs = [
  'src',
  'embedded',
  'demo',
  'bench',
  'dashboard',
  'prisma',
  'tools/bundle',
  'tools/bundle.mjs',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
];

function newest(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  // The build writes `generated`, and one benchmark has its own `node_modules`.
  if (path.endsWith('generated') || path.endsWith('node_modules')) return 0;
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

/** Why a build is necessary, or undefined. */
function reasonToBuild() {
  if (!existsSync(stamp)) return 'first start';
  const builtAt = statSync(stamp).mtimeMs;
  const isStale = inputs.map((name) => join(root, name)).some((path) => existsSync(path) && newest(path) > builtAt);
  return isStale ? 'source files changed' : undefined;
}

/** Resolves to the exit code. Prints the output of the build only if it fails. */
async function build() {
  const folder = mkdtempSync(join(tmpdir(), 'simulation-service-build-'));
  const removeFolder = () => rmSync(folder, { recursive: true, force: true });
  process.once('exit', removeFolder);
  const logFile = join(folder, 'build.log');
  const log = openSync(logFile, 'w');
  process.chdir(root);
  const code = await supervise('npm', ['run', '--silent', 'build'], log);
  closeSync(log);
  if (code !== 0 && code < 128) process.stderr.write(readFileSync(logFile, 'utf8'));
  return code;
}

// A production image contains the build, but no compiler.
const reason = existsSync(join(root, 'node_modules/typescript')) ? reasonToBuild() : undefined;
if (reason !== undefined) {
  const startedAtMs = performance.now();
  process.stderr.write(`Building (${reason}, about 20 seconds) …\n`);
  const code = await build();
  if (code !== 0) process.exit(code);
  process.stderr.write(`Built in ${Math.round((performance.now() - startedAtMs) / 1000)} s.\n`);
}
const [, , program] = process.argv;
if (program !== undefined) {
  process.argv.splice(1, 2, join(root, program));
  await import(pathToFileURL(join(root, program)).href);
}
