import { randomUUID } from 'node:crypto';
import { ApiClient, type ApiResponse } from '../api-client.js';
import { callerWithScopes, createKey, rotateKey, type ApiKeyRecord } from '../keys.js';
import { workflowId } from '../simulations.js';

/** A request with an `Idempotency-Key` that has an effect. */
export interface Effect {
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

export const creating: Effect = {
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

export const rotating: Effect = {
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

export const simulating: Effect = {
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
export const comparing: Effect = {
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
export const sweeping: Effect = {
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

export const effects = [creating, rotating, simulating, comparing, sweeping];
