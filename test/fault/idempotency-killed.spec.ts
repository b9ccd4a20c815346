import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { isLongRun } from '../support/faults/rounds.js';
import { callerWithScopes, createKey, rotateKey, type ApiKeyRecord } from '../support/keys.js';
import { repeatAfterPause } from '../support/machine-pauses.js';
import { PostgresProxy, type Moment } from '../support/postgres-proxy.js';
import { TestBed } from '../support/test-bed.js';
import { workflowId } from '../support/simulations.js';

/** More statements than any of these requests sends: the loop ends when the breakpoint is no longer reached. */
const maxStatements = 20;
/** Moments to test for each statement. The default run alternates between the two moments. */
const momentPatterns: ((statement: number) => Moment)[] = isLongRun
  ? [() => 'before', () => 'after']
  : [(statement) => (statement % 2 === 1 ? 'before' : 'after')];
/** The use of keys is written every few seconds, independently of requests. */
const keyUseStatement = 'SET last_used_at';

interface Effect {
  name: string;
  prepare(
    owner: ApiClient,
  ): Promise<{ send(api: ApiClient): Promise<ApiResponse>; verify(response: ApiResponse): Promise<void> }>;
}

const keysNamed = async (owner: ApiClient, test: (key: ApiKeyRecord) => boolean) =>
  (await owner.call<ApiKeyRecord[]>('/v1/api-keys?limit=100')).body.data.filter(test);

const creating: Effect = {
  name: 'creating a key',
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
  async prepare(owner) {
    const used = async () =>
      (await owner.call<{ simulations_lifetime: number }>('/v1/usage')).body.data.simulations_lifetime;
    const before = await used();
    const headers = { 'idempotency-key': randomUUID() };
    const json = { workflow_id: workflowId, agent_count: 1 };
    return {
      send: (api) => api.call('/v1/simulations', { method: 'POST', json, headers }),
      async verify(response) {
        expect(response.status).toBe(202);
        expect(await used()).toBe(before + 1);
      },
    };
  },
};

/** Asks a question that compares two scenarios, or names a range of values. */
const asking = (name: string, question: string, simulations: number): Effect => ({
  name,
  async prepare(owner) {
    const used = async () =>
      (await owner.call<{ simulations_lifetime: number }>('/v1/usage')).body.data.simulations_lifetime;
    const idsOf = async (list: string) => {
      const { body } = await owner.call<{ id: string }[]>(`/v1/${list}?limit=100`);
      return body.data.map(({ id }) => id);
    };
    const before = { used: await used(), simulations: await idsOf('simulations'), sweeps: await idsOf('sweeps') };
    const headers = { 'idempotency-key': randomUUID() };
    const json = { question, agent_count: 1 };
    return {
      send: (api) => api.call('/v1/simulations/auto', { method: 'POST', json, headers }),
      async verify(response) {
        expect(response.status).toBe(202);
        expect(await used()).toBe(before.used + simulations);
        const { data, meta } = (response as ApiResponse<{ id: string }>).body;
        const { comparison } = meta as { comparison: { simulations: { id: string }[] } | null };
        const written = {
          simulations: (await idsOf('simulations')).filter((id) => !before.simulations.includes(id)),
          sweeps: (await idsOf('sweeps')).filter((id) => !before.sweeps.includes(id)),
        };
        expect(written).toEqual({
          simulations: (comparison?.simulations ?? []).map(({ id }) => id).reverse(),
          sweeps: comparison ? [] : [data.id],
        });
      },
    };
  },
});
const comparing = asking(
  'creating the simulations of a comparison',
  'Which letter raises turnout more, the civic duty letter or the one with the neighbors’ records?',
  2,
);
const varying = asking(
  'creating the sweep of a range',
  'How many travellers would take the Swissmetro if its fares were between 10 and 30% lower?',
  5,
);

/** An API process that uses the database through a proxy with a breakpoint. */
interface ApiProcess {
  child: ChildProcess;
  url: string;
  proxy: PostgresProxy;
}

describe('an API process killed during an idempotent request', () => {
  let bed: TestBed;
  let owner: ApiClient;
  let next: Promise<ApiProcess>;

  beforeAll(async () => {
    bed = await TestBed.start();
    owner = await bed.newCaller((await bed.startApi()).url);
    next = startNext();
  });
  afterAll(async () => {
    await next.then(stop);
    await bed.stop();
  });

  async function startNext(): Promise<ApiProcess> {
    const proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
    const { child, url } = await bed.startApi({ SANDBOX_DATABASE_URL: proxy.url });
    await new ApiClient(url, owner.key).call('/v1/usage'); // opens a pool connection
    return { child, url, proxy };
  }

  /** Starts the next process in advance. */
  async function takeNext(): Promise<ApiProcess> {
    const api = await next;
    next = startNext();
    return api;
  }

  async function stop({ child, proxy }: ApiProcess): Promise<void> {
    await bed.kill(child);
    await proxy.stop();
  }

  /** Sends a request to a process that is killed at the given point, then retries with another. Returns whether the point was reached. */
  async function crashAt(effect: Effect, statement: number, moment: Moment): Promise<boolean> {
    const request = await effect.prepare(owner);
    const send = (api: ApiClient) => request.send(api);
    const api = await takeNext();
    api.proxy.setBreakpoint({
      statement,
      moment,
      ignoredText: keyUseStatement,
      action: () => api.child.kill('SIGKILL'),
    });
    const first = await send(new ApiClient(api.url, owner.key)).catch(() => undefined);
    const { wasReached } = api.proxy.clearBreakpoint();
    expect(first === undefined).toBe(wasReached);
    // Postgres must roll back the transaction of the killed process while the retry waits for it.
    const retry = await repeatAfterPause(
      () => send(owner),
      ({ status }) => status === 409,
    );
    await request.verify(retry);
    if (first) expect(retry.body.data).toEqual(first.body.data);
    expect((await send(owner)).body.data).toEqual(retry.body.data);
    await stop(api);
    return wasReached;
  }

  it.each([creating, rotating, simulating, comparing, varying])(
    'When the API is killed at any step of $name, a retry gets the response and the effect occurs once',
    async (effect) => {
      const points: string[] = [];
      for (const momentOf of momentPatterns) {
        for (let statement = 1; statement <= maxStatements; statement++) {
          const moment = momentOf(statement);
          if (!(await crashAt(effect, statement, moment))) break;
          points.push(`${moment} ${statement}`);
        }
      }
      // A transaction with a lock, a lookup, the effect and its record has at least six statements.
      expect(points.length).toBeGreaterThanOrEqual(6 * momentPatterns.length);
      expect(points.length).toBeLessThan(maxStatements * momentPatterns.length);
    },
    600_000,
  );
});
