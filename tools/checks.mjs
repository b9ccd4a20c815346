// Builds what is stale, and runs the checks whose files changed since they last passed: npm run checks
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import concurrently from 'concurrently';
import { ensureBuilt } from './ensure-built.mjs';

const projectFolder = join(import.meta.dirname, '..');
const passedFile = join(projectFolder, 'node_modules/.cache/simulation-service/checks.json');

const code = /\.(ts|tsx|mjs|cjs|js)$/;
/** For each npm script, slowest first, the paths whose content can change its result. The lock file has the version of its tool. */
const checks = {
  lint: [code, /^prisma\/schema/, /^\.oxlintrc/, /tsconfig[^/]*$/],
  'lint:words': [/^(?!test\/).*(?<!\.spec\.\w+)$/],
  'lint:patterns': [/^(src|model|questions|view|tools)\/(?!.*\.spec\.)/],
  'lint:imports': [code, /^\.dependency-cruiser/, /tsconfig[^/]*$/],
  'lint:database': [/^prisma/, /^embedded\//, /^tools\/with-postgres/],
  'lint:docs': [/\.md$/, /^\.markdownlint/],
  'format:check': [/^/],
};
const forAll = new Set(['package.json', 'package-lock.json', 'tools/checks.mjs']);

/** Hash of each file that git does not ignore, by path. Undefined outside of a clone, where all checks run. */
function fileHashes() {
  const git = (args, input) => spawnSync('git', args, { cwd: projectFolder, input, maxBuffer: 1e8 });
  const { status, stdout } = git(['ls-files', '-coz', '--exclude-standard']);
  if (status !== 0) return undefined;
  const paths = [...new Set(stdout.toString().split('\0'))].filter((path) => existsSync(join(projectFolder, path)));
  return paths.filter(Boolean).map((path) => [path, sha256(readFileSync(join(projectFolder, path)))]);
}

const sha256 = (data) => createHash('sha256').update(data).digest('hex');

/** Hash of the files of each check. */
export const contentsOf = (hashes) =>
  Object.fromEntries(
    Object.entries(checks).map(([name, patterns]) => {
      const own = hashes.filter(([path]) => forAll.has(path) || patterns.some((one) => one.test(path)));
      return [name, sha256(JSON.stringify(own))];
    }),
  );

async function run() {
  const buildCode = await ensureBuilt(['service', 'dashboard', 'client']);
  if (buildCode !== 0) return buildCode;
  const hashes = fileHashes();
  const contents = hashes && contentsOf(hashes);
  const passed = hashes && existsSync(passedFile) ? JSON.parse(readFileSync(passedFile, 'utf8')) : {};
  const isStale = (name) => contents === undefined || passed[name] !== contents[name];
  const unchanged = Object.keys(checks).filter((name) => !isStale(name));
  if (unchanged.length > 0) process.stderr.write(`Passed before for the same files: ${unchanged.join(', ')}\n`);
  const stale = Object.keys(checks).filter(isStale);
  if (stale.length === 0) return 0;
  const commands = stale.map((name) => ({ name, command: `npm run --silent ${name}` }));
  const { result } = concurrently(commands, { group: true, maxProcesses: 2, killOthersOn: ['failure'] });
  const ended = await result.catch((failed) => failed);
  if (contents !== undefined) {
    for (const { command, exitCode } of ended) if (exitCode === 0) passed[command.name] = contents[command.name];
    mkdirSync(dirname(passedFile), { recursive: true });
    writeFileSync(passedFile, JSON.stringify(passed));
  }
  return ended.every(({ exitCode }) => exitCode === 0) ? 0 : 1;
}

// Jest compiles it without a top-level await.
if (process.argv[1] === fileURLToPath(import.meta.url)) void run().then((code) => process.exit(code));
