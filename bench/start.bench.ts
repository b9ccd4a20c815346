import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launch } from '../embedded/launcher.js';
import { median, type Benchmark, type Figure } from './figures.js';
import { environmentOf } from './service.js';

const rounds = 5;

/** Time until servers, migrations, API and worker are ready. */
export const start: Benchmark = {
  name: 'start',
  about: 'time to ready of `npm start` (built): in a new and in an existing data folder',
  async run(): Promise<Figure[]> {
    const first: number[] = [];
    const later: number[] = [];
    const stop: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const dataDir = await mkdtemp(join(tmpdir(), 'simulation-service-bench-'));
      for (const sample of [first, later]) {
        const times = await startAndStop(dataDir);
        sample.push(times.startMs);
        stop.push(times.stopMs);
      }
      await rm(dataDir, { recursive: true, force: true });
    }
    const against = 'the first start';
    const ratio = median(later) / median(first);
    return [
      { case: 'first start, median', value: median(first), unit: 'ms', against: null, ratio: null },
      { case: 'later start, median', value: median(later), unit: 'ms', against, ratio },
      { case: 'stop, median', value: median(stop), unit: 'ms', against: null, ratio: null },
    ];
  },
};

async function startAndStop(dataDir: string): Promise<{ startMs: number; stopMs: number }> {
  const startedAt = performance.now();
  const running = await launch(environmentOf(dataDir), { log: () => undefined, serviceOutput: 'file' });
  const readyAt = performance.now();
  await running.stop();
  return { startMs: readyAt - startedAt, stopMs: performance.now() - readyAt };
}
