import { existsSync } from 'node:fs';
import { ServerProcess } from './server-process.js';

describe('a server process', () => {
  it('A server whose log cannot be written on a full disk still runs, and its end names the full disk', async () => {
    if (!existsSync('/dev/full')) return;
    const script = `console.log('ready'); setTimeout(() => { console.log('PANIC: No space left on device'); process.exit(1); }, 200);`;
    const server = await ServerProcess.start({
      name: 'Postgres',
      command: process.execPath,
      args: ['-e', script],
      options: {},
      logFile: '/dev/full',
      readyLine: /ready/,
      startTimeoutMs: 30_000,
      stopSteps: [{ signal: 'SIGKILL', timeoutMs: 5_000 }],
    });
    await expect(server.failed).rejects.toThrow(/^Postgres ended because the disk is full; free some space[^\n]*$/);
  });
});
