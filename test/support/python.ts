import { spawnSync } from 'node:child_process';
import { join } from 'node:path';
import { projectFolder } from './operator.js';

/** The package of the Python client, and the packages that the tests install. */
export const installedPackages = join(projectFolder, 'dist/test/python-packages');
export const pythonPath = `${join(projectFolder, 'clients/python/src')}:${installedPackages}`;

let found: { command: string | undefined } | undefined;

/** The command of a Python with the packages of the Python client; undefined if there is none. */
export function findPython(): string | undefined {
  found ??= { command: search() };
  return found.command;
}

function search(): string | undefined {
  const tool = join(projectFolder, 'tools/test-python.mjs');
  const { status, stdout } = spawnSync(process.execPath, [tool, '--check'], { encoding: 'utf8' });
  return status === 0 ? stdout.trim() : undefined;
}
