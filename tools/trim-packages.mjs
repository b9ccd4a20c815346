// Deletes files of the installed production packages that Node.js never loads, so that the image stays small:
//   node tools/trim-packages.mjs node_modules
import { readdirSync, rmSync } from 'node:fs';
import { join, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Source maps and type declarations serve debuggers and compilers only. */
const developmentFile = /\.(?:map|d\.[cm]?ts)$/;
/** Prisma includes its query compiler for five databases, in two versions and two module formats. */
const queryCompiler = /^query_compiler_/;
const loadedQueryCompiler = /^query_compiler_small_bg\.postgresql\.(?:wasm-base64\.)?mjs$/;
const prismaRuntime = join('@prisma', 'client', 'runtime');

/** Whether the service never loads this file of a package. */
export function isUnused(folder, name) {
  if (developmentFile.test(name)) return true;
  return folder.endsWith(sep + prismaRuntime) && queryCompiler.test(name) && !loadedQueryCompiler.test(name);
}

/** Deletes the unused files in `node_modules`. Returns how many. */
export function trimPackages(nodeModules) {
  const unused = readdirSync(nodeModules, { recursive: true, withFileTypes: true }).filter(
    (entry) => entry.isFile() && isUnused(entry.parentPath, entry.name),
  );
  for (const { parentPath, name } of unused) rmSync(join(parentPath, name));
  return unused.length;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const folder = process.argv[2];
  if (folder === undefined) throw new Error('usage: node tools/trim-packages.mjs FOLDER');
  process.stdout.write(`${trimPackages(folder)} unused files deleted\n`);
}
