import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { birthmark } from '../embedded/process-identity.js';
import { projectFolder } from '../embedded/project.js';
import { temporaryFolders } from '../embedded/testing/temporary-folder.js';

const pidFiles = ['postgres/cluster/postmaster.pid', 'redis/server.pid'];

describe('npm run demo', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  let folder: string;
  let text: string;
  let errors: string;

  beforeEach(() => (folder = temporaryFolder()));

  /** In a working folder of its own, which is also where it makes its temporary folder. */
  const start = (...words: string[]) => {
    text = '';
    errors = '';
    const child = spawn(process.execPath, [join(projectFolder, 'dist/demo/demo.js'), ...words], {
      cwd: folder,
      env: { PATH: process.env.PATH, TMPDIR: folder },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
    child.stderr.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
    const ended = once(child, 'close').then(([code]) => code as number | null);
    return { child, ended };
  };
  const dataDirs = () => readdirSync(folder).filter((name) => name.startsWith('simulation-service-demo-'));
  const filesThere = () =>
    dataDirs().flatMap((name) => pidFiles.map((file) => join(folder, name, file)).filter((path) => existsSync(path)));

  it.each<[string, NodeJS.Signals, () => boolean]>([
    ['as soon as it has a folder', 'SIGTERM', () => dataDirs().length > 0],
    ['while its servers start', 'SIGHUP', () => filesThere().length > 0],
    ['right after it is ready', 'SIGINT', () => text.includes('ready at ')],
    ['while it works', 'SIGINT', () => text.includes('We ask 5,000 travellers')],
  ])('interrupted %s, leaves nothing running and no folder', async (_, signal, isMoment) => {
    const { child, ended } = start();
    while (!isMoment() && child.exitCode === null) await sleep(5);
    const left = filesThere().map((path) => Number(/^\d+/.exec(readFileSync(path, 'utf8'))?.[0]));
    child.kill(signal);
    expect({ code: await ended, errors }).toEqual({ code: 130, errors: '' });
    expect(left.map(birthmark)).toEqual(left.map(() => undefined));
    expect(dataDirs()).toEqual([]);
  });

  it('shows a whole simulation: shares, who switched, the evidence and people who tell why', async () => {
    const code = await start().ended;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(text).toMatch(/Swissmetro .*\d+\.\d% {2}95%: \d+\.\d% to \d+\.\d%/);
    expect(text).toMatch(/Car → Swissmetro +\d+ people/);
    expect(text).toMatch(/Fitted to 4,734 real choices of Swissmetro .*; McFadden R² 0\.26\./);
    expect(text).toMatch(/Foretold 226 people it had never seen: train \d+\.\d% \(was \d+\.\d%\), /);
    expect(text.match(/^ {2}agent_\d+ {2}\S/gm)).toHaveLength(3);
    expect(text).toMatch(/s in all, the start included\.\n$/);
    expect(dataDirs()).toEqual([]);
  });

  it('says why it does not start, also when `.env` is the reason', async () => {
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=loud\n');
    expect(await start().ended).toBe(1);
    expect(errors).toMatch(/^LOG_LEVEL: [^\n]*\n$/);
    expect(dataDirs()).toEqual([]);
  });

  it('refuses an option that it does not know with a line that says how to use it', async () => {
    expect(await start('--kepe').ended).toBe(2);
    expect(errors).toBe('usage: npm run demo [-- --keep]\n');
  });
});
