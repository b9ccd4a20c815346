import { setTimeout as sleep } from 'node:timers/promises';
import { quantile, type Benchmark, type Figure } from './figures.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';
import { questionIndexIsBuilt } from './question-index.js';

const processes = 2;
const clients = 8;
const sampleIntervalMs = 1_000;
const defaultSeconds = 60;
const workflowId = 'swissmetro-mode-choice';

interface Call {
  name: string;
  /** Of 100 calls. */
  share: number;
  send: (api: Api) => Promise<Response>;
}

/** Sends requests to the API processes in turn. */
type Api = (path: string, init?: RequestInit) => Promise<Response>;

const post = (body: object, headers: Record<string, string> = {}): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json', ...headers },
  body: JSON.stringify(body),
});

/** Ids of completed simulations, for the calls that read one. */
const completed: string[] = [];
const anyCompleted = () => completed[Math.floor(Math.random() * completed.length)]!;

const simulation = (agentCount: number) => ({
  workflow_id: workflowId,
  agent_count: agentCount,
  scenario_context: { train_cost_factor: 0.5 + Math.random() },
});

const calls: Call[] = [
  { name: 'GET usage', share: 25, send: (api) => api('/v1/usage') },
  { name: 'GET simulation', share: 15, send: (api) => api(`/v1/simulations/${anyCompleted()}`) },
  { name: 'GET list of 20', share: 10, send: (api) => api('/v1/simulations?limit=20') },
  { name: 'GET 20 agents', share: 10, send: (api) => api(`/v1/simulations/${anyCompleted()}/results?limit=20`) },
  { name: 'POST simulation, 100 agents', share: 15, send: (api) => api('/v1/simulations', post(simulation(100))) },
  {
    name: 'POST simulation and wait, 1,000 agents',
    share: 20,
    send: (api) => api('/v1/simulations', post(simulation(1_000), { prefer: 'wait=30' })),
  },
  {
    name: 'POST question',
    share: 5,
    send: (api) =>
      api(
        '/v1/simulations/auto',
        post({ question: 'What if train fares fall by 20% in Switzerland?', agent_count: 100 }),
      ),
  },
];

/** Mixed calls of several clients to two API and two worker processes. `--repetitions 600` runs for ten minutes. */
export const load: Benchmark = {
  name: 'load',
  about: `mixed calls of ${clients} clients to ${processes} API and ${processes} worker processes, for --repetitions seconds (default ${defaultSeconds})`,
  run: ({ repetitions: seconds = defaultSeconds }) =>
    withStores((stores) => measure(stores, seconds), { concurrent_simulations: 100 }),
};

async function measure({ environment, key }: Stores, seconds: number): Promise<Figure[]> {
  const env = { ...environment, MEASURE_LOOP_DELAY: '1' };
  const start = (name: 'main' | 'worker') => MeasuredServer.start(`dist/app/${name}.js`, env, false);
  const twice = (name: 'main' | 'worker') => Promise.all(Array.from({ length: processes }, () => start(name)));
  const servers = { API: await twice('main'), worker: await twice('worker') };
  const all = Object.values(servers).flat();
  try {
    for (const { url } of servers.API) await questionIndexIsBuilt(url, key);
    let sent = 0;
    const api: Api = (path, init = {}) => {
      const { url } = servers.API[sent++ % processes]!;
      return fetch(`${url}${path}`, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } });
    };
    for (let count = 0; count < 20; count++) {
      const response = await api('/v1/simulations', post(simulation(1_000), { prefer: 'wait=30' }));
      completed.push(((await response.json()) as { data: { id: string } }).data.id);
    }
    return await underLoad(api, servers, seconds);
  } finally {
    await Promise.all(all.map((server) => server.stop()));
  }
}

async function underLoad(api: Api, servers: Record<string, MeasuredServer[]>, seconds: number): Promise<Figure[]> {
  const times = new Map(calls.map(({ name }) => [name, [] as number[]]));
  const errors: string[] = [];
  const names = Object.keys(servers);
  const usedBefore = await sumOf(servers, ({ seconds: used }) => used);
  const peaks = Object.fromEntries(names.map((name) => [name, { residentBytes: 0, delays: [] as number[] }]));
  const startedAt = performance.now();
  const isOver = () => performance.now() - startedAt > 1_000 * seconds;
  const client = async () => {
    while (!isOver()) {
      const { name, send } = anyCall();
      const sentAt = performance.now();
      const response = await send(api);
      await response.arrayBuffer();
      times.get(name)!.push(performance.now() - sentAt);
      if (!response.ok) errors.push(`${name}: ${response.status}`);
    }
  };
  const watch = async () => {
    while (!isOver()) {
      await sleep(sampleIntervalMs);
      for (const name of names) {
        for (const { residentBytes, loopDelayMs } of await Promise.all(servers[name]!.map((one) => one.used()))) {
          peaks[name]!.residentBytes = Math.max(peaks[name]!.residentBytes, residentBytes);
          peaks[name]!.delays.push(loopDelayMs);
        }
      }
    }
  };
  await Promise.all([watch(), ...Array.from({ length: clients }, client)]);
  const elapsed = (performance.now() - startedAt) / 1_000;
  const used = await sumOf(servers, ({ seconds: own }) => own);
  const count = [...times.values()].flat().length;
  const plain = (name: string, value: number, unit: string): Figure => ({
    ...{ case: name, value, unit, against: null, ratio: null },
  });
  return [
    plain('all calls', count / elapsed, 'per second'),
    plain('errors', errors.length, [...new Set(errors)].join(', ')),
    ...[...times].flatMap(([name, own]) =>
      ([0.5, 0.95, 0.99] as const).map((p) => plain(`${name}, p${100 * p}`, quantile(own, p), 'ms')),
    ),
    ...names.flatMap((name) => [
      plain(`${name}: processor time per call`, (1_000 * (used[name]! - usedBefore[name]!)) / count, 'ms'),
      plain(`${name}: maximum memory of a process`, peaks[name]!.residentBytes / 1e6, 'MB'),
      plain(`${name}: delay of the event loop, median of each second's p99`, quantile(peaks[name]!.delays, 0.5), 'ms'),
      plain(`${name}: delay of the event loop, greatest p99 of a second`, quantile(peaks[name]!.delays, 1), 'ms'),
    ]),
  ];
}

function anyCall(): Call {
  let left = Math.random() * calls.reduce((sum, { share }) => sum + share, 0);
  return calls.find(({ share }) => (left -= share) < 0) ?? calls[0]!;
}

/** Sums of the processes of each name. */
async function sumOf(
  servers: Record<string, MeasuredServer[]>,
  read: (used: Awaited<ReturnType<MeasuredServer['used']>>) => number,
): Promise<Record<string, number>> {
  const entries = Object.entries(servers).map(async ([name, own]): Promise<[string, number]> => {
    const used = await Promise.all(own.map((server) => server.used()));
    return [name, used.reduce((sum, one) => sum + read(one), 0)];
  });
  return Object.fromEntries(await Promise.all(entries));
}
