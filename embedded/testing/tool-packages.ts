import { execFileSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../project.js';

/** Installs the packages of a folder in `tools`, which are not packages of the project because of their size. Returns their folder. */
export function installTool(name: string): string {
  const folder = join(projectFolder, 'tools', name);
  // npm writes this file last.
  if (!existsSync(join(folder, 'node_modules/.package-lock.json')))
    execFileSync('npm', ['ci', '--prefix', folder, '--no-audit', '--no-fund', '--loglevel', 'error'], {
      stdio: 'inherit',
    });
  return join(folder, 'node_modules');
}
