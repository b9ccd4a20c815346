import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../embedded/project.js';

/** A running demo, with its output so far. */
export interface DemoProcess {
  readonly child: ChildProcess;
  readonly printed: { text: string; errors: string };
  /** Resolves to the exit code. */
  readonly ended: Promise<number | null>;
}

/** Starts the demo in a working folder, which also contains its temporary folder. */
export function startDemo(folder: string, ...args: string[]): DemoProcess {
  const printed = { text: '', errors: '' };
  const child = spawn(process.execPath, [join(projectFolder, 'dist/demo/demo.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed.text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (printed.errors += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, printed, ended };
}

/** The temporary folders of demos that were started in a working folder. */
export const dataDirsOf = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('simulation-service-demo-'));
