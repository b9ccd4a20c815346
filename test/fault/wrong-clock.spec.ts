import { randomUUID } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import type { Tier } from '../../src/common/identity/tier.js';
import type { ApiClient } from '../support/api-client.js';
import { createKey } from '../support/keys.js';
import { TestBed } from '../support/test-bed.js';
import { simulate } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { wrongClock } from '../support/wrong-clock.js';

const dayMs = 24 * 3_600_000;

describe('a process whose clock is two days ahead', () => {
  let bed: TestBed;
  let url: string;
  let api: ApiClient;

  beforeAll(async () => {
    bed = await TestBed.start({ SVC_RETENTION_DAYS: JSON.stringify({ sandbox_results: 1, audit: 30, outbox: 1 }) });
    const [started, worker] = await Promise.all([bed.startApi(), bed.startWorker()]);
    url = started.url;
    api = await bed.newCaller(url);
    await Promise.all([simulate(api, { agent_count: 1 }), createKey(api)]);
    await bed.kill(worker);
  });
  afterAll(() => bed.stop());

  const sql = <Row extends QueryResultRow>(tier: Tier, text: string) =>
    sqlOf(bed.servers[`${tier}DatabaseUrl`])<Row>(text);
  const recordOf = (route: string, expires: string) =>
    `INSERT INTO idempotency_records (scope, route, key_hash, request_hash, status, body, expires_at)
     VALUES ('o', '${route}', '', '', 201, '{}', now() + interval '${expires}')`;
  const routes = async (tier: Tier) =>
    (await sql<{ route: string }>(tier, `SELECT route FROM idempotency_records WHERE scope = 'o'`)).map(
      ({ route }) => route,
    );

  it('A worker whose clock is 40 days ahead deletes expired data and no other data', async () => {
    for (const tier of ['sandbox', 'live'] as const) await sql(tier, recordOf('valid', '1 day'));
    const linkOf = (name: string, expires: string) =>
      `INSERT INTO magic_link_tokens (hash, email, expires_at)
       VALUES ('${name}', '${name}@example.com', now() + interval '${expires}')`;
    await sql('live', `${linkOf('valid', '1 min')}; ${linkOf('expired', '-1 s')}`);
    await sql('sandbox', `INSERT INTO outbox_messages (kind, payload) VALUES ('x', '{}')`);
    const remaining = async () => ({
      results: (await sql('sandbox', 'SELECT FROM simulation_results')).length,
      audit: (await sql('sandbox', 'SELECT FROM audit_entries')).length > 0,
      messages: (await sql('sandbox', `SELECT FROM outbox_messages WHERE kind = 'x'`)).length,
    });
    const before = await remaining();
    expect(before).toMatchObject({ results: 1, audit: true, messages: 1 });
    const worker = await bed.startWorker(wrongClock(40 * dayMs));
    await waitUntil('the expired links are deleted', async () => {
      const links = await sql<{ email: string }>('live', 'SELECT email FROM magic_link_tokens ORDER BY email');
      return !links.some(({ email }) => email === 'expired@example.com');
    });
    await sql('sandbox', recordOf('expired', '-1 s'));
    const second = await bed.startWorker(wrongClock(40 * dayMs));
    await waitUntil('the expired records are deleted', async () => (await routes('sandbox')).join() === 'valid');
    expect(await routes('live')).toEqual(['valid']);
    expect(await sql('live', 'SELECT email FROM magic_link_tokens')).toEqual([{ email: 'valid@example.com' }]);
    expect(await remaining()).toEqual(before);
    await Promise.all([bed.kill(worker), bed.kill(second)]);
  });

  it('A process with a wrong clock replays the idempotent responses of other processes', async () => {
    const wrong = Object.assign(Object.create(api) as ApiClient, {
      url: (await bed.startApi(wrongClock(2 * dayMs))).url,
    });
    const key = randomUUID();
    const first = await createKey(api, {}, key);
    const replay = await createKey(wrong, {}, key);
    expect(replay.headers.get('idempotent-replayed')).toBe('true');
    expect(replay.body.data).toEqual(first.body.data);
  });
});
