import { spawn, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { chmodSync, mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from './operator.js';
import { findPython, installedPackages } from './python.js';

const commands = { simulate: 'cli/main.js', 'simulation-service-mcp': 'mcp/main.js' };
const compiler = join(projectFolder, 'node_modules/typescript/bin/tsc');
const strict = '--target es2022 --module nodenext --strict --skipLibCheck --types node --ignoreConfig'.split(' ');

export interface ClientPackage {
  name: string;
  bytes: Buffer;
}

/** The packages that a service serves, each with the checksum that it states. */
export async function servedPackages(url: string): Promise<ClientPackage[]> {
  const read = async (name: string) => {
    const response = await fetch(`${url}/clients/${name}`);
    if (!response.ok) throw new Error(`/clients/${name}: ${response.status}. Run npm run build:client.`);
    return Buffer.from(await response.arrayBuffer());
  };
  const lines = (await read('SHA256SUMS.txt')).toString().trim().split('\n');
  return Promise.all(
    lines.map(async (line) => {
      const [sum, name] = line.split('  ');
      const bytes = await read(name!);
      expect([name, createHash('sha256').update(bytes).digest('hex')]).toEqual([name, sum]);
      return { name: name!, bytes };
    }),
  );
}

/** A folder in which programs find the clients that a service serves, their commands, and the address and key of the service. */
export class ClientPrograms {
  readonly env: Record<string, string>;
  private count = 0;

  private constructor(
    readonly folder: string,
    service: { url: string; key: string },
    wheel: string,
  ) {
    this.env = {
      PATH: `${join(folder, 'bin')}:${process.env['PATH']}`,
      SVC_URL: service.url,
      SVC_API_KEY: service.key,
      PYTHONPATH: `${wheel}:${installedPackages}`,
      // Matplotlib stores a cache of fonts there.
      MPLCONFIGDIR: join(projectFolder, 'dist/test/matplotlib'),
    };
  }

  /** @param options options that each command gets */
  static async create(name: string, service: { url: string; key: string }, options = ''): Promise<ClientPrograms> {
    // In the project, so that the client finds its dependencies.
    const folder = join(projectFolder, `dist/test/${name}-${process.pid}`);
    const [bin, client] = ['bin', 'node_modules/simulation-service-client'].map((path) => join(folder, path));
    for (const path of [bin!, client!, join(folder, 'python')]) mkdirSync(path, { recursive: true });
    const packages = await servedPackages(service.url);
    const bytesOf = (suffix: string) => packages.find((each) => each.name.endsWith(suffix))!.bytes;
    const unpacked = spawnSync('tar', ['xz', '--strip-components=1', '-C', client!], { input: bytesOf('.tgz') });
    expect(unpacked.stderr.toString()).toBe('');
    // Type checkers read no packages in archives.
    const wheel = join(folder, 'python.whl');
    writeFileSync(wheel, bytesOf('.whl'));
    expect(spawnSync('unzip', ['-q', wheel, '-d', join(folder, 'python')]).status).toBe(0);
    for (const [command, file] of Object.entries(commands)) {
      const path = join(bin!, command);
      writeFileSync(
        path,
        `#!/bin/sh\nexec "${process.execPath}" "${join(client!, 'dist/esm', file)}" "$@" ${options}\n`,
      );
      chmodSync(path, 0o755);
    }
    return new ClientPrograms(folder, service, join(folder, 'python'));
  }

  /** Compiles modules with all checks of types, and returns the files of the compiled modules. */
  async compile(programs: readonly string[]): Promise<string[]> {
    const files = programs.map((program) => this.write('mts', program));
    await this.run(process.execPath, [compiler, ...strict, ...files]);
    return files.map((file) => file.replace(/mts$/, 'mjs'));
  }

  /** Runs compiled modules one after the other in one process, and returns what they print. */
  node(modules: readonly string[]): Promise<string> {
    return this.run(process.execPath, [
      this.write('mjs', modules.map((file) => `await import(${JSON.stringify(file)});`).join('\n')),
    ]);
  }

  /** Runs a program with a Python that has the packages of the client. */
  python(program: string): Promise<string> {
    return this.run(findPython()!, ['-B', '-c', program]);
  }

  /** Checks the types of programs with all checks of mypy. */
  mypy(programs: readonly string[]): Promise<string> {
    const files = programs.map((program) => this.write('py', program));
    const config = join(projectFolder, 'clients/python/pyproject.toml');
    return this.run(findPython()!, ['-B', '-m', 'mypy', '--config-file', config, ...files]);
  }

  bash(script: string): Promise<string> {
    return this.run('bash', ['--norc', '-c', script]);
  }

  remove(): void {
    rmSync(this.folder, { recursive: true, force: true });
  }

  private write(extension: string, text: string): string {
    const file = join(this.folder, `program_${++this.count}.${extension}`);
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
