import { readFileSync } from 'node:fs';
import { replaceFile } from '../src/config/files.js';
import { startMark } from './process-identity.js';
import { stopProcess, type StopStep } from './stopping.js';

/** Records a server in a file, so that the next start can stop it if the launcher is killed. */
export function recordProcess(path: string, pid: number): void {
  replaceFile(path, `${pid} ${startMark(pid) ?? ''}\n`);
}

/** Stops the server in the file. Returns its pid, or undefined if it does not run. */
export async function stopRecordedProcess(path: string, steps: readonly StopStep[]): Promise<number | undefined> {
  const [pid = '', ...mark] = readRecord(path).split(' ');
  const isSame = () => pid !== '' && startMark(Number(pid)) === mark.join(' ');
  if (!isSame()) return undefined;
  await stopProcess(Number(pid), isSame, steps);
  return Number(pid);
}

function readRecord(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return '';
    throw error;
  }
}
