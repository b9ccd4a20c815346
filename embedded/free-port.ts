import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { ServerStartError } from './server-process.js';

const attempts = 5;

/** A port of 127.0.0.1 that nobody listened on a moment ago. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

/** Between finding a free port and using it another process may take it: then the next one. */
export async function onFreePort<T>(start: (port: number) => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await start(await freePort());
    } catch (error) {
      const taken = error instanceof ServerStartError && /address already in use/i.test(error.output);
      if (!taken || attempt === attempts) throw error;
    }
  }
}
