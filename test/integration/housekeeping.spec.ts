import { newId } from '../../src/common/crypto.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { Idempotency, retentionMs } from '../../src/platform/idempotency/idempotency.service.js';
import { Housekeeping } from '../../src/processor/housekeeping.service.js';
import { unusedCredential } from '../support/current-credential.js';
import { sqlOf } from '../support/sql-of.js';
import { startStores, type Stores } from '../support/stores.js';

const dayMs = 24 * 3_600_000;
/** Longer than the test takes. */
const marginMs = 60_000;

describe('the deletion of expired data', () => {
  let stores: Stores;
  let databases: Databases;
  let idempotency: Idempotency;

  beforeAll(async () => {
    stores = await startStores();
    databases = new Databases(stores.settings);
    idempotency = new Idempotency(databases, unusedCredential(), stores.settings);
  });
  afterAll(async () => {
    await databases.onApplicationShutdown();
    await stores.stop();
  });

  let effects = 0;
  const once = () => {
    const request = {
      scope: 'o',
      route: 'POST /x',
      key: '11111111-1111-4111-8111-111111111111',
      payload: {},
      status: 201,
    };
    return idempotency.once('sandbox', request, () => Promise.resolve({ body: { effect: ++effects } }));
  };
  /** Moves the expiry of all records to an earlier time. */
  const age = (ms: number) =>
    databases
      .sql('sandbox')
      .query(`UPDATE idempotency_records SET expires_at = expires_at - $1 * interval '1 ms'`, [ms]);
  const records = () => databases.for('sandbox').idempotencyRecord.count();

  it('An idempotency record is replayed with the same secret for 24 hours and then no more', async () => {
    const first = await once();
    await age(retentionMs - marginMs);
    const replay = await once();
    expect(replay).toEqual({ ...first, replayed: true });
    await age(marginMs);
    const fresh = await once();
    expect(fresh).toMatchObject({ body: { effect: 2 }, replayed: false });
    expect(fresh.secret.equals(first.secret)).toBe(false);
  });

  it('Housekeeping deletes expired idempotency records and keeps valid ones', async () => {
    const housekeeping = new Housekeeping(databases, stores.settings);
    await housekeeping.cleanUp('sandbox');
    expect(await records()).toBe(1);
    await age(retentionMs);
    await housekeeping.cleanUp('sandbox');
    expect(await records()).toBe(0);
  });

  it('Housekeeping deletes results, datasets, audit events, outbox messages, invitations and share links after their time and keeps simulation records', async () => {
    const settings = { ...stores.settings, retentionDays: { ...stores.settings.retentionDays, sandbox_results: 7 } };
    const housekeeping = new Housekeeping(databases, settings);
    const db = databases.sql('sandbox');
    const organizationId = newId();
    await databases
      .for('sandbox')
      .organization.create({ data: { id: organizationId, name: 'Old', planTier: 'growth' } });
    const days = { results: 7, audit: 400, outbox: 30 };
    const now = Date.now();
    const creationTimes = (limit: number, count: number) =>
      Array.from({ length: count }, (_, index) => new Date(now + (index < 3 ? 1 : -1) * marginMs - limit * dayMs));
    // More than one batch of results. Three rows of each table have one minute left.
    await db.query(
      `WITH simulation AS (
         INSERT INTO simulations (id, organization_id, status, workflow_id, workflow_version, definition_digest, agent_count, seed,
                                  scenario_context, warnings, digest)
         SELECT 'sim_' || number, $1, 'completed', 'w', '1.0.0', 'd', 1, 1, '{}', '[]', 'kept' FROM generate_series(1, 250) AS number)
       SELECT`,
      [organizationId],
    );
    await db.query(
      `INSERT INTO simulation_results (simulation_id, agents, created_at)
       SELECT 'sim_' || number, '\\x00', at FROM unnest($1::timestamptz[]) WITH ORDINALITY AS old (at, number)`,
      [creationTimes(days.results, 250)],
    );
    await db.query(
      `INSERT INTO audit_entries (id, actor_kind, action, subject, details, created_at)
       SELECT gen_random_uuid(), 'system', 'api_key.created', 's', '{}', at FROM unnest($1::timestamptz[]) AS at`,
      [creationTimes(days.audit, 130)],
    );
    await db.query(
      `INSERT INTO outbox_messages (kind, payload, created_at) SELECT 'x', '{}', at FROM unnest($1::timestamptz[]) AS at`,
      [creationTimes(days.outbox, 5)],
    );
    await db.query(
      `INSERT INTO share_links (id, organization_id, run_id, hash, created_at, expires_at)
       SELECT 'shl_' || number, $1, 'sim_' || number, sha256(number::text::bytea), at, at
       FROM unnest($2::timestamptz[]) WITH ORDINALITY AS old (at, number)`,
      [organizationId, creationTimes(0, 5)],
    );
    await db.query(
      `INSERT INTO invitations (id, organization_id, email, role, scopes, hash, invited_by, created_at, expires_at)
       SELECT 'inv_' || number, $1, number || '@example.com', 'owner', '{}', sha256(number::text::bytea), $1, at, at
       FROM unnest($2::timestamptz[]) WITH ORDINALITY AS old (at, number)`,
      [organizationId, creationTimes(0, 5)],
    );
    await db.query(
      `INSERT INTO datasets (id, organization_id, format, row_count, column_count, byte_count, details, content, created_at)
       SELECT 'ds_' || number, $1, 'csv', 1, 1, 1, '{}', '\\x00', at FROM unnest($2::timestamptz[]) WITH ORDINALITY AS old (at, number)`,
      [organizationId, creationTimes(days.results, 5)],
    );
    const remaining = async () => {
      const { rows } = await db.query<Record<string, number>>(`
        SELECT (SELECT count(*) FROM simulation_results)::int AS results, (SELECT count(*) FROM audit_entries)::int AS audit,
          (SELECT count(*) FROM outbox_messages)::int AS outbox, (SELECT count(*) FROM share_links)::int AS links,
          (SELECT count(*) FROM invitations)::int AS invitations, (SELECT count(*) FROM datasets)::int AS datasets,
          (SELECT count(*) FROM simulations WHERE digest = 'kept')::int AS simulations`);
      return rows[0];
    };
    const of = (count: number) => ({
      ...{ results: count, datasets: count, audit: count },
      ...{ outbox: count, links: count, invitations: count },
    });
    await housekeeping.cleanUp('sandbox');
    expect(await remaining()).toEqual({ ...of(3), simulations: 250 });
    for (const table of ['share_links', 'invitations']) {
      await db.query(`UPDATE ${table} SET expires_at = expires_at - $1 * interval '1 ms'`, [2 * marginMs]);
    }
    for (const table of ['simulation_results', 'datasets', 'audit_entries', 'outbox_messages']) {
      await sqlOf(stores.servers.sandboxDatabaseOwnerUrl)(
        `UPDATE ${table} SET created_at = created_at - $1 * interval '1 ms'`,
        [2 * marginMs],
      );
    }
    await Promise.all([housekeeping.cleanUp('sandbox'), housekeeping.cleanUp('sandbox')]);
    expect(await remaining()).toEqual({ ...of(0), simulations: 250 });
  });
});
