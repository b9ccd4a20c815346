import { mkdirSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { isExecutable } from '../executable.js';
import { ServerProcess } from '../server-process.js';
import type { RedisKind } from './kind.js';

const commands = ['valkey-server', 'redis-server'];

/** Installed Redis or Valkey, started as a private server with an append-only file. */
export function systemRedis(): RedisKind | undefined {
  const command = commands.map(findOnPath).find((path) => path !== undefined);
  if (command === undefined) return undefined;
  return {
    name: 'system',
    title: command,
    start: ({ folder, port, password, ...rest }) => {
      mkdirSync(folder, { recursive: true });
      return ServerProcess.start({
        ...rest,
        name: 'Redis',
        command,
        args: ['-'],
        // Not as arguments, because every user of the machine can read them.
        input: configuration(port, password),
        options: { cwd: folder, env: { PATH: process.env.PATH, LC_ALL: 'C' } },
        readyLine: /Ready to accept connections/,
      });
    },
  };
}

function configuration(port: number, password: string): string {
  const lines = [
    `port ${port}`,
    'bind 127.0.0.1',
    `requirepass ${password}`,
    'dir .',
    'appendonly yes',
    'appendfsync everysec',
    'save ""',
    'maxmemory-policy noeviction',
    'daemonize no',
  ];
  return `${lines.join('\n')}\n`;
}

function findOnPath(name: string): string | undefined {
  const folders = (process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== '');
  return folders.map((folder) => join(folder, name)).find(isExecutable);
}
