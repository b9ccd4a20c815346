import { createServer } from 'node:net';
import { ConfigError } from '../src/config/env.js';

/** Says so at once when the API could not listen there, rather than after everything else has been started. */
export async function refuseTakenPort(host: string, port: number): Promise<void> {
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
    return `PORT: ${port} is taken on ${host}; choose another, like PORT=${port + 1} npm start`;
  if (code === 'EACCES')
    return `PORT: ${port} is not allowed to this user; choose one above 1023, like PORT=3000 npm start`;
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND')
    return `HOST: ${host} is no address of this machine; leave it unset for 127.0.0.1`;
  return `HOST, PORT: cannot listen on ${host}:${port} (${code}); choose others`;
}
