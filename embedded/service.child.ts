import { once } from 'node:events';
import { pathToFileURL } from 'node:url';
import type { StartMessage } from './service-process.js';

// Loads the modules of the service while its databases start, which takes as long. Arguments: entry point, and a module that it imports.
// The launcher sends the settings when the databases are ready.

const [entry = '', module] = process.argv.slice(2).map((path) => pathToFileURL(path).href);

const end = () => process.exit(0);
// The launcher was killed.
process.once('disconnect', end);
const started = once(process, 'message') as Promise<[StartMessage]>;
// The import of the entry point reports errors.
if (module !== undefined) import(module).catch(() => undefined);

const [{ settings }] = await started;
// The entry point stops the service itself.
process.removeListener('disconnect', end);
Object.assign(process.env, settings);
await import(entry);
