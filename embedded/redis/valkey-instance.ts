import { readFileSync } from 'node:fs';
import { WASI } from 'node:wasi';
import { ValkeyHost } from './valkey-host.js';

/** Valkey asks for a turn now and then even when nothing happens: for expiry and for clients that wait with a timeout. */
const idleStepMs = 20;
/** Turns in a row before Node gets one, to send what Valkey wrote. */
const stepsInARow = 200;

interface Exports {
  memory: { buffer: ArrayBuffer };
  rk_boot(port: number): void;
  /** One turn of the event loop; returns how many events it handled. */
  rk_step(): number;
}

/**
 * Valkey as WebAssembly, running in this process, with its files in `folder`. The package's own class answers only every 100 ms and has no files;
 * of the package only the module is used.
 */
export async function startValkey(wasmFile: string, folder: string, port: number): Promise<ValkeyHost> {
  let scheduled = false;
  let exports: Exports | undefined = undefined as Exports | undefined;
  const step = () => {
    scheduled = false;
    let turns = 0;
    while (exports && exports.rk_step() > 0) if (++turns === stepsInARow) return void setImmediate(step);
  };
  const schedule = () => {
    if (scheduled) return;
    scheduled = true;
    queueMicrotask(step);
  };
  const host = new ValkeyHost(() => Buffer.from(exports?.memory.buffer ?? new ArrayBuffer(0)), schedule);
  exports = await instantiate(wasmFile, folder, host);
  exports.rk_boot(port);
  setInterval(step, idleStepMs);
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
    wasi_snapshot_preview1: wasi.wasiImport,
    host: host.imports(),
    // Lua's errors are longjmp, which this build throws as an exception with the address of its arguments.
    env: { __c_longjmp: new WebAssembly.Tag({ parameters: ['i32'] }) },
  });
  wasi.initialize(instance);
  return instance.exports as unknown as Exports;
}
