import { spawn, type ChildProcess } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../embedded/project.js';
import { stopChild } from '../embedded/stopping.js';
import { bootstrapKey, withTemporaryService } from '../embedded/temporary-service.js';
import { median, type Benchmark, type Figure } from './figures.js';
import { processTree, proportionalBytes } from './process-memory.js';
import { questionIndexIsBuilt } from './question-index.js';
import { benchSettings, environmentOf } from './service.js';

const rounds = 5;
/** Until threads that started with the service have ended. */
const idleMs = 5_000;
const stopSteps = [{ signal: 'SIGTERM', timeoutMs: 60_000 }] as const;

/** Time from the command until servers, migrations, API and worker are ready. */
export const start: Benchmark = {
  name: 'start',
  about:
    'time to ready of `npm start` (built), from the start of the launcher: in a new and in an existing data folder; time to the first question; memory when idle',
  async run(): Promise<Figure[]> {
    const first: number[] = [];
    const later: number[] = [];
    const stops: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const dataDir = await mkdtemp(join(tmpdir(), 'simulation-service-bench-'));
      for (const sample of [first, later]) {
        const times = await startAndStop(dataDir);
        sample.push(times.startMs);
        stops.push(times.stopMs);
      }
      await rm(dataDir, { recursive: true, force: true });
    }
    const questions = await firstQuestions();
    const { count, bytes } = await idleMemory();
    const against = 'the first start';
    const ratio = median(later) / median(first);
    return [
      { case: 'first start, median', value: median(first), unit: 'ms', against: null, ratio: null },
      { case: 'later start, median', value: median(later), unit: 'ms', against, ratio },
      {
        case: 'first question after the first start, median',
        value: median(questions),
        unit: 'ms',
        against,
        ratio: median(questions) / median(first),
      },
      { case: 'stop, median', value: median(stops), unit: 'ms', against: null, ratio: null },
      { case: 'processes', value: count, unit: '', against: null, ratio: null },
      {
        case: 'memory of all processes, idle, proportional',
        value: bytes / 1e6,
        unit: 'MB',
        against: null,
        ratio: null,
      },
    ];
  },
};

/** Times from ready to the first answered question, each in a new data folder. */
async function firstQuestions(): Promise<number[]> {
  const times: number[] = [];
  for (let round = 0; round < rounds; round++) {
    await withTemporaryService({ name: 'bench', settings: benchSettings }, async (service) => {
      const key = await bootstrapKey(service, 'Bench');
      const startedAt = performance.now();
      await questionIndexIsBuilt(service.running.url, key);
      times.push(performance.now() - startedAt);
    });
  }
  return times;
}

/** Memory of the launcher and of all processes that it started. */
async function idleMemory(): Promise<{ count: number; bytes: number }> {
  const dataDir = await mkdtemp(join(tmpdir(), 'simulation-service-bench-'));
  const launcher = await launch(dataDir);
  try {
    await sleep(idleMs);
    const tree = processTree(launcher.pid!);
    return { count: tree.length, bytes: proportionalBytes(tree) };
  } finally {
    await stopChild(launcher, stopSteps);
    await rm(dataDir, { recursive: true, force: true });
  }
}

async function startAndStop(dataDir: string): Promise<{ startMs: number; stopMs: number }> {
  const startedAt = performance.now();
  const launcher = await launch(dataDir);
  const readyAt = performance.now();
  await stopChild(launcher, stopSteps);
  return { startMs: readyAt - startedAt, stopMs: performance.now() - readyAt };
}

/** Starts the program of `npm start`. Resolves when it prints that the service is ready. */
async function launch(dataDir: string): Promise<ChildProcess> {
  const launcher = spawn(process.execPath, [join(projectFolder, 'dist/app/start.js')], {
    env: environmentOf(dataDir),
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  for await (const line of createInterface(launcher.stdout)) {
    if (line.includes('Press Ctrl-C')) return launcher;
  }
  throw new Error('the service did not start');
}
