import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { replaceFile } from './data-folder.js';
import { projectFolder } from './project.js';

/**
 * The compiled script of that name beside `caller`, for a child process. The build puts it there. When the sources themselves are run (by tests),
 * the folder is compiled first, into the cache below node_modules; scripts for children therefore import from their own folder only.
 */
export async function childScript(caller: string, name: string): Promise<string> {
  const folder = dirname(caller);
  if (extname(caller) === '.js') return join(folder, name);
  const { transformFile } = await import('@swc/core');
  const target = join(projectFolder, 'node_modules', '.cache', 'embedded', basename(folder));
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'package.json'), '{ "type": "module" }');
  const sources = readdirSync(folder).filter((file) => file.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(file));
  for (const source of sources) {
    const options = { jsc: { parser: { syntax: 'typescript' }, target: 'es2022' }, module: { type: 'es6' } } as const;
    const { code } = await transformFile(join(folder, source), options);
    replaceWhenChanged(join(target, source.replace(/\.ts$/, '.js')), code);
  }
  return join(target, name);
}

function replaceWhenChanged(path: string, text: string): void {
  try {
    if (readFileSync(path, 'utf8') === text) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  }
  replaceFile(path, text);
}
