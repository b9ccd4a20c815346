import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { once } from 'node:events';
import { runCommand } from './commands.js';
import { projectFolder } from './operator.js';

/**
 * Computes the result of a manifest again with the CLI, without the service and with an empty environment, as on a machine that has only the
 * code. Does not block the test process: the service closes connections that were idle for a minute, and a blocked client would use them again.
 */
export async function reproduce(manifest: unknown, ...options: string[]) {
  const child = spawn(process.execPath, ['dist/app/cli.js', 'simulation', 'reproduce', '-', ...options], {
    cwd: projectFolder,
    env: { PATH: process.env['PATH'] },
  });
  child.stdin.end(JSON.stringify(manifest));
  const [stdout, stderr, [status]] = await Promise.all([
    text(child.stdout),
    text(child.stderr),
    once(child, 'close') as Promise<[number | null]>,
  ]);
  return { status, stdout, stderr };
}

/** The same in this process, which takes less time than the start of another one. */
export async function reproduceHere(manifest: unknown, ...options: string[]) {
  const folder = mkdtempSync(join(tmpdir(), 'manifest-'));
  try {
    const file = join(folder, 'manifest.json');
    writeFileSync(file, JSON.stringify(manifest));
    const { code: status, ...output } = await runCommand(['simulation', 'reproduce', file, ...options], {});
    return { status, ...output };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
