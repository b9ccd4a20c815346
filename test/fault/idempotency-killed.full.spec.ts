import type { ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { callerWithScopes, createKey, rotateKey, type ApiKeyRecord } from '../support/keys.js';
import { type Moment, PostgresProxy } from '../support/postgres-proxy.js';
import { workflowId } from '../support/simulations.js';
import { TestBed } from '../support/test-bed.js';

/** A request with an `Idempotency-Key` that has an effect. */
interface Effect {
  name: string;
  /** Text of the statement that commits the effect. */
  commit: string;
  /** Minimum statements of a request. */
  minStatements: number;
  prepare(
    owner: ApiClient,
  ): Promise<{ send(api: ApiClient): Promise<ApiResponse>; verify(response: ApiResponse): Promise<void> }>;
}

const keysNamed = async (owner: ApiClient, test: (key: ApiKeyRecord) => boolean) =>
  (await owner.call<ApiKeyRecord[]>('/v1/api-keys?limit=100')).body.data.filter(test);

const usedQuota = async (owner: ApiClient) =>
  (await owner.call<{ simulations_lifetime: number }>('/v1/usage')).body.data.simulations_lifetime;

/** A transaction with a lock, a lookup, the effect and its record. */
const inTransaction = { commit: 'COMMIT', minStatements: 6 };
/** The workflow, and one statement for lock, lookup, effect and record. */
const inOneStatement = { commit: 'admitted quota', minStatements: 2 };

const creating: Effect = {
  name: 'creating a key',
  ...inTransaction,
  prepare(owner) {
    const [name, idempotencyKey] = [randomUUID(), randomUUID()];
    return Promise.resolve({
      send: (api) => createKey(api, { name, scopes: ['keys:read'] }, idempotencyKey),
      async verify(response) {
        expect(response.status).toBe(201);
        expect(await keysNamed(owner, (key) => key.name === name)).toHaveLength(1);
        const { key } = (response as ApiResponse<ApiKeyRecord>).body.data;
        expect((await new ApiClient(owner.url, key).call('/v1/api-keys?limit=1')).status).toBe(200);
      },
    });
  },
};

const rotating: Effect = {
  name: 'rotating a key',
  ...inTransaction,
  async prepare(owner) {
    const old = await callerWithScopes(owner, ['keys:read']);
    const idempotencyKey = randomUUID();
    return {
      send: (api) => rotateKey(api, old.keyId, idempotencyKey),
      async verify(response) {
        expect(response.status).toBe(201);
        expect(await keysNamed(owner, (key) => key.rotated_from === old.keyId)).toHaveLength(1);
        const { key } = (response as ApiResponse<ApiKeyRecord>).body.data;
        expect((await new ApiClient(owner.url, key).call('/v1/api-keys?limit=1')).status).toBe(200);
        expect((await old.call('/v1/api-keys?limit=1')).status).toBe(401);
      },
    };
  },
};

const simulating: Effect = {
  name: 'creating a simulation',
  ...inOneStatement,
  async prepare(owner) {
    const before = await usedQuota(owner);
    const headers = { 'idempotency-key': randomUUID() };
    const json = { workflow_id: workflowId, agent_count: 1 };
    return {
      send: (api) => api.call('/v1/simulations', { method: 'POST', json, headers }),
      async verify(response) {
        expect(response.status).toBe(202);
        expect(await usedQuota(owner)).toBe(before + 1);
      },
    };
  },
};

/** Creates the two simulations of a question that compares scenarios. */
const comparing: Effect = {
  name: 'creating the simulations of a comparison',
  ...inOneStatement,
  async prepare(owner) {
    const ids = async () =>
      (await owner.call<{ id: string }[]>('/v1/simulations?limit=100')).body.data.map(({ id }) => id);
    const before = { used: await usedQuota(owner), ids: await ids() };
    const headers = { 'idempotency-key': randomUUID() };
    const question = 'Which letter raises turnout more, the civic duty letter or the one with the neighbors’ records?';
    const json = { question, agent_count: 1 };
    return {
      send: (api) => api.call('/v1/simulations/auto', { method: 'POST', json, headers }),
      async verify(response) {
        expect(response.status).toBe(202);
        expect(await usedQuota(owner)).toBe(before.used + 2);
        const { data, meta } = (response as ApiResponse<{ id: string }>).body;
        const [other] = meta['also'] as { id: string }[];
        expect((await ids()).filter((id) => !before.ids.includes(id))).toEqual([other!.id, data.id]);
      },
    };
  },
};

/** Creates a sweep of two points. */
const sweeping: Effect = {
  name: 'creating a parameter sweep',
  ...inOneStatement,
  async prepare(owner) {
    const ids = async () =>
      (await owner.call<{ id: string }[]>('/v1/runs?kind=sweep&limit=100')).body.data.map(({ id }) => id);
    const before = { used: await usedQuota(owner), ids: await ids() };
    const headers = { 'idempotency-key': randomUUID() };
    const parameters = [{ name: 'train_cost_factor', values: [0.8, 1.2] }];
    const json = { workflow_id: workflowId, agent_count: 1, parameters };
    return {
      send: (api) => api.call('/v1/sweeps', { method: 'POST', json, headers }),
      async verify(response) {
        expect(response.status).toBe(202);
        expect(await usedQuota(owner)).toBe(before.used + 2);
        expect(await ids()).toEqual([(response as ApiResponse<{ id: string }>).body.data.id, ...before.ids]);
      },
    };
  },
};

const effects = [creating, rotating, simulating, comparing, sweeping];

/** More statements than any of these requests sends: the loop ends when the breakpoint is no longer reached. */
const maxStatements = 20;
/** The use of keys is written every few seconds, independently of requests. */
const keyUseStatement = 'SET last_used_at';

describe('an API process that fails during an idempotent request', () => {
  let bed: TestBed;
  let proxy: PostgresProxy;
  /** Calls the process that does not fail. */
  let owner: ApiClient;
  let failing: { child: ChildProcess; url: string };

  /** The database connection of this process goes through the proxy. */
  const startFailing = () => bed.startApi({ SANDBOX_DATABASE_URL: proxy.url });

  beforeAll(async () => {
    bed = await TestBed.start();
    proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
    const [{ url }, started] = await Promise.all([bed.startApi(), startFailing()]);
    failing = started;
    owner = await bed.newCaller(url);
  });
  afterAll(async () => {
    await bed.stop();
    await proxy.stop();
  });

  const at = (moment: Moment, some: readonly Effect[]) => some.map((effect) => ({ moment, ...effect }));

  // After a statement is the same as before the next one, except at the commit.
  it.each([...at('before', effects), ...at('after', effects)])(
    'When the API loses the database $moment any step of $name, a retry gets the response and the effect occurs once',
    async ({ moment, ...effect }) => {
      let statement = 1;
      while (statement < maxStatements && (await failAt(effect, { statement, moment }, () => proxy.cut())))
        statement += 1;
      expect(statement).toBeGreaterThan(effect.minStatements);
      expect(statement).toBeLessThan(maxStatements);
    },
  );

  it.each([...at('after', effects), ...at('before', effects)])(
    'When the API loses the database $moment the commit of $name, a retry gets the response and the effect occurs once',
    async ({ moment, ...effect }) => {
      expect(await failAt(effect, { statement: effect.commit, moment }, () => proxy.cut())).toBe(true);
    },
  );

  it.each([...at('before', effects), ...at('after', effects)])(
    'When the API is killed $moment the commit of $name, a retry gets the response and the effect occurs once',
    async ({ moment, ...effect }) => {
      if (failing.child.signalCode !== null) failing = await startFailing();
      const { child } = failing;
      const kill = () => child.kill('SIGKILL');
      expect(await failAt(effect, { statement: effect.commit, moment }, kill)).toBe(true);
      expect(child.signalCode).toBe('SIGKILL');
    },
  );

  /** Sends a request to a process that fails at the given point, then retries with another. Returns whether the point was reached. */
  async function failAt(
    effect: Effect,
    breakpoint: { statement: number | string; moment: Moment },
    fail: () => unknown,
  ): Promise<boolean> {
    const api = new ApiClient(failing.url, owner.key);
    await api.call('/v1/usage'); // opens a pool connection
    const request = await effect.prepare(owner);
    proxy.setBreakpoint({ ...breakpoint, ignoredText: keyUseStatement, action: fail });
    const first = await request.send(api).catch(() => undefined);
    const { wasReached } = proxy.clearBreakpoint();
    if (!wasReached) expect(first?.status).toBeLessThan(300);
    const retry = await request.send(owner);
    await request.verify(retry);
    if (first && first.status < 300) expect(retry.body.data).toEqual(first.body.data);
    expect((await request.send(owner)).body.data).toEqual(retry.body.data);
    return wasReached;
  }
});
