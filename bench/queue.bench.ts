import Bull from 'bull';
import pg from 'pg';
import { median, type Benchmark, type Figure } from './figures.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';

const count = 1_000;
const agentCount = 50;
const rounds = 3;
const createConcurrency = 32;
const bare = `bare Bull, ${count.toLocaleString('en')} empty jobs`;

/** Time from the first claim to the last completion. All simulations are accepted before the workers start. */
export const queue: Benchmark = {
  name: 'queue',
  about: `${count.toLocaleString('en')} small simulations, run by 1 and by 2 workers, compared with bare Bull`,
  run: () => withStores(measure, { concurrent_simulations: count }),
};

async function measure({ environment, key, sandboxDatabaseUrl, redisUrl }: Stores): Promise<Figure[]> {
  const db = new pg.Client({ connectionString: sandboxDatabaseUrl });
  await db.connect();
  const start = (name: 'main' | 'worker') => MeasuredServer.start(`dist/app/${name}.js`, environment, false);
  const api = await start('main');
  const samples = { bare: [] as number[], accepted: [] as number[], 1: [] as number[], 2: [] as number[] };
  try {
    for (let round = 0; round < rounds; round++) {
      samples.bare.push(await bareRate(redisUrl));
      for (const workerCount of [1, 2] as const) {
        samples.accepted.push(await accept(`${api.url}/v1/simulations`, key));
        const workers = await Promise.all(Array.from({ length: workerCount }, () => start('worker')));
        samples[workerCount].push(await rateOf(db));
        await Promise.all(workers.map((worker) => worker.stop()));
      }
    }
  } finally {
    await api.stop();
    await db.end();
  }
  return figures(samples);
}

const completedBy = (workers: number) => `completed by ${workers} worker${workers > 1 ? 's' : ''}`;

function figures(samples: Record<'bare' | 'accepted' | 1 | 2, number[]>): Figure[] {
  const base = median(samples.bare);
  const rate = (workers: 1 | 2, against: string, compared: number): Figure => {
    const value = median(samples[workers]);
    return { case: completedBy(workers), value, unit: 'simulations per second', against, ratio: value / compared };
  };
  return [
    { case: bare, value: base, unit: 'jobs per second', against: null, ratio: null },
    { case: 'accepted', value: median(samples.accepted), unit: 'per second', against: null, ratio: null },
    ...([1, 2] as const).map((workers) => rate(workers, bare, base)),
    rate(2, completedBy(1), median(samples[1])),
  ];
}

/** Accepted creates per second. */
async function accept(url: string, key: string): Promise<number> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  const body = JSON.stringify({ workflow_id: 'swissmetro-mode-choice', agent_count: agentCount });
  const startedAtMs = performance.now();
  let left = count;
  const createSome = async () => {
    while (left-- > 0) {
      const response = await fetch(url, { method: 'POST', headers, body });
      if (response.status !== 202) throw new Error(`status ${response.status}: ${await response.text()}`);
      await response.arrayBuffer();
    }
  };
  await Promise.all(Array.from({ length: createConcurrency }, createSome));
  return count / ((performance.now() - startedAtMs) / 1_000);
}

/** Waits until all simulations are completed. Returns the completed simulations per second by their times in the database. */
async function rateOf(db: pg.Client): Promise<number> {
  for (;;) {
    const { rows } = await db.query<{ open: number; seconds: number }>(`
      WITH latest AS (SELECT * FROM simulations ORDER BY created_at DESC LIMIT ${count})
      SELECT count(*) FILTER (WHERE status <> 'completed')::int AS open,
             extract(epoch FROM max(completed_at) - min(started_at))::float8 AS seconds FROM latest`);
    const [row] = rows;
    if (row?.open === 0) return count / row.seconds;
    await new Promise((resolve) => setTimeout(resolve, 200));
  }
}

/** Jobs per second of Bull with an empty handler, for the same number of jobs. */
async function bareRate(redisUrl: string): Promise<number> {
  const jobs = new Bull('bare', redisUrl, { defaultJobOptions: { removeOnComplete: true } });
  await jobs.addBulk(Array.from({ length: count }, () => ({ data: {} })));
  let done = 0;
  const startedAtMs = performance.now();
  await new Promise<void>((resolve) => {
    jobs.on('completed', () => {
      done += 1;
      if (done === count) resolve();
    });
    void jobs.process(4, () => Promise.resolve());
  });
  const seconds = (performance.now() - startedAtMs) / 1_000;
  await jobs.close(true);
  return count / seconds;
}
