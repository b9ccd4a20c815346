import { spawn } from 'node:child_process';
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './operator.js';
import { findPython, pythonPath } from './python.js';

const built = join(projectFolder, 'dist/clients/typescript/src');
const commands = { simulate: 'cli/main.js', 'simulation-service-mcp': 'mcp/main.js' };

/** A folder in which programs find the clients, their commands, and the address and key of a service. */
export class ClientPrograms {
  readonly folder: string;
  readonly env: Record<string, string>;
  private count = 0;

  /** @param options options that each command gets */
  constructor(name: string, service: { url: string; key: string }, options = '') {
    this.folder = join(projectFolder, `dist/test/${name}-${process.pid}`);
    const bin = join(this.folder, 'bin');
    const client = join(this.folder, 'node_modules/@simulation-service/client');
    for (const path of [bin, client]) mkdirSync(path, { recursive: true });
    symlinkSync(built, join(client, 'dist'));
    writeFileSync(join(client, 'package.json'), '{ "type": "module", "exports": "./dist/index.js" }');
    for (const [command, file] of Object.entries(commands)) {
      writeFileSync(
        join(bin, command),
        `#!/bin/sh\nexec "${process.execPath}" "${join(built, file)}" "$@" ${options}\n`,
      );
      chmodSync(join(bin, command), 0o755);
    }
    this.env = {
      PATH: `${bin}:${process.env['PATH']}`,
      SVC_URL: service.url,
      SVC_API_KEY: service.key,
      PYTHONPATH: pythonPath,
      // Matplotlib stores a cache of fonts there.
      MPLCONFIGDIR: join(projectFolder, 'dist/test/matplotlib'),
    };
  }

  /** Runs modules one after the other in one process, and returns what they print. */
  node(programs: readonly string[]): Promise<string> {
    const files = programs.map((program) => this.write('mjs', program));
    return this.run(process.execPath, [
      this.write('mjs', files.map((file) => `await import(${JSON.stringify(file)});`).join('\n')),
    ]);
  }

  /** Runs a program with a Python that has the packages of the client. */
  python(program: string): Promise<string> {
    return this.run(findPython()!, ['-B', '-c', program]);
  }

  bash(script: string): Promise<string> {
    return this.run('bash', ['--norc', '-c', script]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private write(extension: string, text: string): string {
    const file = join(this.folder, `program-${++this.count}.${extension}`);
    writeFileSync(file, text);
    return file;
  }

  private run(command: string, args: string[]): Promise<string> {
    return new Promise((resolve, reject) => {
      const child = spawn(command, args, { cwd: this.folder, env: this.env });
      let [stdout, stderr] = ['', ''];
      child.stdout.on('data', (bytes: Buffer) => (stdout += bytes.toString()));
      child.stderr.on('data', (bytes: Buffer) => (stderr += bytes.toString()));
      child.once('error', reject);
      child.once('close', (code) =>
        code === 0 ? resolve(stdout) : reject(new Error(`${args.at(-1)}\n${stdout}\n${stderr}`)),
      );
    });
  }
}
