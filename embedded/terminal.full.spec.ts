import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync, watch as watchFolder, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { readRunFile, type RunFile } from '../src/config/run-file.js';
import { startMark } from './process-identity.js';
import { projectFolder } from './project.js';
import { writeStandIns } from './testing/stand-ins.js';
import { temporaryFolders } from './testing/temporary-folder.js';

interface Terminal {
  process: ChildProcess;
  /** Resolves to the output when it matches. */
  printed(pattern: RegExp): Promise<string>;
  ended: Promise<{ code: number | null; errors: string }>;
}

describe('npm start', () => {
  const temporaryFolder = temporaryFolders(afterAll);
  const terminals: Terminal[] = [];
  let folder: string;
  let command: string;
  let dataDir: string;

  beforeAll(() => {
    folder = temporaryFolder();
    command = join(folder, 'start.mjs');
    const { entry } = writeStandIns(folder);
    const terminal = pathToFileURL(join(projectFolder, 'dist/embedded/terminal.js')).href;
    writeFileSync(
      command,
      `import { runInTerminal } from '${terminal}';\nprocess.exit(await runInTerminal(${JSON.stringify(entry)}));\n`,
    );
  });
  beforeEach(() => (dataDir = temporaryFolder()));
  afterEach(async () => {
    for (const { process: launcher, ended } of terminals.splice(0)) {
      launcher.kill('SIGINT');
      await ended;
    }
  });

  const start = (environment: NodeJS.ProcessEnv = {}): Terminal => {
    const env = { PATH: process.env.PATH, PORT: '0', SVC_DATA_DIR: dataDir, ...environment };
    // In a folder without `.env`.
    const terminal = watch(spawn(process.execPath, [command], { cwd: folder, env, stdio: ['ignore', 'pipe', 'pipe'] }));
    terminals.push(terminal);
    return terminal;
  };
  const ready = async (terminal: Terminal): Promise<RunFile> => {
    await terminal.printed(/Press Ctrl-C to stop/);
    const run = readRunFile(dataDir);
    if (run === undefined) throw new Error('there is no run.json');
    return run;
  };

  it('The banner shows the URL, the servers, the first command, and how to sign in with a browser that needs a setting', async () => {
    const text = await start().printed(/Ctrl-C/);
    expect(text).toMatch(/listens on http:\/\/127\.0\.0\.1:\d+\n +Postgres 18\.\d+, private, .*\n +Redis: /);
    expect(text).toContain('npm run --silent cli -- bootstrap --tier sandbox --organization "Acme"');
    // Not every browser stores a Secure cookie from localhost.
    expect(text).toContain('start with SVC_DEBUG=1');
  });

  it('One Ctrl-C, even if it arrives twice, stops all processes with exit code 0', async () => {
    const terminal = start();
    const left = await processesOf(dataDir, await ready(terminal));
    terminal.process.kill('SIGINT');
    terminal.process.kill('SIGINT');
    expect(await terminal.ended).toEqual({ code: 0, errors: '' });
    expect(left.map(startMark)).toEqual(left.map(() => undefined));
    expect(readRunFile(dataDir)).toBeUndefined();
  });

  it('An interrupted start exits with code 0, and the next start succeeds in the same folder', async () => {
    const firstFile = once(watchFolder(dataDir, { persistent: false }), 'change');
    const terminal = start();
    await firstFile;
    terminal.process.kill('SIGTERM');
    expect(await terminal.ended).toEqual({ code: 0, errors: '' });
    await ready(start());
  });

  it('The loss of a part ends the launcher with one line and exit code 1', async () => {
    const terminal = start();
    await ready(terminal);
    process.kill(Number(readFileSync(join(dataDir, 'redis', 'server.pid'), 'utf8').split(' ')[0]), 'SIGKILL');
    const { code, errors } = await terminal.ended;
    expect({ code, errors }).toEqual({
      code: 1,
      errors: expect.stringMatching(/^Redis[^\n]* ended unexpectedly[^\n]*\n$/) as string,
    });
    expect(readRunFile(dataDir)).toBeUndefined();
  });

  it('A rejected start prints one line for each reason and exits with code 1', async () => {
    const first = start();
    await ready(first);
    expect(await start().ended).toEqual({
      code: 1,
      errors: expect.stringMatching(
        new RegExp(`^SVC_DATA_DIR: [^\\n]*\\(pid ${first.process.pid}\\)[^\\n]*\\n$`),
      ) as string,
    });
    const wrong = await start({ PORT: 'x', LOG_LEVEL: 'loud' }).ended;
    expect(wrong).toEqual({ code: 1, errors: expect.stringMatching(/^PORT: [^\n]*\nLOG_LEVEL: [^\n]*\n$/) as string });
  });
});

function watch(child: ChildProcess): Terminal {
  let text = '';
  let errors = '';
  child.stdout?.setEncoding('utf8').on('data', (chunk: string) => {
    text += chunk;
    child.emit('printed');
  });
  child.stderr?.setEncoding('utf8').on('data', (chunk: string) => (errors += chunk));
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, errors }));
  const printed = async (pattern: RegExp) => {
    while (!pattern.test(text)) {
      const more = await Promise.race([once(child, 'printed'), ended.then(() => undefined)]);
      if (more === undefined && !pattern.test(text)) throw new Error(`it ended and printed: ${text}${errors}`);
    }
    return text;
  };
  return { process: child, printed, ended };
}

/** Pids of the service, Postgres and Redis. */
async function processesOf(dataDir: string, run: RunFile): Promise<number[]> {
  const { pid } = (await (await fetch(run.url)).json()) as { pid: number };
  const first = (...path: string[]) => Number(readFileSync(join(dataDir, ...path), 'utf8').split(/\s/)[0]);
  const pids = [pid, first('postgres', 'cluster', 'postmaster.pid'), first('redis', 'server.pid')];
  expect(pids.map(startMark)).toEqual(pids.map(() => expect.any(String) as string));
  return pids;
}
