import { loadDotEnv } from '../src/config/env-file.js';
import { ConfigError } from '../src/config/env.js';
import { launch, type LaunchOptions, type Running } from './launcher.js';

/** Under npm one Ctrl-C arrives twice: from the terminal, and passed on by npm. Only a later one means "now". */
const sameKeyPressMs = 500;

/** Runs the service in a terminal until Ctrl-C or until a part of it fails; returns the exit code. */
export async function runInTerminal(entries: Pick<LaunchOptions, 'apiEntry' | 'workerEntry'> = {}): Promise<number> {
  const interrupted = listenForSignals();
  let running: Running | undefined;
  try {
    loadDotEnv();
    running = await launch(process.env, { log: print, serviceOutput: 'inherit' }, { ...entries, signal: interrupted });
    print(banner(running));
    await Promise.race([running.failed, once(interrupted)]);
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

/** The first signal asks for an orderly stop; the next ends us at once, and what we started is told to end too (see `signalAtExit`). */
function listenForSignals(): AbortSignal {
  const interruption = new AbortController();
  let firstAtMs = 0;
  const interrupt = () => {
    if (!interruption.signal.aborted) {
      firstAtMs = performance.now();
      interruption.abort();
    } else if (performance.now() - firstAtMs > sameKeyPressMs) {
      process.exit(130);
    }
  };
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, interrupt);
  return interruption.signal;
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

function linesOf(error: unknown): string[] {
  if (error instanceof ConfigError) return error.lines;
  return [(error instanceof Error ? error.message : String(error)).replace(/\s*\n\s*/g, ' ')];
}

function once(signal: AbortSignal): Promise<void> {
  if (signal.aborted) return Promise.resolve();
  return new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
}

const complain = (error: unknown) => process.stderr.write(`${linesOf(error).join('\n')}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);
