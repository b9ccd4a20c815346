import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import pg from 'pg';
import { median, type Benchmark, type Figure } from './figures.js';
import { MeasuredServer } from './http/measured-server.js';
import { withStores, type Stores } from './http/stores.js';

const pairs = 400;
const warmUpPairs = 60;
const wall = pathToFileURL(join(import.meta.dirname, 'row-level-security/wall.js')).href;
const unprotected = 'without row-level security';
const walled = 'with row-level security';

/** The cost of row-level security by organization on two requests of the real API, measured in alternating pairs. */
export const rowLevelSecurity: Benchmark = {
  name: 'row-level-security',
  about: `POST and GET of a simulation ${walled}, compared with ${unprotected}`,
  run: () => withStores(measure),
};

async function measure(stores: Stores): Promise<Figure[]> {
  const { organizationId, bypassUrl } = await protect(stores);
  const environment = { ...stores.environment, ORGANIZATION_ID: organizationId };
  const servers = await Promise.all([
    MeasuredServer.start('dist/app/main.js', { ...environment, SANDBOX_DATABASE_URL: bypassUrl }),
    MeasuredServer.start('dist/app/main.js', { ...environment, NODE_OPTIONS: `--import ${wall}` }),
  ]);
  const create = async ({ url }: MeasuredServer) => {
    const body = JSON.stringify({ workflow_id: 'swissmetro-mode-choice', agent_count: 1_000 });
    const headers = { 'content-type': 'application/json', 'idempotency-key': randomUUID() };
    return call(`${url}/v1/simulations`, stores.key, { method: 'POST', body, headers }, 202);
  };
  try {
    const [first] = servers;
    if (!first) throw new Error('no server was started');
    const { data } = (await create(first)) as { data: { id: string } };
    const read = ({ url }: MeasuredServer) => call(`${url}/v1/simulations/${data.id}`, stores.key, {}, 200);
    return [...(await compare('POST', servers, create)), ...(await compare('GET', servers, read))];
  } finally {
    await Promise.all(servers.map((server) => server.stop()));
  }
}

/** Adds a policy to each table with `organization_id`. Returns the URL of a role that policies do not apply to. */
async function protect({
  ownerUrl,
  sandboxDatabaseUrl,
}: Stores): Promise<{ organizationId: string; bypassUrl: string }> {
  const owner = new pg.Client({ connectionString: ownerUrl });
  await owner.connect();
  try {
    const { rows } = await owner.query<{ table_name: string }>(
      `SELECT table_name FROM information_schema.columns WHERE table_schema = 'public' AND column_name = 'organization_id'`,
    );
    for (const { table_name: table } of rows) {
      await owner.query(`ALTER TABLE ${table} ENABLE ROW LEVEL SECURITY;
        CREATE POLICY organization ON ${table} USING (
          organization_id = nullif(current_setting('app.organization_id', true), '')::uuid OR organization_id IS NULL)`);
    }
    const url = new URL(sandboxDatabaseUrl);
    await owner.query(`CREATE ROLE bypass LOGIN BYPASSRLS PASSWORD '${url.password}';
      GRANT ${decodeURIComponent(url.username)} TO bypass`);
    url.username = 'bypass';
    const organization = await owner.query<{ id: string }>('SELECT id FROM organizations');
    return { organizationId: organization.rows[0]?.id ?? '', bypassUrl: url.href };
  } finally {
    await owner.end();
  }
}

async function compare(
  method: string,
  [first, second]: MeasuredServer[],
  request: (server: MeasuredServer) => Promise<unknown>,
): Promise<Figure[]> {
  if (!first || !second) throw new Error('two servers are compared');
  const contenders = [first, second].map((server) => ({ server, timesMs: [] as number[], cpuSeconds: 0 }));
  for (let pair = -warmUpPairs; pair < pairs; pair++) {
    if (pair === 0) for (const each of contenders) each.cpuSeconds = -(await each.server.cpuSeconds());
    for (const { server, timesMs } of pair % 2 === 0 ? contenders : [...contenders].reverse()) {
      const startedAt = performance.now();
      await request(server);
      if (pair >= 0) timesMs.push(performance.now() - startedAt);
    }
  }
  for (const each of contenders) each.cpuSeconds += await each.server.cpuSeconds();
  const [base, other] = contenders;
  if (!base || !other) return [];
  const differences = base.timesMs.map((ms, index) => (other.timesMs[index] ?? NaN) - ms);
  const against = `${method} ${unprotected}`;
  const [baseMs, otherMs] = [median(base.timesMs), median(other.timesMs)];
  const cpuMs = ({ cpuSeconds }: typeof base) => (cpuSeconds * 1_000) / pairs;
  return [
    { case: against, value: baseMs, unit: 'ms', against: null, ratio: null },
    { case: `${method} ${walled}`, value: otherMs, unit: 'ms', against, ratio: otherMs / baseMs },
    {
      case: `${method}, median difference of a pair`,
      value: median(differences),
      unit: 'ms',
      against: null,
      ratio: null,
    },
    { case: `${against}, CPU`, value: cpuMs(base), unit: 'ms', against: null, ratio: null },
    { case: `${method} ${walled}, CPU`, value: cpuMs(other), unit: 'ms', against, ratio: cpuMs(other) / cpuMs(base) },
  ];
}

async function call(url: string, key: string, init: RequestInit, expectedStatus: number): Promise<unknown> {
  const response = await fetch(url, { ...init, headers: { ...init.headers, authorization: `Bearer ${key}` } });
  const text = await response.text();
  if (response.status !== expectedStatus) throw new Error(`${url} responded ${response.status}: ${text}`);
  return JSON.parse(text);
}
