// Runs a program of the build, or one that needs the build: node tools/run-built.mjs service,dashboard dist/app/cli.js --help
// It rejects a Node version that is too old, and builds the named parts that are stale, so that `npm start` works right after `npm ci`.
// stdout belongs to the program. The program runs in this process, so that signals reach it.
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { ensureBuilt } from './ensure-built.mjs';
import { nodeTooOld } from './node-version.mjs';

const problem = nodeTooOld(process.versions.node);
if (problem) {
  process.stderr.write(`${problem}\n`);
  process.exit(1);
}

const [, , parts = '', program = ''] = process.argv;
const code = await ensureBuilt(parts.split(','));
if (code !== 0) process.exit(code);
const file = join(dirname(fileURLToPath(import.meta.url)), '..', program);
process.argv.splice(1, 3, file);
await import(pathToFileURL(file).href);
