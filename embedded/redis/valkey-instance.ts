import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
import { ValkeyHost } from './valkey-host.js';

/** Without network activity, Valkey still needs steps for key expiry and for client timeouts. */
const idleStepIntervalMs = 20;
/** Steps of Valkey before Node runs its event loop, which sends the responses. */
const maxConsecutiveSteps = 200;

interface Exports {
  memory: { buffer: ArrayBuffer };
  rk_boot(port: number): void;
  /** Runs one step of the event loop. Returns the number of handled events. */
  rk_step(): number;
}

/**
 * Runs Valkey as WebAssembly in this process, with its files in `folder`. Uses only the module of the package: the class of the package responds
 * every 100 ms and has no files.
 */
export async function startValkey(wasmFile: string, folder: string, port: number): Promise<ValkeyHost> {
  let scheduled = false;
  let exports: Exports | undefined = undefined as Exports | undefined;
  const step = () => {
    scheduled = false;
    let steps = 0;
    while (exports && exports.rk_step() > 0) if (++steps === maxConsecutiveSteps) return void setImmediate(step);
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(step);
  };
  const host = new ValkeyHost(() => Buffer.from(exports?.memory.buffer ?? new ArrayBuffer(0)), schedule);
  exports = await instantiate(wasmFile, folder, host);
  exports.rk_boot(port);
  setInterval(step, idleStepIntervalMs);
  return host;
}

async function instantiate(wasmFile: string, folder: string, host: ValkeyHost): Promise<Exports> {
  const wasi = new WASI({
    version: 'preview1',
    args: ['valkey-server'],
    env: {},
    preopens: { '/': folder, '.': folder },
  });
  const module = await WebAssembly.compile(readFileSync(wasmFile));
  const instance = await WebAssembly.instantiate(module, {
    // Valkey would not respond until the disk has written the file. The process that calls SAVE flushes it instead.
    wasi_snapshot_preview1: { ...wasi.wasiImport, fd_sync: () => 0 },
    host: host.imports(),
    // Lua reports errors with longjmp. This build throws them as an exception with the address of the arguments.
    env: { __c_longjmp: new WebAssembly.Tag({ parameters: ['i32'] }) },
  });
  wasi.initialize(instance);
  return instance.exports as unknown as Exports;
}
