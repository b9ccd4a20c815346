import { createHash, randomBytes, randomInt, randomUUID } from 'node:crypto';
import type { AddressInfo } from 'node:net';
import Bull from 'bull';
import express, { type Request, type Response } from 'express';
import pg from 'pg';

// POST /v1/simulations written by hand with Express and `pg`, with the same tables and the same transaction.
const route = 'POST /v1/simulations';
const quota = 1_000_000_000;
const retentionMs = 86_400_000;
const workflow = JSON.parse(process.env.WORKFLOW ?? '{}') as { id: string; version: string; digest: string };

const pool = new pg.Pool({ connectionString: process.env.SANDBOX_DATABASE_URL, max: 10 });
/** Only a server with a worker has one. */
const queue = process.env.WAKE_QUEUE
  ? new Bull<{ id: string }>(process.env.WAKE_QUEUE, process.env.REDIS_URL!)
  : undefined;
const sha256 = (text: string) => createHash('sha256').update(text).digest();

interface Create {
  workflow_id: string;
  agent_count: number;
}

const app = express();
app.use(express.json());
app.post('/v1/simulations', async (request: Request<object, unknown, Create>, response: Response) => {
  const organizationId = await identify(request.headers.authorization?.slice('Bearer '.length) ?? '');
  if (organizationId === undefined) return void response.status(401).json({ error: 'invalid_or_revoked_api_key' });
  const key = String(request.headers['idempotency-key']);
  if (request.body.workflow_id !== workflow.id) return void response.status(400).json({ error: 'invalid_workflow' });
  const { status, body } = await inTransaction((db) => createOnce(db, organizationId, key, request.body));
  if (queue && 'data' in body) await queue.add({ id: (body.data as { id: string }).id });
  response.status(status).json(body);
});

app.get('/v1/simulations/:id', async (request: Request<{ id: string }>, response: Response) => {
  const organizationId = await identify(request.headers.authorization?.slice('Bearer '.length) ?? '');
  if (organizationId === undefined) return void response.status(401).json({ error: 'invalid_or_revoked_api_key' });
  const { rows } = await pool.query<object>({
    name: 'read',
    text: `SELECT id, status, workflow_id, workflow_version, agent_count, seed, agents_done, created_at, started_at, completed_at,
             summary, digest FROM simulations WHERE id = $1 AND organization_id = $2`,
    values: [request.params.id, organizationId],
  });
  if (!rows[0]) return void response.status(404).json({ error: 'simulation_not_found' });
  response.json({ data: rows[0] });
});

async function identify(key: string): Promise<string | undefined> {
  const { rows } = await pool.query<{ organization_id: string }>({
    name: 'identify',
    text: `SELECT k.organization_id, k.scopes, o.plan_tier FROM api_keys k JOIN organizations o ON o.id = k.organization_id
           WHERE k.hash = $1 AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())`,
    values: [sha256(key)],
  });
  return rows[0]?.organization_id;
}

interface CreateResponse {
  status: number;
  body: object;
}

async function createOnce(
  db: pg.PoolClient,
  organizationId: string,
  key: string,
  request: Create,
): Promise<CreateResponse> {
  const lock = sha256(`${organizationId}\n${route}\n${key}`).readBigInt64BE();
  const locked = await db.query<{ locked: boolean }>({
    name: 'lock',
    text: 'SELECT pg_try_advisory_xact_lock($1) AS locked',
    values: [lock],
  });
  if (!locked.rows[0]?.locked) return { status: 409, body: { error: 'idempotency_in_progress' } };
  const [keyHash, requestHash] = [sha256(key), sha256(JSON.stringify(request))];
  const recorded = await db.query<{ request_hash: Buffer; status: number; body: object }>({
    name: 'recorded',
    text: `SELECT request_hash, status, body FROM idempotency_records
           WHERE scope = $1 AND route = $2 AND key_hash = $3 AND expires_at > now()`,
    values: [organizationId, route, keyHash],
  });
  const [before] = recorded.rows;
  if (before && !before.request_hash.equals(requestHash))
    return { status: 409, body: { error: 'idempotency_key_reused' } };
  if (before) return before;

  const result = { status: 202, body: { data: await create(db, organizationId, request) } };
  const { rowCount } = await db.query({
    name: 'reserve',
    text: `INSERT INTO usage_months (organization_id, month, simulations) VALUES ($1, date_trunc('month', now())::date, 1)
           ON CONFLICT (organization_id, month) DO UPDATE SET simulations = usage_months.simulations + 1
           WHERE usage_months.simulations < $2`,
    values: [organizationId, quota],
  });
  if (rowCount === 0) throw new Error('insufficient_quota');
  await db.query({
    name: 'record',
    text: `INSERT INTO idempotency_records (scope, route, key_hash, request_hash, status, body, nonce, expires_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, $8)`,
    values: [
      ...[organizationId, route, keyHash, requestHash, result.status, JSON.stringify(result.body)],
      ...[randomBytes(32), new Date(Date.now() + retentionMs)],
    ],
  });
  return result;
}

async function create(db: pg.PoolClient, organizationId: string, request: Create): Promise<object> {
  const id = `sim_${randomUUID().replaceAll('-', '')}`;
  const [seed, createdAt] = [randomInt(2 ** 31), new Date()];
  await db.query({
    name: 'simulation',
    text: `INSERT INTO simulations (id, organization_id, workflow_id, workflow_version, definition_digest, agent_count, seed,
             scenario_context, warnings, created_at)
           VALUES ($1, $2, $3, $4, $5, $6, $7, '{}', '[]', $8)`,
    values: [
      ...[id, organizationId, workflow.id, workflow.version, workflow.digest, request.agent_count, seed],
      createdAt,
    ],
  });
  await db.query({
    name: 'outbox',
    text: `INSERT INTO outbox_messages (kind, payload) VALUES ('simulation.queued', $1)`,
    values: [{ simulation_id: id, attempt: 0 }],
  });
  return {
    id,
    status: 'queued',
    workflow_id: workflow.id,
    workflow_version: workflow.version,
    agent_count: request.agent_count,
    seed,
    scenario_context: {},
    warnings: [],
    progress: { agents_done: 0, agents_total: request.agent_count },
    created_at: createdAt.toISOString(),
    started_at: null,
    completed_at: null,
    failure: null,
    summary: null,
    digest: null,
  };
}

async function inTransaction<T>(work: (db: pg.PoolClient) => Promise<T>): Promise<T> {
  const db = await pool.connect();
  try {
    await db.query('BEGIN');
    const result = await work(db);
    await db.query('COMMIT');
    return result;
  } catch (error) {
    await db.query('ROLLBACK');
    throw error;
  } finally {
    db.release();
  }
}

const server = app.listen(0, '127.0.0.1', () => {
  process.send?.({ type: 'ready', url: `http://127.0.0.1:${(server.address() as AddressInfo).port}` });
});
// As the service: the load uses a connection again after the rounds of the others.
server.keepAliveTimeout = 65_000;
