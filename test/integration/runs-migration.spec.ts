import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Client } from 'pg';
import { newId, newPrefixedId } from '../../src/common/crypto.js';
import { kindNamed } from '../../src/simulations/kinds/index.js';
import { findRun, readChildren } from '../../src/simulations/run.reader.js';
import { projectFolder } from '../support/operator.js';
import { startStores, type Stores } from '../support/stores.js';

const folder = join(projectFolder, 'prisma/migrations');
const migration = '20261125140000_one_table_of_runs';

describe('the migration to one table of runs', () => {
  let stores: Stores;
  let client: Client;
  const organizationId = newId();
  const ids = {
    ...{ sweep: newPrefixedId('swp'), canceled: newPrefixedId('swp'), point: newPrefixedId('sim') },
    ...{ goal: newPrefixedId('goal'), sensitivity: newPrefixedId('sens'), event: newPrefixedId('evt') },
  };
  const parameters = [{ name: 'price', values: [1, 2] }];
  const goal = {
    parameters: [{ name: 'price', from: 1, to: 2 }],
    objective: { goal: 'maximize', share: 'a' },
    constraints: [],
  };
  const method = { include_coefficients: true, trajectories: 10, samples: 16, max_parameters: 8 };
  const ranges = [
    { name: 'price', from: 1, to: 2 },
    { name: 'color', options: ['red', 'blue'] },
  ];

  beforeAll(async () => {
    stores = await startStores();
    const url = new URL(stores.settings.sandboxDatabaseOwnerUrl!);
    const owner = new Client({ connectionString: url.href });
    await owner.connect();
    await owner.query('CREATE DATABASE before_runs');
    await owner.end();
    url.pathname = '/before_runs';
    client = new Client({ connectionString: url.href });
    await client.connect();
    const apply = (name: string) => client.query(readFileSync(join(folder, name, 'migration.sql'), 'utf8'));
    for (const name of readdirSync(folder).sort()) {
      if (name === migration) await fill();
      if (!name.endsWith('.toml')) await apply(name);
    }
  });
  afterAll(async () => {
    await client.end();
    await stores.stop();
  });

  async function fill(): Promise<void> {
    await client.query(`INSERT INTO organizations (id, name, plan_tier) VALUES ($1, 'Old', 'growth')`, [
      organizationId,
    ]);
    const common = `'${organizationId}', 'w', '1.0.0', 'd', 10, 1`;
    for (const [id, canceledAt] of [
      [ids.sweep, null],
      [ids.canceled, '2026-11-01T00:00:00Z'],
    ])
      await client.query(
        `INSERT INTO sweeps (id, organization_id, workflow_id, workflow_version, definition_digest, agent_count, seed,
                             scenario_context, parameters, point_count, name, created_at, canceled_at)
         VALUES ($1, ${common}, '{}', $2, 2, 'Prices', '2026-10-31T00:00:00Z', $3)`,
        [id, JSON.stringify(parameters), canceledAt],
      );
    const insert = (id: string, own: { sweepId?: string; index?: number; study?: object }) =>
      client.query(
        `INSERT INTO simulations (id, organization_id, workflow_id, workflow_version, definition_digest, agent_count, seed,
                                  scenario_context, warnings, sweep_id, sweep_index, study, status, completed_at)
         VALUES ($1, ${common}, '{}', '[]', $2, $3, $4, 'completed', '2026-10-31T01:00:00Z')`,
        [id, own.sweepId ?? null, own.index ?? null, own.study ? JSON.stringify(own.study) : null],
      );
    await insert(ids.point, { sweepId: ids.sweep, index: 1 });
    await insert(newPrefixedId('sim'), { sweepId: ids.sweep, index: 0 });
    await insert(ids.goal, { study: { kind: 'goal', request: goal, cost: 3, max_evaluations: 80 } });
    const request = { parameters: ranges, ...method };
    await insert(ids.sensitivity, { study: { kind: 'sensitivity', request, cost: 4, max_evaluations: 100 } });
    await client.query(
      `INSERT INTO webhook_events (id, organization_id, type, sweep_id, body) VALUES ($1, $2, 'sweep.completed', $3, '{}')`,
      [ids.event, organizationId, ids.sweep],
    );
  }

  const find = (id: string) => findRun(client, organizationId, id);

  it('Sweeps keep their id, name, parameters, points and event, and have the status of their points', async () => {
    const sweep = (await find(ids.sweep))!;
    expect(kindNamed('sweep').format.of(sweep)).toMatchObject({
      ...{ id: ids.sweep, name: 'Prices', status: 'completed', parameters, completed_at: '2026-10-31T01:00:00.000Z' },
      created_by: null,
      progress: { points_total: 2, points: { completed: 2 } },
    });
    const points = await readChildren(client, sweep);
    expect(points.map(({ index }) => index)).toEqual([0, 1]);
    expect(points[1]!.id).toBe(ids.point);
    expect((await find(ids.canceled))!.status).toBe('canceled');
    const { rows } = await client.query('SELECT simulation_id FROM webhook_events WHERE id = $1', [ids.event]);
    expect(rows).toEqual([{ simulation_id: ids.sweep }]);
  });

  it('Goals and sensitivity analyses keep their request and their cost', async () => {
    const stored = (await find(ids.goal))!;
    expect(kindNamed('goal').format.of(stored)).toMatchObject({ ...goal, id: ids.goal, quota: 3 });
    const sensitivity = (await find(ids.sensitivity))!;
    expect(kindNamed('sensitivity').format.of(sensitivity)).toMatchObject({
      ...method,
      quota: 4,
      parameters: [
        { name: 'price', from: 1, to: 2, options: null },
        { name: 'color', from: null, to: null, options: ['red', 'blue'] },
      ],
    });
  });
});
