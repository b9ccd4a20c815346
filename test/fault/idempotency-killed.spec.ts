import { randomUUID } from 'node:crypto';
import type { ChildProcess } from 'node:child_process';
import { ApiClient, type ApiResponse } from '../support/api-client.js';
import { isLongRun } from '../support/faults/rounds.js';
import { callerWithScopes, createKey, rotateKey, type ApiKeyRecord } from '../support/keys.js';
import { PostgresProxy, type Moment } from '../support/postgres-proxy.js';
import { TestBed } from '../support/test-bed.js';
import { workflowId } from '../support/simulations.js';

/** More statements than any of these requests makes: the walk ends when the trap is not reached any more. */
const mostStatements = 20;
/** Which moment of a statement. In the short form each statement has one of its two, in turn. */
const walks: ((statement: number) => Moment)[] = isLongRun
  ? [() => 'before', () => 'after']
  : [(statement) => (statement % 2 === 1 ? 'before' : 'after')];
/** That a key was used is written every few seconds, and belongs to no request. */
const keyUse = 'SET last_used_at';

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

/** An API process with a trap on its way to the database. */
interface Victim {
  child: ChildProcess;
  url: string;
  proxy: PostgresProxy;
}

describe('an API process that is killed -9 between any two steps of an idempotent request', () => {
  let bed: TestBed;
  let owner: ApiClient;
  let next: Promise<Victim>;

  beforeAll(async () => {
    bed = await TestBed.start();
    owner = await bed.newCaller((await bed.startApi()).url);
    next = startVictim();
  });
  afterAll(async () => {
    await next.then(end);
    await bed.stop();
  });

  async function startVictim(): Promise<Victim> {
    const proxy = await PostgresProxy.start(bed.servers.sandboxDatabaseUrl);
    const { child, url } = await bed.startApi({ SANDBOX_DATABASE_URL: proxy.url });
    await new ApiClient(url, owner.key).call('/v1/usage'); // its pool has a connection now
    return { child, url, proxy };
  }

  /** The one after it starts while this one dies. */
  async function takeVictim(): Promise<Victim> {
    const victim = await next;
    next = startVictim();
    return victim;
  }

  async function end({ child, proxy }: Victim): Promise<void> {
    await bed.kill(child);
    await proxy.stop();
  }

  /** One request to a process that dies at the given point; then the retry to another. True when the point was reached. */
  async function crashAt(effect: Effect, statement: number, moment: Moment): Promise<boolean> {
    const request = await effect.prepare(owner);
    const send = (api: ApiClient) => request.send(api);
    const victim = await takeVictim();
    victim.proxy.setBreakpoint({ statement, moment, ignoredText: keyUse, action: () => victim.child.kill('SIGKILL') });
    const first = await send(new ApiClient(victim.url, owner.key)).catch(() => undefined);
    const { wasReached } = victim.proxy.clearBreakpoint();
    expect(first === undefined).toBe(wasReached);
    const retry = await send(owner);
    await request.verify(retry);
    if (first) expect(retry.body.data).toEqual(first.body.data);
    expect((await send(owner)).body.data).toEqual(retry.body.data);
    await end(victim);
    return wasReached;
  }

  it.each([creating, rotating, simulating])(
    '$name: the retry gets the one answer, and there is one effect',
    async (effect) => {
      const points: string[] = [];
      for (const chosen of walks) {
        for (let statement = 1; statement <= mostStatements; statement++) {
          const moment = chosen(statement);
          if (!(await crashAt(effect, statement, moment))) break;
          points.push(`${moment} ${statement}`);
        }
      }
      // A transaction around a lock, a look-up, the effect and its record: six statements at the least.
      expect(points.length).toBeGreaterThanOrEqual(6 * walks.length);
      expect(points.length).toBeLessThan(mostStatements * walks.length);
    },
    300_000,
  );
});
