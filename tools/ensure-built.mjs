// Builds the parts of the build of which an input is newer than the last build. Messages go to stderr.
import { closeSync, existsSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { performance } from 'node:perf_hooks';
import { fileURLToPath } from 'node:url';
import { supervise } from './supervise.mjs';

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
const inputs = {
  service: [
    ...['src', 'model', 'questions', 'catalog', 'view', 'embedded', 'demo', 'bench', 'clients/typescript/src'],
    ...[
      'prisma',
      'package-lock.json',
      'tools/compile.mjs',
      'tools/bundle.mjs',
      'tools/bundle',
      'tools/third-party.mjs',
    ],
  ],
  dashboard: [
    ...['dashboard', 'model', 'view', 'clients/typescript/src', 'package-lock.json'],
    ...[
      'src/simulations/view',
      'src/simulations/result-words.ts',
      'src/common/table-files/csv-header.ts',
      'tools/third-party.mjs',
    ],
  ],
  // Without the API, whose types the packages contain: in development they may be older.
  client: ['clients', 'tools/build-client.mjs', 'tools/python-wheel.mjs'],
};

function newest(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  // The build writes `generated`, and one benchmark has its own `node_modules`.
  if (path.endsWith('generated') || path.endsWith('node_modules')) return 0;
  const names = readdirSync(path).filter((name) => !name.includes('.spec.'));
  return Math.max(status.mtimeMs, ...names.map((name) => newest(join(path, name))));
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

/** Builds each of the parts `service`, `dashboard` and `client` that is stale. Resolves to the exit code of the build. */
export async function ensureBuilt(parts) {
  // A production image contains the build, but no compiler.
  if (!existsSync(join(root, 'node_modules/@swc/core'))) return 0;
  for (const part of parts) {
    const reason = reasonToBuild(part);
    if (reason === undefined) continue;
    const startedAtMs = performance.now();
    process.stderr.write(`Building the ${part} (${reason}) …\n`);
    const code = await build(part);
    if (code !== 0) return code;
    process.stderr.write(`Built in ${Math.round((performance.now() - startedAtMs) / 1000)} s.\n`);
  }
  return 0;
}
