import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../embedded/project.js';
import { median, type Benchmark, type Figure } from './figures.js';
import { leaveServerCore } from './http/cores.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';
import { questionIndexIsBuilt } from './question-index.js';
import { download, type Download } from './results/download.js';

const workflowId = 'swissmetro-mode-choice';
const agentCount = 10_000;
const rounds = 5;
const concurrency = 20;
const sampleIntervalMs = 20;
const bare = 'JSON built in memory (node:http)';
const service = 'JSON of the results';

/** Download time of all agents with transcripts, and memory of the API during the downloads. */
export const results: Benchmark = {
  name: 'results',
  about: `${agentCount.toLocaleString('en')} agents with transcripts in each format, and ${concurrency} concurrent downloads, compared with JSON built in memory`,
  run() {
    leaveServerCore();
    return withStores(measure);
  },
};

interface Contender {
  name: string;
  server: MeasuredServer;
  /** Downloads another simulation in each round, if there are several. */
  get: (round: number) => Promise<Download>;
}

async function measure({ environment, key }: Stores): Promise<Figure[]> {
  const DEFINITION = readFileSync(join(projectFolder, `src/catalog/${workflowId}.json`), 'utf8');
  const [api, worker, plain] = await Promise.all([
    MeasuredServer.start('dist/app/main.js', environment),
    MeasuredServer.start('dist/app/worker.js', environment),
    MeasuredServer.start('dist/bench/results/all-in-memory.js', { DEFINITION, AGENT_COUNT: String(agentCount) }),
  ]);
  try {
    await questionIndexIsBuilt(api.url, key);
    const authorization = `Bearer ${key}`;
    const ids: string[] = [];
    for (let count = 0; count < concurrency; count++) ids.push(await simulated(api.url, authorization));
    const read = (round: number, query = '', headers: Record<string, string> = {}) =>
      download(`${api.url}/v1/simulations/${ids[round % concurrency]}/results${query}`, { authorization, ...headers });
    const contenders: Contender[] = [
      { name: bare, server: plain, get: () => download(plain.url, {}) },
      { name: service, server: api, get: (round) => read(round) },
    ];
    return [...(await memory(contenders)), ...(await times(contenders)), ...(await formats(read))];
  } finally {
    await Promise.all([api, worker, plain].map((server) => server.stop()));
  }
}

/** Memory after the first response (mainly compiled code), and the maximum above it during concurrent downloads. */
async function memory(contenders: readonly Contender[]): Promise<Figure[]> {
  const [afterFirst, maximum]: [number[], number[]] = [[], []];
  for (const { server, get } of contenders) {
    const started = await server.residentBytes();
    await get(0);
    const idle = await server.residentBytes();
    let [peak, isDownloading] = [idle, true];
    const watch = (async () => {
      while (isDownloading) {
        peak = Math.max(peak, await server.residentBytes());
        await sleep(sampleIntervalMs);
      }
    })();
    await Promise.all(Array.from({ length: concurrency }, (_, round) => get(round)));
    isDownloading = false;
    await watch;
    afterFirst.push((idle - started) / 1e6);
    maximum.push((peak - idle) / 1e6);
  }
  return [
    ...paired(contenders, afterFirst, 'memory after the first response', 'MB'),
    ...paired(contenders, maximum, `memory above idle, ${concurrency} downloads`, 'MB'),
  ];
}

async function times(contenders: readonly Contender[]): Promise<Figure[]> {
  const samples = contenders.map((): Download[] => []);
  for (let round = 0; round < rounds; round++) {
    for (const [index, { get }] of contenders.entries()) samples[index]?.push(await get(round));
  }
  const medians = (of: (one: Download) => number) => samples.map((sample) => median(sample.map(of)));
  return [
    ...paired(
      contenders,
      medians(({ firstByteMs }) => firstByteMs),
      'first byte',
      'ms',
    ),
    ...paired(
      contenders,
      medians(({ totalMs }) => totalMs),
      'whole response',
      'ms',
    ),
  ];
}

async function formats(
  read: (round: number, query: string, headers: Record<string, string>) => Promise<Download>,
): Promise<Figure[]> {
  const requests: [string, string, string?][] = [
    ['JSON', '?format=json'],
    ['JSON, gzip', '?format=json', 'gzip'],
    ['JSON without transcripts', '?format=json&fields=index,attributes,outcome,probabilities'],
    ['NDJSON', '?format=ndjson'],
    ['CSV', '?format=csv'],
    ['Parquet as stored', '?format=parquet'],
    ['Parquet of one outcome', '?format=parquet&outcome=car'],
  ];
  const figures: Figure[] = [];
  for (const [name, query, encoding] of requests) {
    const sample: Download[] = [];
    const headers: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding };
    for (let round = 0; round < rounds; round++) sample.push(await read(round, query, headers));
    const alone = { against: null, ratio: null };
    figures.push({ case: `${name}, bytes`, value: (sample[0]?.bytes ?? NaN) / 1e6, unit: 'MB', ...alone });
    figures.push({ case: name, value: median(sample.map(({ totalMs }) => totalMs)), unit: 'ms', ...alone });
  }
  return figures;
}

function paired(contenders: readonly Contender[], values: readonly number[], measure: string, unit: string): Figure[] {
  const [base = NaN] = values;
  return contenders.map(({ name }, index) => {
    const value = values[index] ?? NaN;
    const compared = index === 0 ? { against: null, ratio: null } : { against: bare, ratio: value / base };
    return { case: `${name}: ${measure}`, value, unit, ...compared };
  });
}

async function simulated(url: string, authorization: string): Promise<string> {
  const headers = { authorization, 'content-type': 'application/json', prefer: 'wait=30' };
  const body = JSON.stringify({ workflow_id: workflowId, agent_count: agentCount });
  const response = await fetch(`${url}/v1/simulations`, { method: 'POST', headers, body });
  const { data } = (await response.json()) as { data: { id: string; status: string } };
  if (data.status !== 'completed') throw new Error(`simulation ${data.id} is ${data.status}`);
  return data.id;
}
