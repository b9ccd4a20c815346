import getPort from 'get-port';
import { ServerStartError } from './server-process.js';

const attempts = 5;

/** A port of 127.0.0.1 on which no process listens. */
export const freePort = (): Promise<number> => getPort({ host: '127.0.0.1' });

/** Starts a server on a free port. Tries another port if a process takes the port before the server does. */
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
