import { existsSync, readFileSync, writeFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { temporaryFolders } from '../embedded/testing/temporary-folder.js';
import { startMark } from '../embedded/process-identity.js';
import { projectFolder } from '../embedded/project.js';
import { describeInFullLevel } from '../test/support/full-level.js';

/** Starts the demo in a working folder, which also contains its temporary folder. `ended` resolves to the exit code. */
function startDemo(folder: string, ...args: string[]) {
  const printed = { text: '', errors: '' };
  const child = spawn(process.execPath, [join(projectFolder, 'dist/demo/demo.js'), ...args], {
    cwd: folder,
    env: { PATH: process.env.PATH, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => (printed.text += chunk));
  child.stderr.setEncoding('utf8').on('data', (chunk: string) => (printed.errors += chunk));
  const ended = once(child, 'close').then(([code]) => code as number | null);
  return { child, printed, ended };
}

/** The temporary folders of demos that were started in a working folder. */
const dataDirsOf = (folder: string): string[] =>
  readdirSync(folder).filter((name) => name.startsWith('simulation-service-demo-'));

describe('npm run demo', () => {
  const temporaryFolder = temporaryFolders(afterAll);

  it('The demo shows the shares, the switching agents, the evidence and three transcripts', async () => {
    const folder = temporaryFolder();
    const { printed, ended } = startDemo(folder);
    const code = await ended;
    const { text, errors } = printed;
    expect({ code, errors }).toEqual({ code: 0, errors: '' });
    expect(text).toMatch(/Swissmetro .*\d+\.\d% {2}95%: \d+\.\d% to \d+\.\d%/);
    expect(text).toMatch(
      /: simulation \d+\.\d\d, estimation \d+\.\d\d, population (\d+\.\d\d|unknown), model (\d+\.\d\d|unknown) points\n/,
    );
    expect(text).toMatch(/Car → Swissmetro +\d+ simulated agents/);
    expect(text).toMatch(/Data: Swissmetro .*, stated choices in a survey, not observed travel\./);
    expect(text).toMatch(/Fitted to 4,734 choices\. McFadden R² in-sample: 0\.35 compared with equal shares, 0\.23 /);
    expect(text).toMatch(/2,034 choices of 226 other respondents\. McFadden R² 0\.243 compared with constants only\./);
    expect(text).toMatch(/Predicted held-out shares: train \d+\.\d% \(observed \d+\.\d%\), /);
    expect(text.match(/^ {2}agent_\d+ {2}\S/gm)).toHaveLength(3);
    expect(text).toMatch(/Total time, including the start: \d+\.\d s\.\n$/);
    expect(dataDirsOf(folder)).toEqual([]);
  });
});

const pidFiles = ['postgres/cluster/postmaster.pid', 'redis/server.pid'];

describeInFullLevel('an interrupted or rejected demo', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  let folder: string;

  beforeEach(() => (folder = temporaryFolder()));

  const existing = (...files: string[]) =>
    dataDirsOf(folder).flatMap((name) =>
      files.map((file) => join(folder, name, file)).filter((path) => existsSync(path)),
    );

  it.each<[string, NodeJS.Signals, (text: string) => boolean]>([
    ['while it simulates', 'SIGINT', (text) => text.includes('5,000 simulated agents')],
    ['while its servers start', 'SIGINT', () => existing('postgres/cluster/postmaster.opts').length > 0],
    ['before its servers start', 'SIGHUP', () => dataDirsOf(folder).length > 0],
  ])('The demo interrupted %s leaves no process and no folder', async (_, signal, isMoment) => {
    const { child, printed, ended } = startDemo(folder);
    while (!isMoment(printed.text) && child.exitCode === null) await sleep(5);
    const pids = existing(...pidFiles).map((path) => Number(/^\d+/.exec(readFileSync(path, 'utf8'))?.[0]));
    child.kill(signal);
    expect({ code: await ended, errors: printed.errors }).toEqual({ code: 130, errors: '' });
    expect(pids.map(startMark)).toEqual(pids.map(() => undefined));
    expect(dataDirsOf(folder)).toEqual([]);
  });

  it('The demo states why it does not start, including an invalid `.env`', async () => {
    writeFileSync(join(folder, '.env'), 'LOG_LEVEL=loud\n');
    const { printed, ended } = startDemo(folder);
    expect(await ended).toBe(1);
    expect(printed.errors).toMatch(/^LOG_LEVEL: [^\n]*\n$/);
    expect(dataDirsOf(folder)).toEqual([]);
  });

  it('The demo rejects an unknown option and prints its usage', async () => {
    const { printed, ended } = startDemo(folder, '--kepe');
    expect(await ended).toBe(2);
    expect(printed.errors).toBe('Usage: npm run demo [-- --keep]\n');
  });
});
