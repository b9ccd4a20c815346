import { randomBytes, randomUUID } from 'node:crypto';
import { publishWorkflow, testDefinition } from '../support/definitions.js';
import { ApiClient } from '../support/api-client.js';
import { bootstrap, newCaller, runFile } from '../support/shared-service.js';
import { finished, workflowId, type SimulationRecord } from '../support/simulations.js';

interface Scenario {
  id: string;
  name: string;
  workflow_version: string;
  scenario_context: object;
  adjustments: object | null;
  agent_count: number | null;
  seed: number | null;
}

const saved = {
  name: 'Cheaper trains',
  workflow_id: workflowId,
  scenario_context: { train_cost_factor: 0.8 },
  agent_count: 60,
  seed: 3,
};

describe('saved scenarios', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = await newCaller();
  });

  const create = (body: object = {}, headers = {}) =>
    api.call<Scenario>('/v1/scenarios', { method: 'POST', json: { ...saved, ...body }, headers });
  const run = (id: string, body: object = {}, headers = {}) =>
    api.call<SimulationRecord>(`/v1/scenarios/${id}/simulations`, { method: 'POST', json: body, headers });

  it('A scenario is saved, read, listed, changed and deleted', async () => {
    const { status, headers, body } = await create({ notes: 'For the board', metadata: { project: 'fares' } });
    const { id } = body.data;
    expect([status, headers.get('location')]).toEqual([201, `/v1/scenarios/${id}`]);
    expect(body.data).toMatchObject({ ...saved, adjustments: null, notes: 'For the board' });
    expect((await api.call<Scenario>(`/v1/scenarios/${id}`)).body.data).toEqual(body.data);
    expect((await api.call<Scenario[]>(`/v1/scenarios?workflow_id=${workflowId}`)).body.data).toContainEqual(body.data);
    expect((await api.call<Scenario[]>('/v1/scenarios?workflow_id=none')).body.data).toEqual([]);
    const change = { name: 'Half price', scenario_context: { train_cost_factor: 0.5 }, seed: null, agent_count: null };
    const changed = await api.call<Scenario>(`/v1/scenarios/${id}`, { method: 'PATCH', json: change });
    expect(changed.body.data).toMatchObject({ ...change, notes: 'For the board' });
    expect((await api.call(`/v1/scenarios/${id}`, { method: 'DELETE' })).body.data).toEqual({ id, deleted: true });
    expect((await api.call(`/v1/scenarios/${id}`)).status).toBe(404);
    expect((await run(id)).body.error).toBe('scenario_not_found');
  });

  it('A run uses the saved values, adjustments, agent count and seed, and names the version', async () => {
    const adjustments = { alternatives: { remove: ['car'] } };
    const { body } = await create({ adjustments });
    expect(body.data.adjustments).toEqual(adjustments);
    const started = await run(body.data.id);
    expect(started.status).toBe(202);
    expect(started.body.data).toMatchObject({ agent_count: 60, seed: 3, name: 'Cheaper trains', adjustments });
    expect(started.body.data.scenario_context).toMatchObject({ train_cost_factor: 0.8, car_cost_factor: 1 });
    const version = body.data.workflow_version;
    expect(started.body.meta).toMatchObject({
      scenario_id: body.data.id,
      workflow_version: version,
      saved_workflow_version: version,
      is_new_version: false,
    });
    const [first, second] = await Promise.all([
      finished(api, started.body.data.id),
      finished(api, (await run(body.data.id, { name: 'Again' })).body.data.id),
    ]);
    expect(first.status).toBe('completed');
    expect(second.digest).toBe(first.digest);
  });

  it('A run can replace the seed and the agent count', async () => {
    const { body } = await create();
    const started = await run(body.data.id, { seed: 9, agent_count: 10 });
    expect(started.body.data).toMatchObject({ seed: 9, agent_count: 10 });
  });

  it('A scenario runs on a new version of its workflow, and the response says so', async () => {
    const slug = `versioned-${randomUUID()}`;
    await publishWorkflow(api, testDefinition(slug));
    const scenario = await api.post<Scenario>('/v1/scenarios', { name: 'Versions', workflow_id: slug, agent_count: 5 });
    expect(scenario.body.data.workflow_version).toBe('1.0.0');
    await publishWorkflow(api, { ...testDefinition(slug), version: '1.1.0' });
    const { body } = await run(scenario.body.data.id);
    expect(body.data).toMatchObject({ workflow_version: '1.1.0' });
    expect(body.meta).toMatchObject({ saved_workflow_version: '1.0.0', is_new_version: true });
  });

  it('A replay returns the same scenario and the same simulation, and another request with the key is rejected', async () => {
    const [key, other] = [randomUUID(), randomUUID()].map((value) => ({ 'idempotency-key': value }));
    const first = await create({}, key);
    expect((await create({}, key)).body.data).toEqual(first.body.data);
    expect((await create({ name: 'Other' }, key)).body.error).toBe('idempotency_key_reused');
    const { id } = first.body.data;
    const started = await run(id, {}, other);
    expect((await run(id, {}, other)).body.data.id).toBe(started.body.data.id);
  });

  it('A replay of a run returns the first response, also after the scenario was deleted', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const { id } = (await create()).body.data;
    const started = await run(id, {}, headers);
    await api.call(`/v1/scenarios/${id}`, { method: 'DELETE' });
    const again = await run(id, {}, headers);
    expect([again.status, again.body.data]).toEqual([202, started.body.data]);
    expect(again.body.meta).toMatchObject({ scenario_id: id, is_new_version: false });
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    expect((await run(id)).status).toBe(404);
  });

  it('A replay of a run returns the version when the scenario was saved, also after the scenario was changed', async () => {
    const slug = `replayed-${randomUUID()}`;
    await publishWorkflow(api, testDefinition(slug));
    const { id } = (await api.post<Scenario>('/v1/scenarios', { name: 'Versions', workflow_id: slug, agent_count: 5 }))
      .body.data;
    await publishWorkflow(api, { ...testDefinition(slug), version: '1.1.0' });
    const headers = { 'idempotency-key': randomUUID() };
    await run(id, {}, headers);
    await api.call(`/v1/scenarios/${id}`, { method: 'PATCH', json: { agent_count: 6 } });
    const { body } = await run(id, {}, headers);
    expect(body.meta).toMatchObject({ saved_workflow_version: '1.0.0', is_new_version: true });
  });

  it.each([
    ['an unknown workflow', { workflow_id: 'no-such-workflow' }, 'invalid_workflow'],
    ['an unknown parameter', { scenario_context: { fare: 1 } }, 'invalid_scenario_context'],
    ['a value out of bounds', { scenario_context: { train_cost_factor: 99 } }, 'invalid_scenario_context'],
    ['an unknown alternative', { adjustments: { alternatives: { remove: ['boat'] } } }, 'invalid_adjustment'],
    ['an unknown adjustment', { adjustments: { magic: true } }, 'validation_error'],
    ['no name', { name: null }, 'validation_error'],
    ['too many agents', { agent_count: 10_001 }, 'validation_error'],
    ['an unknown field', { webhook: 'x' }, 'validation_error'],
  ])('A scenario with %s is rejected and nothing is saved', async (_, body, code) => {
    const own = await newCaller();
    const response = await own.post('/v1/scenarios', { ...saved, ...body });
    expect([response.status, response.body.error]).toEqual([400, code]);
    expect((await own.call<Scenario[]>('/v1/scenarios')).body.data).toEqual([]);
  });

  it('An update to invalid values is rejected and changes nothing', async () => {
    const { body } = await create();
    const { id } = body.data;
    const json = { name: 'Renamed', scenario_context: { fare: 1 } };
    const response = await api.call(`/v1/scenarios/${id}`, { method: 'PATCH', json });
    expect([response.status, response.body.error]).toEqual([400, 'invalid_scenario_context']);
    expect((await api.call<Scenario>(`/v1/scenarios/${id}`)).body.data).toEqual(body.data);
  });

  it.each([
    ['U+0000', 'scn_%00'],
    ['many characters', `scn_${randomBytes(4_000).toString('hex')}`],
  ])(
    'A run of an id with %s gets the same 404 as one of a missing scenario, also with an Idempotency-Key',
    async (_, id) => {
      const response = await run(id, {}, { 'Idempotency-Key': randomUUID() });
      expect(response).toMatchObject({ status: 404, body: { error: 'scenario_not_found' } });
    },
  );

  it('A run counts against the quota, and saving does not', async () => {
    const own = new ApiClient(runFile().url, (await bootstrap({ plan: 'sandbox' })).key);
    const used = async () =>
      (await own.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;
    const { body } = await own.post<Scenario>('/v1/scenarios', saved);
    expect(await used()).toBe(0);
    await own.post(`/v1/scenarios/${body.data.id}/simulations`, {});
    expect(await used()).toBe(1);
  });
});
