import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate } from '../support/simulations.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';

const workflow_id = 'swissmetro-mode-choice';
const targets = [{ outcome: 'train', share: 0.3, standard_error: 0.02 }];
const request = { workflow_id, calibration_targets: targets, name: 'Commuters' };

interface Calibration {
  id: string;
  name: string | null;
  workflow_version: string;
  seed: number;
  agent_count: number;
  predicted_shares: number[];
  constants: { coefficient: string; before: number | null; after: number }[];
}
interface Adjusted {
  adjustments: { published_digest: string; calibration_id: string; warnings: object[] };
  summary: { outcomes: { id: string; baseline_share: number; errors: Record<string, number> }[] };
}

describe('saved calibrations', () => {
  let api: ApiClient;
  let calibration: Calibration;
  const create = (json: unknown, headers: Record<string, string> = {}, as = api) =>
    as.call<Calibration>('/v1/target-matches', { method: 'POST', json, headers });

  beforeAll(async () => {
    api = await newCaller();
    const created = await create(request);
    expect(created.status).toBe(201);
    calibration = created.body.data;
    expect(created.headers.get('location')).toBe(`/v1/target-matches/${calibration.id}`);
  });

  it('A calibration has the shares before the match and the constants that match', async () => {
    expect(calibration).toMatchObject({ name: 'Commuters', seed: 0, agent_count: 2_000, calibration_targets: targets });
    expect(calibration.predicted_shares[0]).toBeLessThan(0.2);
    const [constant] = calibration.constants;
    expect(constant).toMatchObject({ coefficient: 'asc_train', before: -1.7455672 });
    expect(constant!.after).toBeGreaterThan(constant!.before!);
    expect((await api.call(`/v1/target-matches/${calibration.id}`)).body.data).toEqual(calibration);
  });

  it('Creating a calibration uses no quota', async () => {
    const caller = await newCaller();
    expect((await create(request, {}, caller)).status).toBe(201);
    const { body } = await caller.call<{ simulations_this_period: number }>('/v1/usage');
    expect(body.data.simulations_this_period).toBe(0);
  });

  it('Simulations with a calibration have the same constants for every seed', async () => {
    const runs = await Promise.all(
      [1, 2].map((seed) => simulate(api, { seed, agent_count: 2_000, calibration_id: calibration.id })),
    );
    const digests = await Promise.all(
      runs.map(async ({ id }) => {
        const { body } = await api.call<{ definition_digest: string }>(`/v1/simulations/${id}/manifest`);
        return body.data.definition_digest;
      }),
    );
    expect(digests[0]).toBe(digests[1]);
    for (const run of runs as unknown as Adjusted[]) {
      expect(run.adjustments).toMatchObject({ calibration_id: calibration.id, warnings: [] });
      expect(Math.abs(run.summary.outcomes[0]!.baseline_share - 0.3)).toBeLessThan(0.02);
      expect(run.summary.outcomes[0]!.errors['targets']).toBeGreaterThan(0.015);
    }
  });

  it('The agents of the calibration match its targets to 1e-9', async () => {
    const run = await simulate(api, { seed: 0, agent_count: 2_000, calibration_id: calibration.id });
    const [train] = (run as unknown as Adjusted).summary.outcomes;
    expect(Math.abs(train!.baseline_share - 0.3)).toBeLessThan(1e-9);
  });

  it('Sweeps and dry runs accept a calibration', async () => {
    const parameters = [{ name: 'train_cost_factor', values: [0.8] }];
    const sweep = await createSweep(api, { parameters, agent_count: 50, calibration_id: calibration.id });
    expect(sweep.status).toBe(202);
    expect((await finishedSweep(api, sweep.body.data.id)).status).toBe('completed');
    const json = { workflow_id, dry_run: true, calibration_id: calibration.id };
    expect(await api.post('/v1/simulations', json)).toMatchObject({ status: 200 });
  });

  it('A repeated idempotency key creates one calibration, and is 404 as a read once it is deleted', async () => {
    const headers = { 'idempotency-key': randomUUID() };
    const [first, second] = [await create(request, headers), await create(request, headers)];
    expect(second.body.data).toEqual(first.body.data);
    expect(await create({ ...request, name: 'Other' }, headers)).toMatchObject({ status: 422 });
    await api.call(`/v1/target-matches/${first.body.data.id}`, { method: 'DELETE' });
    const missing = { status: 404, body: { error: 'calibration_not_found' } };
    expect(await create(request, headers)).toMatchObject(missing);
  });

  it('The list is paginated and filtered by workflow, and contains no calibration of another organization', async () => {
    const caller = await newCaller();
    for (const name of ['first', 'second', 'third']) await create({ ...request, name }, {}, caller);
    const voting = { workflow_id: 'gotv-social-pressure', calibration_targets: [{ outcome: 'voting', share: 0.4 }] };
    expect((await create(voting, {}, caller)).status).toBe(201);
    const page = await caller.call<Calibration[]>(`/v1/target-matches?limit=2&workflow_id=${workflow_id}`);
    expect(page.body.data.map(({ name }) => name)).toEqual(['third', 'second']);
    const { next_cursor: cursor } = page.body.meta as { next_cursor: string };
    const rest = await caller.call<Calibration[]>(
      `/v1/target-matches?limit=2&workflow_id=${workflow_id}&cursor=${encodeURIComponent(cursor)}`,
    );
    expect(rest.body.data.map(({ name }) => name)).toEqual(['first']);
    expect((await caller.call<Calibration[]>('/v1/target-matches')).body.data).toHaveLength(4);
  });

  it('A calibration of another organization or workflow is treated as unknown', async () => {
    const other = await newCaller();
    const unknown = await createSimulation(other, { calibration_id: calibration.id });
    expect(unknown).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_adjustment',
        meta: { issues: [{ path: 'calibration_id', message: expect.stringContaining('does not exist') as string }] },
      },
    });
    expect((await other.call(`/v1/target-matches/${calibration.id}`)).status).toBe(404);
    expect((await other.call(`/v1/target-matches/${calibration.id}`, { method: 'DELETE' })).status).toBe(404);
    expect((await api.call(`/v1/target-matches/${calibration.id}`)).status).toBe(200);
    const wrong = { workflow_id: 'gotv-social-pressure', calibration_id: calibration.id };
    expect((await createSimulation(api, wrong)).text).toContain('belongs to the workflow');
    const both = { calibration_id: calibration.id, calibration_targets: targets };
    expect((await createSimulation(api, both)).text).toContain('use one of them');
  });

  it('After deletion, a calibration cannot be used, and simulations that used it stay', async () => {
    const { body } = await create(request);
    const run = await simulate(api, { calibration_id: body.data.id });
    const path = `/v1/target-matches/${body.data.id}`;
    expect(await api.call(path, { method: 'DELETE' })).toMatchObject({ body: { data: { deleted: true } } });
    expect(await api.call(path)).toMatchObject({ status: 404, body: { error: 'calibration_not_found' } });
    expect(await createSimulation(api, { calibration_id: body.data.id })).toMatchObject({ status: 400 });
    expect((await api.call(`/v1/simulations/${run.id}/report`)).status).toBe(200);
    const audit = await api.call<{ action: string }[]>('/v1/audit-log?limit=2');
    expect(audit.body.data[0]).toMatchObject({ action: 'calibration.deleted', subject: body.data.id });
  });

  it.each([
    [{ ...request, workflow_id: 'no-such-workflow' }, 'invalid_workflow'],
    [{ ...request, calibration_targets: [] }, 'validation_error'],
    [{ ...request, calibration_targets: [{ outcome: 'bus', share: 0.2 }] }, 'invalid_adjustment'],
    [{ workflow_id }, 'validation_error'],
    [{ ...request, color: 'red' }, 'validation_error'],
    [{ ...request, name: '' }, 'validation_error'],
  ])('The calibration %j gets 400', async (json, error) => {
    expect(await create(json)).toMatchObject({ status: 400, body: { error } });
  });
});
