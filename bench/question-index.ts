import { setTimeout as sleep } from 'node:timers/promises';

const retryIntervalMs = 500;
const timeoutMs = 120_000;
const question = 'How many travelers would take the Swissmetro if its fares were 20% lower?';

/**
 * Resolves when the service answers questions. After its start, it loads the embedding model and compares all texts of the workflows, which takes
 * processor time that benchmarks of requests must not count.
 */
export async function questionIndexIsBuilt(url: string, key: string): Promise<void> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const response = await fetch(`${url}/v1/simulations/auto`, {
      method: 'POST',
      headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ question, dry_run: true }),
    });
    const body = await response.text();
    if (response.status === 200) return;
    if (response.status !== 503 || performance.now() > deadline)
      throw new Error(`a question was answered with ${response.status}: ${body}`);
    await sleep(retryIntervalMs);
  }
}
