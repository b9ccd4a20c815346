import { transformFile } from '@swc/core';
import { mkdirSync, mkdtempSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { projectFolder } from '../project.js';

/** The folders the launcher's code is in. */
const folders = ['embedded', 'embedded/postgres', 'embedded/redis', 'src/config', 'src/platform/database'];

/**
 * Compiles the launcher as it is now, below node_modules so that it finds its packages, and returns the folder: real processes need
 * compiled code, and the tests need no build before them.
 */
export async function compileLauncher(): Promise<string> {
  const cache = join(projectFolder, 'node_modules', '.cache');
  mkdirSync(cache, { recursive: true });
  const target = mkdtempSync(join(cache, 'launcher-'));
  writeFileSync(join(target, 'package.json'), '{ "type": "module" }');
  symlinkSync(join(projectFolder, 'prisma'), join(target, 'prisma'));
  const options = {
    jsc: { parser: { syntax: 'typescript', decorators: true }, target: 'es2022' },
    module: { type: 'es6' },
  } as const;
  for (const source of folders.flatMap(sourcesIn)) {
    const { code } = await transformFile(join(projectFolder, source), options);
    mkdirSync(join(target, dirname(source)), { recursive: true });
    writeFileSync(join(target, source.replace(/\.ts$/, '.js')), code);
  }
  return target;
}

function sourcesIn(folder: string): string[] {
  const names = readdirSync(join(projectFolder, folder)).filter(
    (name) => name.endsWith('.ts') && !/\.(spec|d)\.ts$/.test(name),
  );
  return names.map((name) => join(folder, name));
}
