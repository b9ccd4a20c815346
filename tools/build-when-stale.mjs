// The first step of every npm script that runs the service. Refuses a Node that is too old, then
// builds when something that goes into the build is newer than the last one, so that `npm start` right after `npm ci` works
// and costs nothing later. Prints nothing unless the build fails.
import { spawnSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { nodeTooOld } from './node-version.mjs';

const problem = nodeTooOld(process.versions.node);
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

const root = join(dirname(fileURLToPath(import.meta.url)), '..');
/** Left by `npm run build`; as old as the start of the compilation, so that what is saved during it counts as newer. */
const stamp = join(root, 'dist/.built');
const inputs = [
  'src',
  'embedded',
  'demo',
  'bench',
  'prisma',
  'package-lock.json',
  'tsconfig.json',
  'tsconfig.build.json',
  'nest-cli.json',
];

function newest(path) {
  const status = statSync(path);
  if (!status.isDirectory()) return status.mtimeMs;
  if (path.endsWith('generated') || path.endsWith('node_modules')) return 0; // the build's own, and a benchmark's
  return Math.max(status.mtimeMs, ...readdirSync(path).map((name) => newest(join(path, name))));
}

function isStale() {
  if (!existsSync(stamp)) return true;
  const builtAt = statSync(stamp).mtimeMs;
  return inputs.map((name) => join(root, name)).some((path) => existsSync(path) && newest(path) > builtAt);
}

// An installed production image has the build and no compiler.
if (existsSync(join(root, 'node_modules/typescript')) && isStale()) {
  const { status, stdout, stderr } = spawnSync('npm', ['run', '--silent', 'build'], {
    cwd: root,
    encoding: 'utf8',
    shell: process.platform === 'win32',
  });
  if (status !== 0) {
    process.stderr.write(`${stdout}${stderr}`);
    process.exit(status ?? 1);
  }
}
