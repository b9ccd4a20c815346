import { readFileSync } from 'node:fs';
import { replaceFile } from '../src/config/files.js';
import { birthmark } from './process-identity.js';
import { stopStranger, type StopStep } from './stopping.js';

/** Remembers a server, so that the start after a launcher that was killed finds it. */
export function rememberProcess(path: string, pid: number): void {
  replaceFile(path, `${pid} ${birthmark(pid) ?? ''}\n`);
}

/** Stops the server remembered here, if it still runs; returns its pid then. */
export async function stopRemembered(path: string, steps: readonly StopStep[]): Promise<number | undefined> {
  const [pid = '', ...mark] = remembered(path).split(' ');
  const isIt = () => pid !== '' && birthmark(Number(pid)) === mark.join(' ');
  if (!isIt()) return undefined;
  await stopStranger(Number(pid), isIt, steps);
  return Number(pid);
}

function remembered(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
