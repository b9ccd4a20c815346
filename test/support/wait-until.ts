import { setTimeout as sleep } from 'node:timers/promises';

/** Polls until the condition is true. The timeout is generous: it only names the failed condition and does not measure speed. */
export async function waitUntil(
  description: string,
  condition: () => Promise<boolean> | boolean,
  timeoutMs = 100_000,
): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  while (!(await condition())) {
    if (performance.now() > deadline) throw new Error(`timed out waiting: ${description}`);
    await sleep(50);
  }
}
