import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../embedded/project.js';
import type { Benchmark, Figure } from './figures.js';
import { withStores, type Stores } from './http/stores.js';
import { runInService } from './scale/in-service.js';

const workflow = join(projectFolder, 'catalog/swissmetro-mode-choice.json');
const cli = join(projectFolder, 'dist/app/cli.js');
const million = 1_000_000;

/** One simulation of many agents in parts, each part in a process of its own. */
export const scale: Benchmark = {
  name: 'scale',
  about:
    '1 and 10 million agents in parts and in the service: one and two processes, memory, equal digests, a killed process',
  async run(): Promise<Figure[]> {
    const folder = await mkdtemp(join(tmpdir(), 'simulation-service-bench-'));
    try {
      const one = await runParts(join(folder, 'one'), million, 1);
      const two = await runParts(join(folder, 'two'), million, 2);
      const killed = await killAndRepeat(join(folder, 'killed'), 4);
      const merged = await merge(join(folder, 'one'));
      for (const other of ['two', 'killed'])
        if ((await merge(join(folder, other))).digest !== merged.digest) throw new Error(`${other} has another digest`);
      const bytes = await bytesOf(join(folder, 'one'));
      await Promise.all(['one', 'two', 'killed'].map((name) => rm(join(folder, name), { recursive: true })));
      const ten = await runParts(join(folder, 'ten'), 10 * million, 2);
      const mergedTen = await merge(join(folder, 'ten'));
      const against = '1,000,000 agents, one process';
      const plain = (name: string, value: number, unit: string): Figure => ({
        ...{ case: name, value, unit, against: null, ratio: null },
      });
      return [
        plain(against, one.seconds, 's'),
        {
          case: '1,000,000 agents, two processes',
          value: two.seconds,
          unit: 's',
          against,
          ratio: two.seconds / one.seconds,
        },
        {
          ...{ case: '1,000,000 agents, four parts, one killed and repeated', value: killed, unit: 's' },
          ...{ against, ratio: killed / one.seconds },
        },
        plain('1,000,000 agents, summary from all parts', merged.seconds, 's'),
        plain('1,000,000 agents, peak memory of a process', one.peakMb, 'MB'),
        plain('1,000,000 agents, Parquet files', bytes.parquet / 1e6, 'MB'),
        plain('1,000,000 agents, statistics', bytes.json / 1e6, 'MB'),
        {
          ...{ case: '10,000,000 agents, two processes', value: ten.seconds, unit: 's' },
          ...{ against: '1,000,000 agents, two processes', ratio: ten.seconds / two.seconds },
        },
        plain('10,000,000 agents, peak memory of a process', ten.peakMb, 'MB'),
        plain('10,000,000 agents, summary from all parts', mergedTen.seconds, 's'),
        plain('10,000,000 agents, peak memory of the summary', mergedTen.peakMb, 'MB'),
        ...(await withStores((stores) => measureService(stores, merged.digest), largeLimits)),
      ];
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
};

const largeLimits = { agents_per_large_simulation: 10 * million, concurrent_simulations: 100 };

/** The same simulation in the service. @param digest of the simulation in parts */
async function measureService(stores: Stores, digest: string): Promise<Figure[]> {
  const one = await runInService(stores, { agents: million, workers: 1 });
  const two = await runInService(stores, { agents: million, workers: 2 });
  const killed = await runInService(stores, { agents: million, workers: 2, kills: true });
  for (const run of [one, two, killed])
    if (run.digest !== digest) throw new Error('the service has another digest than the parts');
  const ten = await runInService(stores, { agents: 10 * million, workers: 2 });
  const against = 'service, 1,000,000 agents, one worker';
  const figure = (name: string, value: number, unit: string, compared: number | null = null): Figure => ({
    ...{ case: name, value, unit, against: compared === null ? null : against },
    ratio: compared === null ? null : value / compared,
  });
  return [
    figure(against, one.seconds, 's'),
    figure('service, 1,000,000 agents, two workers', two.seconds, 's', one.seconds),
    figure('service, 1,000,000 agents, two workers, one killed', killed.seconds, 's', one.seconds),
    figure('service, 10,000,000 agents, two workers', ten.seconds, 's', one.seconds),
    figure('service, 10,000,000 agents, maximum memory of the API', ten.apiMb, 'MB'),
    figure('service, 10,000,000 agents, maximum memory of a worker', ten.workerMb, 'MB'),
  ];
}

interface Ended {
  seconds: number;
  peakMb: number;
  printed: string;
}

function start(args: readonly string[]) {
  const child = spawn(process.execPath, [cli, 'simulation', ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
  const startedAtMs = performance.now();
  let printed = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => (printed += text));
  let peakMb = 0;
  const timer = setInterval(() => {
    void readFile(`/proc/${child.pid}/status`, 'utf8').then(
      (status) => (peakMb = Math.max(peakMb, Number(/^VmHWM:\s+(\d+)/m.exec(status)?.[1] ?? 0) / 1_024)),
      () => undefined,
    );
  }, 50);
  const ended = new Promise<Ended>((resolve, reject) => {
    child.once('error', reject).once('close', (code) => {
      clearInterval(timer);
      if (code === 0) resolve({ seconds: (performance.now() - startedAtMs) / 1_000, peakMb, printed });
      else reject(new Error(`${args[0]} ended with code ${code}`));
    });
  });
  return { child, ended };
}

const runPart = (out: string, agents: number, part: string) =>
  start([
    'run-part',
    workflow,
    '--agents',
    `${agents}`,
    '--scenario',
    '{"swissmetro_cost_factor":0.8}',
    '--part',
    part,
    '--out',
    out,
  ]);

/** Runs all parts at the same time, each in a process of its own. */
async function runParts(out: string, agents: number, parts: number): Promise<{ seconds: number; peakMb: number }> {
  const ended = await Promise.all(
    Array.from({ length: parts }, (_, k) => runPart(out, agents, `${k + 1}/${parts}`).ended),
  );
  return { seconds: Math.max(...ended.map((one) => one.seconds)), peakMb: Math.max(...ended.map((one) => one.peakMb)) };
}

/** Runs parts one after another. The first is killed when it has written a block, and repeated. */
async function killAndRepeat(out: string, parts: number): Promise<number> {
  const startedAtMs = performance.now();
  const first = runPart(out, million, `1/${parts}`);
  const endedBefore = first.ended.then(() => Promise.reject(new Error('the part ended before it was killed')));
  await Promise.race([hasBlock(out), endedBefore]);
  first.child.kill('SIGKILL');
  await once(first.child, 'close');
  for (let part = 1; part <= parts; part++) await runPart(out, million, `${part}/${parts}`).ended;
  return (performance.now() - startedAtMs) / 1_000;
}

async function hasBlock(folder: string): Promise<void> {
  for (;;) {
    const names = existsSync(folder) ? await readdir(folder) : [];
    if (names.some((name) => name.endsWith('.json'))) return;
    await sleep(10);
  }
}

async function merge(folder: string): Promise<Ended & { digest: string }> {
  const ended = await start(['merge-parts', workflow, '--from', folder, '--json']).ended;
  return { ...ended, digest: (JSON.parse(ended.printed) as { digest: string }).digest };
}

async function bytesOf(folder: string): Promise<{ parquet: number; json: number }> {
  const bytes = { parquet: 0, json: 0 };
  for (const name of await readdir(folder))
    bytes[name.endsWith('.parquet') ? 'parquet' : 'json'] += (await stat(join(folder, name))).size;
  return bytes;
}
