import { setTimeout as sleep } from 'node:timers/promises';

/** Waits until it is so. It gives up long after that should be the case, to say what it waited for: no measure of how fast anything is. */
export async function until(what: string, isSo: () => Promise<boolean> | boolean, giveUpMs = 40_000): Promise<void> {
  const deadline = performance.now() + giveUpMs;
  while (!(await isSo())) {
    if (performance.now() > deadline) throw new Error(`waited in vain: ${what}`);
    await sleep(50);
  }
}
