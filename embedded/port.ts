import { createServer } from 'node:net';
import { ConfigError } from '../src/config/env.js';

/** Throws {@link ConfigError} if the API cannot listen on the port. Runs before the servers start, so that the user learns it early. */
export async function rejectTakenPort(host: string, port: number): Promise<void> {
  if (port === 0) return;
  const server = createServer();
  try {
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen(port, host, resolve));
  } catch (error) {
    throw new ConfigError([reason(host, port, (error as NodeJS.ErrnoException).code)]);
  }
  await new Promise((resolve) => server.close(resolve));
}

function reason(host: string, port: number, code: string | undefined): string {
  if (code === 'EADDRINUSE')
    return `PORT: ${port} is in use on ${host}; choose another, such as PORT=${port + 1} npm start`;
  if (code === 'EACCES')
    return `PORT: ${port} is not allowed for this user; choose one above 1023, such as PORT=3000 npm start`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${host} is not an address of this machine; unset it to use 127.0.0.1`;
  return `HOST, PORT: cannot listen on ${host}:${port} (${code}); choose others`;
}
