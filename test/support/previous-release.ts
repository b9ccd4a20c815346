import { execFileSync, spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { projectFolder } from './operator.js';

/** The release that operators upgrade from. The commit after the next release replaces it. */
const commit = '24f2c657b5c90059b367cd6888c396e65b5ef166';

/** A build of the previous release. */
export interface PreviousRelease {
  /** Folder of its processes. */
  readonly build: string;
  remove(): void;
}

/** Returns why the previous release cannot be built here, or undefined. */
export function whyNoPreviousRelease(): string | undefined {
  const { status } = spawnSync('git', ['cat-file', '-e', `${commit}^{tree}`], { cwd: projectFolder });
  return status === 0 ? undefined : `the repository lacks the commit ${commit}; fetch it with: git fetch --unshallow`;
}

/** Builds the previous release in a folder of its own, with the installed packages and tools. */
export function buildPreviousRelease(): PreviousRelease {
  const folder = mkdtempSync(join(tmpdir(), 'previous-release-'));
  const archive = join(folder, 'release.tar');
  const run = (command: string, ...args: string[]) =>
    execFileSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
  execFileSync('git', ['archive', '--output', archive, commit], { cwd: projectFolder });
  run('tar', '--extract', '--file', archive);
  symlinkSync(join(projectFolder, 'node_modules'), join(folder, 'node_modules'));
  // It served the dashboard with a package that is no longer installed. This build has no dashboard.
  const middleware = join(folder, 'src/platform/dashboard/dashboard.middleware.ts');
  writeFileSync(
    middleware,
    readFileSync(middleware, 'utf8').replace("import sirv from 'sirv';", 'declare const sirv: any;'),
  );
  for (const name of ['tools/compile.mjs', 'tools/prisma-schema-engine.mjs', 'prisma.config.ts'])
    cpSync(join(projectFolder, name), join(folder, name));
  run('node_modules/.bin/prisma', 'generate');
  run(process.execPath, 'tools/compile.mjs');
  for (const data of ['catalog', 'auth/password'])
    cpSync(join(folder, 'src', data), join(folder, 'dist/src', data), {
      recursive: true,
      filter: (name) => !/\.ts$/.test(name),
    });
  return { build: join(folder, 'dist/src'), remove: () => rmSync(folder, { recursive: true, force: true }) };
}
