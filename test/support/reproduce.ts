import { spawnSync } from 'node:child_process';
import { projectFolder } from './operator.js';

/** Computes the result of a manifest again with the CLI, without the service. */
export function reproduce(manifest: unknown) {
  return spawnSync(process.execPath, ['dist/app/cli.js', 'simulation', 'reproduce', '-', '--json'], {
    cwd: projectFolder,
    env: { PATH: process.env['PATH'] },
    input: JSON.stringify(manifest),
    encoding: 'utf8',
  });
}
