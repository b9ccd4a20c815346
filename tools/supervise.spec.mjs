import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { startMark } from '../embedded/process-identity.js';
import { projectFolder } from '../embedded/project.js';
import { waitUntil } from '../test/support/wait-until.js';

// The descendant is in a session of its own, like a server that a test starts, and ignores the signals that can be ignored.
const descendant = `for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(name, () => undefined);
console.log(process.pid);
setInterval(() => undefined, 1000);`;
const command = `const child = require('node:child_process').spawn(process.execPath, ['-e', ${JSON.stringify(descendant)}],
  { detached: true, stdio: 'inherit' });
child.unref();
setInterval(() => undefined, 1000);`;
const supervisor = join(projectFolder, 'tools/supervise.mjs');

describe('the supervisor', () => {
  const start = (script) => {
    const child = spawn(process.execPath, [supervisor, process.execPath, '-e', script], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    return { child, ended: once(child, 'exit') };
  };

  it.each([
    ['SIGINT', 130],
    ['SIGTERM', 143],
    ['SIGHUP', 129],
  ])('%s stops the command and its detached descendants, and the exit code is %d', async (signal, code) => {
    const { child, ended } = start(command);
    const [printed] = await once(child.stdout, 'data');
    const pid = Number(printed);
    expect(startMark(pid)).toBeDefined();
    child.kill(signal);
    expect(await ended).toEqual([code, null]);
    // The system needs a moment to end a killed process.
    await waitUntil('the descendant has ended', () => startMark(pid) === undefined);
  });

  it('The exit code of the command is the exit code of the supervisor', async () => {
    expect(await start('process.exit(3)').ended).toEqual([3, null]);
  });
});
