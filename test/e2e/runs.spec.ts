import { ApiClient } from '../support/api-client.js';
import { AuthService } from '../support/auth-service.js';
import { createFit, uploadLetters } from '../support/fits.js';
import { createGoal } from '../support/goals.js';
import { callerWithScopes, rotateKey } from '../support/keys.js';
import { MembersClient, type SignedIn } from '../support/members.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { createSensitivity } from '../support/sensitivities.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, workflowId } from '../support/simulations.js';
import { createSweep, finishedSweep, type SweepRecord } from '../support/sweeps.js';

interface Run {
  object: string;
  id: string;
  status: string;
  created_by: object | null;
}

describe('runs of all kinds at one address', () => {
  let api: ApiClient;
  const ids: string[] = [];
  const list = async (query = '') => (await api.call<Run[]>(`/v1/runs${query}`)).body;

  beforeAll(async () => {
    api = await newCaller();
    // Runs that no worker computes.
    await whileQueuePaused(async () => {
      for (const created of [
        await createSimulation(api, { name: 'Cheaper 100% trains' }),
        await createSweep(api, { parameters: [{ name: 'train_cost_factor', values: [0.9, 1.1] }] }),
        await createGoal(api, { agent_count: 10 }),
        await createSensitivity(api),
        await createFit(api, { dataset_id: await uploadLetters(api) }),
      ]) {
        const { id } = created.body.data;
        ids.unshift(id);
        expect((await api.post(`/v1/runs/${id}/cancel`, undefined)).status).toBe(200);
      }
    });
  });

  it('The list has all kinds, newest first, without the points of sweeps', async () => {
    const { data } = await list();
    expect(data.map(({ id }) => id)).toEqual(ids);
    expect(data.map(({ object }) => object)).toEqual(['fit', 'sensitivity', 'goal', 'sweep', 'simulation']);
  });

  it('Filters by kind, workflow and name are combined, and a cursor continues the list', async () => {
    expect((await list('?kind=goal')).data.map(({ object }) => object)).toEqual(['goal']);
    expect((await list('?name=100%25')).data.map(({ id }) => id)).toEqual([ids[4]]);
    expect((await list('?kind=goal&name=100%25')).data).toEqual([]);
    expect((await list('?workflow_id=unknown')).data).toEqual([]);
    const first = await list('?limit=3');
    const rest = await list(`?limit=3&cursor=${String(first.meta['next_cursor'])}`);
    expect([...first.data, ...rest.data].map(({ id }) => id)).toEqual(ids);
    expect((await api.call('/v1/runs?kind=unknown')).status).toBe(400);
  });

  it('A search for a name finds it however its accents are composed, and a name has no control characters', async () => {
    const own = await newCaller();
    const [composed, decomposed] = ['Zürich', 'Zu\u0308rich'];
    await whileQueuePaused(async () => {
      const { id } = (await createSimulation(own, { name: decomposed })).body.data;
      for (const path of ['/v1/runs', '/v1/simulations'])
        for (const name of [composed, decomposed]) {
          const { body } = await own.call<Run[]>(`${path}?name=${encodeURIComponent(name)}`);
          expect(body.data.map((run) => run.id)).toEqual([id]);
        }
    });
    expect(await createSimulation(own, { name: 'a\u0007b' })).toMatchObject({
      status: 400,
      body: { meta: { issues: [{ path: 'name', message: 'must not contain control characters' }] } },
    });
  });

  it('Every kind is created at its own path, and its Location is where the run is read, renamed, canceled and deleted', async () => {
    const created = await createGoal(api, { agent_count: 10 });
    const path = `/v1/runs/${created.body.data.id}`;
    expect(created.headers.get('location')).toBe(path);
    expect((await api.call<Run>(path)).body.data).toMatchObject({ object: 'goal', id: created.body.data.id });
    expect((await api.call(created.headers.get('location')!, { method: 'PATCH', json: { name: 'Fare' } })).status).toBe(
      200,
    );
    expect((await api.call(path.replace('runs', 'goals'))).body.error).toBe('not_found');
    const simulation = await createSimulation(api);
    expect(simulation.headers.get('location')).toBe(`/v1/simulations/${simulation.body.data.id}`);
  });

  it('A simulation is read at both addresses, with the same record, table, view, report and manifest', async () => {
    const { id } = await simulate(api, { agent_count: 10, seed: 1 });
    for (const part of ['', '/table', '/view', '/report', '/manifest']) {
      const [own, run] = await Promise.all(['simulations', 'runs'].map((at) => api.call(`/v1/${at}/${id}${part}`)));
      expect([part, run!.status, run!.text]).toEqual([part, 200, own!.text]);
    }
  });

  it('Errors have one set of codes for all kinds, and simulations keep their own at their own address', async () => {
    const missing = ['sim', 'goal', 'lsim', 'xyz'].map((prefix) => `/v1/runs/${prefix}_${'0'.repeat(32)}`);
    for (const path of [...missing, '/v1/runs/goal_1', '/v1/runs/nothing'])
      for (const part of ['', '/events', '/table', '/view', '/report', '/manifest'])
        expect([path, part, (await api.call(`${path}${part}`)).body.error]).toEqual([path, part, 'run_not_found']);
    const { id } = await simulate(api, { agent_count: 10 });
    const codeOf = async (path: string) => (await api.post(path, undefined)).body.error;
    expect(await codeOf(`/v1/runs/${id}/cancel`)).toBe('run_already_finished');
    expect(await codeOf(`/v1/simulations/${id}/cancel`)).toBe('simulation_already_finished');
    await whileQueuePaused(async () => {
      const queued = (await createSimulation(api)).body.data.id;
      for (const part of ['table', 'view', 'report', 'manifest'])
        expect((await api.call(`/v1/runs/${queued}/${part}`)).body.error).toBe('run_not_complete');
      expect((await api.call(`/v1/runs/${queued}`, { method: 'DELETE' })).body.error).toBe('run_not_finished');
    });
  });

  it('A filter by status lists the runs whose records have that status, with sweeps as their points make them', async () => {
    const own = await newCaller();
    const read = async (query = '') => (await own.call<Run[]>(`/v1/runs?limit=100${query}`)).body.data;
    const parameters = [{ name: 'train_cost_factor', values: [0.9, 1.1] }];
    const finishedIds = [(await simulate(own, { agent_count: 1 })).id];
    const completed = (await createSweep(own, { parameters })).body.data.id;
    await finishedSweep(own, completed);
    await whileQueuePaused(async () => {
      const partly = (await createSweep(own, { parameters })).body.data.id;
      const points = (await own.call<SweepRecord>(`/v1/runs/${partly}`)).body.data.points;
      await own.post(`/v1/simulations/${points[0]!.simulation_id}/cancel`, undefined);
      const canceled = (await createSweep(own, { parameters })).body.data.id;
      await own.post(`/v1/runs/${canceled}/cancel`, undefined);
      const queued = [
        (await createSweep(own, { parameters })).body.data.id,
        (await createSimulation(own)).body.data.id,
      ];
      const expected = {
        ...{ queued: queued.toReversed(), running: [partly], canceled: [canceled] },
        ...{ completed: [completed, ...finishedIds], failed: [] },
      };
      const all = await read();
      for (const [status, ids] of Object.entries(expected)) {
        expect([status, (await read(`&status=${status}`)).map(({ id }) => id)]).toEqual([status, ids]);
        expect(all.filter((run) => run.status === status).map(({ id }) => id)).toEqual(ids);
      }
      expect((await read('&status=queued&kind=sweep')).map(({ id }) => id)).toEqual([queued[0]]);
      const first = await own.call<Run[]>('/v1/runs?status=completed&limit=1');
      const rest = await read(`&status=completed&cursor=${String(first.body.meta['next_cursor'])}`);
      expect([...first.body.data, ...rest].map(({ id }) => id)).toEqual(expected.completed);
    });
  });

  it('A record names the key that created it, and a filter by key includes the keys that it replaced', async () => {
    const owner = await newCaller();
    const scopes = ['simulations:read', 'simulations:write'];
    const [first, other] = [await callerWithScopes(owner, scopes), await callerWithScopes(owner, scopes)];
    const created = await createSimulation(first);
    expect(created.body.data).toMatchObject({ created_by: { type: 'api_key', id: first.keyId } });
    const sweep = await createSweep(other);
    const { key_id: rotated, key } = (await rotateKey(owner, first.keyId)).body.data;
    const second = new ApiClient(owner.url, key);
    const goal = await createGoal(second, { agent_count: 10 });
    const idsOf = async (by: string, reader = owner) =>
      (await reader.call<Run[]>(`/v1/runs?created_by=${by}`)).body.data.map(({ id }) => id);
    const [simulationId, sweepId, goalId] = [created, sweep, goal].map(({ body }) => body.data.id);
    expect(await idsOf(rotated)).toEqual([goalId, simulationId]);
    expect(await idsOf('me', second)).toEqual([goalId, simulationId]);
    expect(await idsOf(first.keyId)).toEqual([simulationId]);
    expect(await idsOf('me', other)).toEqual([sweepId]);
    const { body } = await owner.call<SweepRecord>(`/v1/runs/${sweepId}`);
    const point = await owner.call<Run>(`/v1/simulations/${body.data.points[0]!.simulation_id}`);
    expect(point.body.data.created_by).toEqual({ type: 'api_key', id: other.keyId });
    expect(await idsOf(rotated, api)).toEqual([]);
    expect((await owner.call('/v1/runs?created_by=someone')).body.error).toBe('validation_error');
  });

  it('A record names the user who created it, also after the user is removed', async () => {
    const service = await AuthService.shared();
    const members = new MembersClient(service);
    const owner = await members.newOwner();
    const member = await members.join(owner, {
      scopes: ['simulations:read', 'simulations:write', 'case_studies:read'],
    });
    const create = async ({ cookie }: SignedIn) => {
      const json = { workflow_id: workflowId, agent_count: 1 };
      return (await service.withSession<Run>('/v1/simulations', cookie, { method: 'POST', json })).body.data;
    };
    const [ofOwner, ofMember] = [await create(owner), await create(member)];
    expect([ofOwner, ofMember].map(({ created_by }) => created_by)).toEqual(
      [owner, member].map(({ userId: id }) => ({ type: 'user', id })),
    );
    const idsOf = async (by: string, { cookie }: SignedIn) =>
      (await service.withSession<Run[]>(`/v1/runs?created_by=${by}`, cookie)).body.data.map(({ id }) => id);
    expect(await idsOf('me', owner)).toEqual([ofOwner.id]);
    expect(await idsOf('me', member)).toEqual([ofMember.id]);
    expect((await members.remove(owner, member)).status).toBe(200);
    expect(await idsOf(member.userId, owner)).toEqual([ofMember.id]);
  });
});
