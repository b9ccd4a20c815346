import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { projectFolder } from '../embedded/project.js';
import { median, type Benchmark, type Figure } from './figures.js';
import { leaveServerCore } from './http/cores.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';
import { download, type Download } from './results/download.js';

const workflowId = 'swissmetro-mode-choice';
const agentCount = 10_000;
const rounds = 5;
const atOnce = 20;
const sampleIntervalMs = 20;
const bare = 'JSON made whole in memory (node:http)';
const ours = 'JSON of the results';

/** What a caller waits for and what the API holds meanwhile, for all agents with their transcripts. */
export const results: Benchmark = {
  name: 'results',
  about: `${agentCount.toLocaleString('en')} agents with transcripts in each format, and ${atOnce} downloads at once, beside JSON made whole in memory`,
  run() {
    leaveServerCore();
    return withStores(measure);
  },
};

interface Contender {
  name: string;
  server: MeasuredServer;
  /** Each time of another simulation, where there are some. */
  get: (round: number) => Promise<Download>;
}

async function measure({ environment, key }: Stores): Promise<Figure[]> {
  const DEFINITION = readFileSync(join(projectFolder, `src/catalog/${workflowId}.json`), 'utf8');
  const [api, worker, plain] = await Promise.all([
    MeasuredServer.start('dist/src/main.js', environment),
    MeasuredServer.start('dist/src/worker.js', environment),
    MeasuredServer.start('dist/bench/results/all-in-memory.js', { DEFINITION, AGENT_COUNT: String(agentCount) }),
  ]);
  try {
    const authorization = `Bearer ${key}`;
    const ids: string[] = [];
    for (let count = 0; count < atOnce; count++) ids.push(await simulated(api.url, authorization));
    const read = (round: number, query = '', headers: Record<string, string> = {}) =>
      download(`${api.url}/v1/simulations/${ids[round % atOnce]}/results${query}`, { authorization, ...headers });
    const contenders: Contender[] = [
      { name: bare, server: plain, get: () => download(plain.url, {}) },
      { name: ours, server: api, get: (round) => read(round) },
    ];
    return [...(await memory(contenders)), ...(await times(contenders)), ...(await formats(read))];
  } finally {
    await Promise.all([api, worker, plain].map((server) => server.stop()));
  }
}

/** What the first answer leaves behind (compiled code, most of it), and the most that is held above that while many download at once. */
async function memory(contenders: readonly Contender[]): Promise<Figure[]> {
  const [afterFirst, atMost]: [number[], number[]] = [[], []];
  for (const { server, get } of contenders) {
    const started = await server.residentBytes();
    await get(0);
    const idle = await server.residentBytes();
    let [most, underWay] = [idle, true];
    const watch = (async () => {
      while (underWay) {
        most = Math.max(most, await server.residentBytes());
        await sleep(sampleIntervalMs);
      }
    })();
    await Promise.all(Array.from({ length: atOnce }, (_, round) => get(round)));
    underWay = false;
    await watch;
    afterFirst.push((idle - started) / 1e6);
    atMost.push((most - idle) / 1e6);
  }
  return [
    ...paired(contenders, afterFirst, 'memory once it has answered', 'MB'),
    ...paired(contenders, atMost, `memory above idle, ${atOnce} at once`, 'MB'),
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
      'all of it',
      'ms',
    ),
  ];
}

async function formats(
  read: (round: number, query: string, headers: Record<string, string>) => Promise<Download>,
): Promise<Figure[]> {
  const asked: [string, string, string?][] = [
    ['JSON', '?format=json'],
    ['JSON, gzip', '?format=json', 'gzip'],
    ['JSON without transcripts', '?format=json&fields=index,attributes,outcome,probabilities'],
    ['NDJSON', '?format=ndjson'],
    ['CSV', '?format=csv'],
    ['Parquet as stored', '?format=parquet'],
    ['Parquet of one outcome', '?format=parquet&outcome=car'],
  ];
  const figures: Figure[] = [];
  for (const [name, query, encoding] of asked) {
    const sample: Download[] = [];
    const headers: Record<string, string> = encoding === undefined ? {} : { 'accept-encoding': encoding };
    for (let round = 0; round < rounds; round++) sample.push(await read(round, query, headers));
    const alone = { against: null, ratio: null };
    figures.push({ case: `${name}, bytes`, value: (sample[0]?.bytes ?? NaN) / 1e6, unit: 'MB', ...alone });
    figures.push({ case: name, value: median(sample.map(({ totalMs }) => totalMs)), unit: 'ms', ...alone });
  }
  return figures;
}

function paired(contenders: readonly Contender[], values: readonly number[], what: string, unit: string): Figure[] {
  const [base = NaN] = values;
  return contenders.map(({ name }, index) => {
    const value = values[index] ?? NaN;
    const compared = index === 0 ? { against: null, ratio: null } : { against: bare, ratio: value / base };
    return { case: `${name}: ${what}`, value, unit, ...compared };
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
