import { randomUUID } from 'node:crypto';
import type { QueryResultRow } from 'pg';
import type { Tier } from '../../src/common/identity/caller.js';
import type { ApiClient } from '../support/api-client.js';
import { createKey } from '../support/keys.js';
import { TestBed } from '../support/test-bed.js';
import { simulate } from '../support/simulations.js';
import { sqlOf } from '../support/sql-of.js';
import { waitUntil } from '../support/wait-until.js';
import { wrongClock } from '../support/wrong-clock.js';

const dayMs = 24 * 3_600_000;

describe('processes whose clocks are wrong by days', () => {
  let bed: TestBed;
  let api: ApiClient;

  beforeAll(async () => {
    bed = await TestBed.start({ SVC_RETENTION_DAYS: JSON.stringify({ sandbox_results: 1, audit: 30, outbox: 1 }) });
    const [{ url }] = await Promise.all([bed.startApi(), bed.startWorker(wrongClock(-40 * dayMs))]);
    api = await bed.newCaller(url);
    await Promise.all([simulate(api, { agent_count: 1 }), createKey(api)]);
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
    const outboxMessage = (kind: string, age: string) =>
      `INSERT INTO outbox_messages (kind, payload, created_at) VALUES ('${kind}', '{}', now() - interval '${age}')`;
    const linkOf = (name: string, expires: string) =>
      `INSERT INTO magic_link_tokens (hash, email, expires_at)
       VALUES ('${name}', '${name}@example.com', now() + interval '${expires}')`;
    for (const tier of ['sandbox', 'live'] as const) {
      await sql(tier, `${recordOf('valid', '1 day')}; ${recordOf('expired', '-1 s')}`);
      await sql(tier, `${outboxMessage('valid', '0 s')}; ${outboxMessage('expired', '2 days')}`);
    }
    await sql('live', `${linkOf('valid', '1 min')}; ${linkOf('expired', '-1 s')}`);
    const remaining = async () => ({
      results: (await sql('sandbox', 'SELECT FROM simulation_results')).length,
      audit: (await sql('sandbox', 'SELECT FROM audit_entries')).length,
    });
    const messages = async (tier: Tier) =>
      (await sql<{ kind: string }>(tier, `SELECT kind FROM outbox_messages WHERE kind IN ('valid', 'expired')`)).map(
        ({ kind }) => kind,
      );
    const before = await remaining();
    expect(before).toEqual({ results: 1, audit: expect.any(Number) as number });
    await bed.startWorker(wrongClock(40 * dayMs));
    // They are deleted last.
    await waitUntil('the expired messages are deleted', async () =>
      [...(await messages('sandbox')), ...(await messages('live'))].every((kind) => kind === 'valid'),
    );
    for (const tier of ['sandbox', 'live'] as const) {
      expect([await routes(tier), await messages(tier)]).toEqual([['valid'], ['valid']]);
    }
    expect(await sql('live', 'SELECT email FROM magic_link_tokens')).toEqual([{ email: 'valid@example.com' }]);
    expect(await remaining()).toEqual(before);
  });

  it('Workers whose clocks are wrong by 40 days run each simulation once and record times of the database clock', async () => {
    await Promise.all([1, 2, 3, 4, 5, 6, 7, 8].map((seed) => simulate(api, { agent_count: 1, seed })));
    const [row] = await sql<{ lostRuns: number; skewDays: number }>(
      'sandbox',
      `SELECT sum(attempt - handed_back - 1)::int AS "lostRuns",
              max(abs(extract(epoch FROM now() - started_at)) + abs(extract(epoch FROM now() - completed_at)))::float8
                / 86400 AS "skewDays" FROM simulations`,
    );
    expect(row?.lostRuns).toBe(0);
    expect(row?.skewDays).toBeLessThan(1);
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
