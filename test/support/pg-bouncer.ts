import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onFreePort } from '../../embedded/free-port.js';
import { ServerProcess } from '../../embedded/server-process.js';

const command = 'pgbouncer';

export const hasPgBouncer = () => spawnSync(command, ['--version']).error === undefined;

/** PgBouncer in front of databases, as installed by the package of the system. */
export class PgBouncer {
  private constructor(
    private readonly folder: string,
    private readonly server: ServerProcess,
    private readonly port: number,
  ) {}

  /** @param options lines of the section `pgbouncer` */
  static async start(databaseUrls: readonly string[], options: Readonly<Record<string, string>>): Promise<PgBouncer> {
    const folder = mkdtempSync(join(tmpdir(), 'pgbouncer-'));
    // PgBouncer does not run as root.
    const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : [];
    const [server, port] = await onFreePort(async (free) => {
      const file = join(folder, 'pgbouncer.ini');
      writeFileSync(file, configuration(databaseUrls, { ...options, listen_port: String(free) }));
      for (const path of [folder, file]) chmodSync(path, 0o755);
      const started = await ServerProcess.start({
        name: 'PgBouncer',
        command,
        args: [...user, file],
        options: { cwd: folder, env: { PATH: process.env.PATH } },
        logFile: join(folder, 'server.log'),
        readyLine: /process up/,
        startTimeoutMs: 60_000,
        stopSteps: [{ signal: 'SIGKILL', timeoutMs: 10_000 }],
      });
      return [started, free] as const;
    });
    return new PgBouncer(folder, server, port);
  }

  /** The URL of a database through the pooler. */
  urlOf(databaseUrl: string): string {
    const url = new URL(databaseUrl);
    url.port = String(this.port);
    return url.toString();
  }

  async stop(): Promise<void> {
    await this.server.stop();
    rmSync(this.folder, { recursive: true, force: true });
  }
}

function configuration(databaseUrls: readonly string[], options: Readonly<Record<string, string>>): string {
  const databases = databaseUrls.map((text) => {
    const { hostname, port, pathname, username, password } = new URL(text);
    return `${pathname.slice(1)} = host=${hostname} port=${port} user=${username} password=${password}`;
  });
  const common = { listen_addr: '127.0.0.1', unix_socket_dir: '', auth_type: 'any', ...options };
  const lines = Object.entries(common).map(([name, value]) => `${name} = ${value}`);
  return ['[databases]', ...databases, '[pgbouncer]', ...lines, ''].join('\n');
}
