import { loadDotEnv } from '../src/config/files.js';
import { parseEnv, type Env } from '../src/config/env.js';
import { cliCommand } from '../src/config/programs.js';
import { errorLines } from './error-lines.js';
import { aborted, interruption } from './interruption.js';
import { launch, type Running } from './launcher.js';

/** Runs the service in a terminal until Ctrl-C or until a part fails. Returns the exit code. */
export async function runInTerminal(entry?: string): Promise<number> {
  const interrupted = interruption();
  let running: Running | undefined;
  try {
    loadDotEnv();
    running = await launch(process.env, { log: print, serviceOutput: 'inherit' }, { entry, signal: interrupted });
    print(banner(running, parseEnv(process.env)));
    await Promise.race([running.failed, aborted(interrupted)]);
    await stop(running);
    return 0;
  } catch (error) {
    if (running === undefined && interrupted.aborted) return 0;
    printError(error);
    await running?.stop().catch((stopError: unknown) => stopError === error || printError(stopError));
    return 1;
  }
}

async function stop(running: Running): Promise<void> {
  print('Stopping…');
  await running.stop();
  print('Stopped. The data remains for the next start.');
}

function banner({ url, servers }: Running, env: Env): string {
  const lines = [
    '',
    `  Simulation Service listens on ${url}`,
    `  ${servers.description.postgres}`,
    `  ${servers.description.redis}`,
    ...cookieHint(env),
    '',
    '  To begin, create an API key in another terminal:',
    `    ${cliCommand} bootstrap --tier sandbox --organization "Acme"`,
    '',
    '  Press Ctrl-C to stop all processes.',
    '',
  ];
  return lines.join('\n');
}

/** Other browsers treat localhost like https. Production does not start with SVC_DEBUG=1. */
function cookieHint({ debug, nodeEnv }: Env): string[] {
  if (debug || nodeEnv === 'production') return [];
  return [
    '  Safari, and browsers on other machines, do not store the session cookie over http.',
    '  To sign in with them, start with SVC_DEBUG=1.',
  ];
}

const printError = (error: unknown) => process.stderr.write(`${errorLines(error).join('\n')}\n`);
const print = (line: string) => void process.stdout.write(`${line}\n`);
