import { randomUUID } from 'node:crypto';
import { Redis } from 'ioredis';
import { Sessions } from '../../src/auth/session/sessions.service.js';
import { SystemClock } from '../../src/common/clock.js';
import { EntrySigner } from '../../src/common/entry-signer.js';
import { parseEnv } from '../../src/config/env.js';
import { developmentMasterKey } from '../../src/config/master-key.js';
import { Organizations } from '../../src/organizations/organizations.service.js';
import { PersonalData } from '../../src/personal-data/personal-data.service.js';
import { Databases } from '../../src/platform/database/databases.service.js';
import { SecurityLog } from '../../src/platform/logging/security-log.service.js';
import { newEmail, queryDatabase, type AuthService } from './auth-service.js';
import { testDefinition } from './definitions.js';
import { runFile, sharedClient, sharedDataDir } from './shared-service.js';
import { workflowId } from './simulations.js';

type Tier = 'live' | 'sandbox';

/** Runs `work` in this process with the stores of the shared instance, or others. */
export async function withPersonalData<T>(
  work: (data: PersonalData) => Promise<T>,
  stores: { sandboxDatabaseUrl?: string } = {},
): Promise<T> {
  const { live_database_url: liveDatabaseUrl, sandbox_database_url: sandboxDatabaseUrl, redis_url } = runFile();
  const masterKey = developmentMasterKey(sharedDataDir());
  const urls = { liveDatabaseUrl, sandboxDatabaseUrl, redisUrl: redis_url };
  const settings = { ...parseEnv({}), ...urls, ...stores, masterKey };
  const [databases, redis] = [new Databases(settings), new Redis(redis_url)];
  const sessions = new Sessions(redis, new SystemClock(), new EntrySigner(masterKey, []));
  const organizations = new Organizations(databases);
  try {
    return await work(new PersonalData(databases, sessions, organizations, new SecurityLog(settings), redis));
  } finally {
    redis.disconnect();
    await databases.onApplicationShutdown();
  }
}

/** The tables of both databases that contain a text in any column except bytes, as `tier.table`. */
export async function tablesWith(text: string): Promise<string[]> {
  const byTier = await Promise.all(
    (['live', 'sandbox'] as Tier[]).map(async (tier) => {
      const searches = await queryDatabase<{ search: string }>(tier, listSearches);
      const query = searches.map(({ search }) => search).join(' UNION ALL ');
      const rows = await queryDatabase<{ name: string; found: boolean }>(tier, query, [text]);
      return rows.flatMap(({ name, found }) => (found ? [`${tier}.${name}`] : []));
    }),
  );
  return byTier.flat().sort();
}

/** One query for each table. */
const listSearches = `
  SELECT format('SELECT %L AS name, EXISTS (SELECT FROM %I WHERE strpos(concat_ws('' '', %s), $1) > 0) AS found', table_name, table_name,
    string_agg(format('%I::text', column_name), ', ')) AS search
  FROM information_schema.columns WHERE table_schema = 'public' AND data_type <> 'bytea' GROUP BY table_name`;

/** Whether a key or a text value in Redis contains the text. */
export async function redisContains(text: string): Promise<boolean> {
  const redis = new Redis(runFile().redis_url);
  try {
    for (const key of await redis.keys('*')) {
      const value = (await redis.type(key)) === 'string' ? await redis.get(key) : '';
      if (`${key} ${value ?? ''}`.includes(text)) return true;
    }
    return false;
  } finally {
    redis.disconnect();
  }
}

/** A user with an own organization. */
export interface Person {
  email: string;
  userId: string;
  organizationId: string;
  cookie: string;
}

/** A user with rows in every table that can contain personal data, if the user also publishes a workflow. */
export async function newPerson(service: AuthService, { publishes = false } = {}): Promise<Person> {
  const email = newEmail();
  await service.post('/v1/auth/magic-link/request', { email }, { 'idempotency-key': randomUUID() });
  const { response, cookie } = await service.signIn(email);
  const upload = { method: 'POST', raw: 'gave,donor\n1,Ada\n0,Bo\n', headers: { 'content-type': 'text/csv' } };
  const uploadKey = { 'idempotency-key': randomUUID() };
  const sent = await service.withSession('/v1/datasets', cookie, {
    ...upload,
    headers: { ...upload.headers, ...uploadKey },
  });
  expect(sent.status).toBe(201);
  const call = (path: string, json: object) =>
    service.withSession(path, cookie, { method: 'POST', json, headers: { 'idempotency-key': randomUUID() } });
  await call('/v1/api-keys', { name: 'Reports', scopes: ['keys:read'], is_test: true });
  const question = 'Would commuters take the train if fares fell by 20%?';
  for (const created of [
    await call('/v1/simulations', { workflow_id: workflowId, agent_count: 1 }),
    await call('/v1/simulations/auto', { question, agent_count: 1 }),
  ])
    expect(created.status).toBe(202);
  if (publishes) {
    // The process that other tests publish with. The first publication of a process takes seconds.
    const published = await sharedClient().call('/v1/case-studies', {
      method: 'POST',
      json: { definition: testDefinition(`personal-${randomUUID()}`) },
      headers: { cookie, 'sec-fetch-site': 'same-origin', 'idempotency-key': randomUUID() },
    });
    expect(published.status).toBe(201);
  }
  await service.post('/v1/auth/password/login', { email, password: 'not the password' });
  await service.newToken(email);
  await call('/v1/invitations', { email: newEmail(), role: 'owner' });
  const inviter = await service.signIn();
  const invited = { method: 'POST', json: { email, role: 'owner' }, headers: { 'idempotency-key': randomUUID() } };
  await service.withSession('/v1/invitations', inviter.cookie, invited);
  const { user, organization_id: organizationId } = response.body.data;
  return { email, userId: user?.user_id ?? '', organizationId, cookie };
}

/** Rows of both databases that have the content of datasets of the organization: the datasets, and the responses to their uploads. */
export async function datasetRowsOf(organizationId: string): Promise<number> {
  const count = `SELECT (SELECT count(*) FROM datasets WHERE organization_id = $1::uuid)::int AS datasets,
    (SELECT count(*) FROM idempotency_records WHERE scope = $1::text AND route = 'POST /v1/datasets')::int AS responses`;
  const rows = await Promise.all(
    (['live', 'sandbox'] as Tier[]).map((tier) => queryDatabase<Record<string, number>>(tier, count, [organizationId])),
  );
  return rows.flat().reduce((sum, row) => sum + row['datasets']! + row['responses']!, 0);
}
