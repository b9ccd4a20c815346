import { loadDotEnv } from '../src/config/env-file.js';
import { errorLines } from './error-lines.js';
import { aborted, interruption } from './interruption.js';
import { launch, type LaunchOptions, type Running } from './launcher.js';

/** Runs the service in a terminal until Ctrl-C or until a part of it fails; returns the exit code. */
export async function runInTerminal(entries: Pick<LaunchOptions, 'apiEntry' | 'workerEntry'> = {}): Promise<number> {
  const interrupted = interruption();
  let running: Running | undefined;
  try {
    loadDotEnv();
    running = await launch(process.env, { log: print, serviceOutput: 'inherit' }, { ...entries, signal: interrupted });
    print(banner(running));
    await Promise.race([running.failed, aborted(interrupted)]);
    await stop(running);
    return 0;
  } catch (error) {
    if (running === undefined && interrupted.aborted) return 0;
    complain(error);
    await running?.stop().catch((stopError: unknown) => stopError === error || complain(stopError));
    return 1;
  }
}

async function stop(running: Running): Promise<void> {
  print('Stopping…');
  await running.stop();
  print('Stopped. The data stays for the next start.');
}

function banner({ url, servers }: Running): string {
  const lines = [
    '',
    `  Simulation Service listens on ${url}`,
    `  ${servers.description.postgres}`,
    `  ${servers.description.redis}`,
    '',
    '  To begin, make a key (in another terminal):',
    '    npm run --silent cli -- bootstrap --tier sandbox --organization "Acme"',
    '',
    '  Ctrl-C stops everything.',
    '',
  ];
  return lines.join('\n');
}

const complain = (error: unknown) => process.stderr.write(`${errorLines(error).join('\n')}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);
