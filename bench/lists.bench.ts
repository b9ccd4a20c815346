import pg from 'pg';
import { median, type Benchmark, type Figure } from './figures.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';

const simulationCount = 100_000;
const pageSize = 100;
const lastPage = simulationCount / pageSize;
const rounds = 100;
const warmUpRounds = 10;

/** First and last page of a long list, measured alternately, and the same pages by OFFSET. */
export const lists: Benchmark = {
  name: 'lists',
  about: `GET /v1/simulations: page 1 and page ${lastPage} of ${simulationCount.toLocaleString('en')}, compared with OFFSET`,
  run: () => withStores(measure),
};

async function measure(stores: Stores): Promise<Figure[]> {
  const db = new pg.Client({ connectionString: stores.sandboxDatabaseUrl });
  await db.connect();
  await db.query(fill);
  await db.query('VACUUM ANALYZE simulations');
  const server = await MeasuredServer.start('dist/app/main.js', stores.environment);
  try {
    const cursor = await cursorOf(server.url, stores.key, lastPage);
    const byCursor = await measureAlternately(
      () => page(server.url, stores.key, ''),
      () => page(server.url, stores.key, `&cursor=${cursor}`),
    );
    const byOffset = await measureAlternately(
      () => db.query(offsetQuery, [0]),
      () => db.query(offsetQuery, [simulationCount - pageSize]),
    );
    return [...figuresOf('GET /v1/simulations', byCursor), ...figuresOf('OFFSET, in SQL alone', byOffset)];
  } finally {
    await server.stop();
    await db.end();
  }
}

function figuresOf(name: string, [first, last]: readonly [number, number]): Figure[] {
  const against = `${name}, page 1`;
  return [
    { case: against, value: first, unit: 'ms', against: null, ratio: null },
    { case: `${name}, page ${lastPage}`, value: last, unit: 'ms', against, ratio: last / first },
  ];
}

/** Medians of both, in milliseconds. */
async function measureAlternately(
  first: () => Promise<unknown>,
  last: () => Promise<unknown>,
): Promise<[number, number]> {
  const timesMs: [number[], number[]] = [[], []];
  for (let round = -warmUpRounds; round < rounds; round++) {
    for (const [which, work] of [first, last].entries()) {
      const startedAt = performance.now();
      await work();
      if (round >= 0) timesMs[which]?.push(performance.now() - startedAt);
    }
  }
  return [median(timesMs[0]), median(timesMs[1])];
}

interface Page {
  data: unknown[];
  meta: { next_cursor: string | null };
}

async function page(url: string, key: string, query: string): Promise<Page> {
  const response = await fetch(`${url}/v1/simulations?limit=${pageSize}${query}`, {
    headers: { authorization: `Bearer ${key}` },
  });
  const body = (await response.json()) as Page;
  if (body.data?.length !== pageSize) throw new Error(`a page has ${body.data?.length} simulations`);
  return body;
}

/** Reads all earlier pages, as a caller does, because cursors are opaque. */
async function cursorOf(url: string, key: string, number: number): Promise<string> {
  let cursor: string | null = null;
  for (let pageNumber = 1; pageNumber < number; pageNumber++) {
    const { meta }: Page = await page(url, key, cursor === null ? '' : `&cursor=${cursor}`);
    cursor = meta.next_cursor;
  }
  if (cursor === null) throw new Error('the list ended too early');
  return cursor;
}

const fill = `
  INSERT INTO simulations (id, organization_id, status, workflow_id, workflow_version, definition_digest, agent_count, seed,
                           scenario_context, warnings, created_at, completed_at)
  SELECT 'sim_' || lpad(to_hex(number), 32, '0'), organizations.id, 'completed', 'swissmetro-mode-choice', '1.0.0', 'none', 1000,
         number, '{"train_cost_factor":0.8}', '[]', now() - number * interval '1 second', now()
  FROM organizations, generate_series(1, ${simulationCount}) AS number`;

const offsetQuery = `
  SELECT * FROM simulations WHERE organization_id = (SELECT id FROM organizations) AND kind = 'simulation' AND parent_id IS NULL
  ORDER BY created_at DESC, id DESC LIMIT ${pageSize + 1} OFFSET $1`;
