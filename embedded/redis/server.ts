import { randomBytes } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ConfigError } from '../../src/config/env.js';
import { replaceFile } from '../../src/config/files.js';
import { readOrCreate } from '../data-folder.js';
import { onFreePort } from '../free-port.js';
import { type StopStep, stopProcess } from '../stopping.js';
import type { RedisKind } from './kind.js';
import { systemRedis } from './system.server.js';
import { wasmRedis } from './wasm.server.js';
import { startMark } from '../process-identity.js';

const startTimeoutMs = 180_000;
const stopSteps: readonly StopStep[] = [
  { signal: 'SIGTERM', timeoutMs: 15_000 },
  { signal: 'SIGKILL', timeoutMs: 5_000 },
];

export interface RedisServer {
  redisUrl: string;
  description: string;
  failed: Promise<never>;
  stop(): Promise<void>;
}

/** Starts a private Redis on 127.0.0.1 with its data in `folder`. `forced` requires one kind. Throws {@link ConfigError} if it is not installed. */
export async function startRedis(
  folder: string,
  log: (line: string) => void,
  forced?: RedisKind['name'],
): Promise<RedisServer> {
  mkdirSync(folder, { recursive: true });
  const pidFile = join(folder, 'server.pid');
  const stopped = await stopRecordedProcess(pidFile, stopSteps);
  if (stopped !== undefined) log(`Stopped the Redis that an earlier start left running (pid ${stopped}).`);
  const kind = chooseKind(folder, log, forced);
  const password = readOrCreate(join(folder, 'password'), () => randomBytes(24).toString('hex'));
  const [server, port] = await onFreePort(async (free) => {
    const place = { folder: join(folder, kind.name), port: free, password, logFile: join(folder, 'server.log') };
    const onSpawn = (pid: number) => recordProcess(pidFile, pid);
    return [await kind.start({ ...place, startTimeoutMs, stopSteps, onSpawn }), free] as const;
  });
  return {
    redisUrl: `redis://:${password}@127.0.0.1:${port}`,
    description: `Redis: ${kind.title}, private, data in ${folder}`,
    failed: server.failed,
    stop: () => server.stop(),
  };
}

/** The forced kind, or the kind that wrote the data if it is installed, or the first installed kind. */
function chooseKind(folder: string, log: (line: string) => void, forced: RedisKind['name'] | undefined): RedisKind {
  const kindFile = join(folder, 'kind');
  const before = existsSync(kindFile) ? readFileSync(kindFile, 'utf8').trim() : undefined;
  const present = [systemRedis(), wasmRedis()].filter((kind) => kind !== undefined);
  const kind = forced
    ? present.find(({ name }) => name === forced)
    : (present.find(({ name }) => name === before) ?? present[0]);
  if (!kind) throw noRedis(forced);
  if (before !== undefined && before !== kind.name) {
    log(
      `Redis: ${kind.title} cannot read the data of "${before}"; the queues start empty and are refilled from Postgres.`,
    );
  }
  if (before !== kind.name) replaceFile(kindFile, `${kind.name}\n`);
  return kind;
}

function noRedis(forced: RedisKind['name'] | undefined): ConfigError {
  if (forced)
    return new ConfigError([
      `SVC_EMBEDDED_REDIS: no Redis of the kind "${forced}" is installed; unset the variable or install one`,
    ]);
  const install = process.platform === 'darwin' ? 'brew install redis' : 'apt-get install redis-server';
  return new ConfigError([
    `REDIS_URL: no Redis is installed; run npm ci without --omit, or ${install}, or set REDIS_URL`,
  ]);
}

/** Records a server in a file, so that the next start can stop it if the launcher is killed. */
function recordProcess(path: string, pid: number): void {
  replaceFile(path, `${pid} ${startMark(pid) ?? ''}\n`);
}

/** Stops the server in the file. Returns its pid, or undefined if it does not run. */
async function stopRecordedProcess(path: string, steps: readonly StopStep[]): Promise<number | undefined> {
  const [pid = '', ...mark] = readRecord(path).split(' ');
  const isSame = () => pid !== '' && startMark(Number(pid)) === mark.join(' ');
  if (!isSame()) return undefined;
  await stopProcess(Number(pid), isSame, steps);
  return Number(pid);
}

function readRecord(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
