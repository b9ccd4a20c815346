import { randomUUID } from 'node:crypto';
import { decompressText } from '../../src/common/compression.js';
import type { EnsembleRecord } from '../../src/simulations/ensembles/ensemble.schema.js';
import type { ApiClient } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import { deprecateWorkflow, publishWorkflow, testDefinition } from '../support/definitions.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, finished, type Errors, type SimulationRecord } from '../support/simulations.js';
import { estimateCells, readTable } from '../support/tables.js';
import { createEndpoint, listDeliveries, type DeliveryRecord } from '../support/webhooks.js';
import { waitUntil } from '../support/wait-until.js';

interface Combined {
  value: number;
  interval: [number, number] | null;
  errors: Errors;
  between_models: number;
  missing_parts: string[];
}
type Interval = [number, number] | null;
interface ModelResult {
  share: number;
  interval: Interval;
  errors: Errors;
  difference: number;
  difference_interval: Interval;
  difference_errors: Errors;
}
interface Ensemble {
  object: string;
  id: string;
  status: string;
  webhook_url: string | null;
  completed_at: string | null;
  models: { simulation_id: string; workflow_id: string; status: string; weight: number; outcomes: object }[];
  weights: {
    method: string;
    warnings: string[];
    held_out: { observations: number; log_loss: number[]; combined_log_loss: number } | null;
  };
  outcomes:
    | {
        id: string;
        share: Combined;
        baseline_share: number;
        difference: Combined;
        models: ModelResult[];
      }[]
    | null;
}

const cheaper = { train_cost_factor: 0.8 };
const swissmetro = { workflow_id: 'swissmetro-mode-choice', scenario_context: cheaper };
const intercity = { workflow_id: 'intercity-mode-choice', scenario_context: cheaper };
const request = { agent_count: 150, seed: 4, models: [swissmetro, intercity] };

const usedBy = async (api: ApiClient) =>
  (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;
const cancel = (api: ApiClient, id: string) => api.call<Ensemble>(`/v1/ensembles/${id}/cancel`, { method: 'POST' });
const eventsOf = async (id: string) => {
  const rows = await queryDatabase<{ body: Buffer }>(
    'sandbox',
    'SELECT compressed_body AS body FROM webhook_events WHERE ensemble_id = $1',
    [id],
  );
  return rows.map(({ body }) => JSON.parse(decompressText(body).toString()) as { data: Ensemble; timestamp: string });
};
const remove = (api: ApiClient, id: string) => api.call(`/v1/ensembles/${id}`, { method: 'DELETE' });
const list = async (api: ApiClient) => (await api.call<Ensemble[]>('/v1/ensembles?limit=100')).body.data;
/** Two simulations that finish only after several seconds. */
const heavy = { workflow_id: 'family-planning-network' };
const longRequest = { agent_count: 10_000, uncertainty: { parameter_draws: 200 }, models: [heavy, heavy] };

describe('ensembles', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = await newCaller();
  });

  const create = (body: object = {}, headers = {}) =>
    api.call<Ensemble>('/v1/ensembles', { method: 'POST', json: { ...request, ...body }, headers });
  const completed = async (id: string): Promise<Ensemble> => {
    const read = async () => (await api.call<Ensemble>(`/v1/ensembles/${id}`)).body.data;
    await waitUntil('the ensemble to complete', async () => (await read()).status === 'completed');
    return read();
  };

  it('The answers of the workflows appear next to each other, with their combination and the spread between them', async () => {
    const created = await create({ name: 'Cheaper trains' });
    expect([created.status, created.body.data.status, created.body.data.outcomes]).toEqual([202, 'queued', null]);
    const { models, weights, outcomes } = await completed(created.body.data.id);
    expect(models.map(({ weight }) => weight)).toEqual([0.5, 0.5]);
    expect([weights.method, weights.held_out]).toEqual(['equal', null]);
    expect(weights.warnings[0]).toMatch(/no held-out predictions of the same data/);
    expect(outcomes!.map(({ id }) => id)).toEqual(['train', 'car']);
    const [train] = outcomes!;
    const simulations = await Promise.all(models.map(({ simulation_id }) => finished(api, simulation_id)));
    const shares = simulations.map(({ summary }) => summary!.outcomes.find(({ id }) => id === 'train')!);
    expect(train!.models.map(({ share }) => share)).toEqual(shares.map(({ share }) => share));
    expect(train!.share.value).toBeCloseTo((shares[0]!.share + shares[1]!.share) / 2, 12);
    expect(train!.share.between_models).toBeCloseTo(Math.abs(shares[0]!.share - shares[1]!.share) / 2, 12);
    expect(train!.share.errors.model!).toBeGreaterThanOrEqual(train!.share.between_models);
    expect(train!.share.interval![0]).toBeLessThan(train!.share.value);
  });

  it('The report has the figures of the record, the weights and the parts of the error, and escapes the name', async () => {
    const name = '<b>"Cheaper" & trains</b>';
    const { id } = (await create({ name })).body.data;
    const { models, outcomes } = await completed(id);
    const { status, text, headers } = await api.call(`/v1/ensembles/${id}/report`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect([text.includes(name), text.includes('&lt;b&gt;')]).toEqual([false, true]);
    const percent = (share: number) => `${(100 * share).toFixed(1)}%`;
    for (const { share, models: own } of outcomes!) {
      expect(text).toContain(`${percent(share.value)} <small>${share.interval!.map(percent).join(' to ')}</small>`);
      for (const one of own) expect(text).toContain(percent(one.share));
      expect(text).toContain((100 * share.between_models).toFixed(2));
      expect(text).toContain((100 * share.errors.model!).toFixed(2));
    }
    expect(text).toMatch(/in the combination of 2 workflows, which range from/);
    expect(text).toMatch(/<strong>Warning:<\/strong> .*no held-out predictions of the same data/);
    for (const { simulation_id } of models) expect(text).toContain(simulation_id);
  });

  it('The table has the combination and each workflow of every outcome, in every format', async () => {
    const { id } = (await create()).body.data;
    await completed(id);
    const { models, outcomes } = (await api.call<EnsembleRecord>(`/v1/ensembles/${id}`)).body.data;
    const path = `/v1/ensembles/${id}/table`;
    const rows = await readTable(api, path);
    expect((await api.call(path)).body.data).toEqual(rows);
    const missing = (errors: Errors) =>
      Object.entries(errors)
        .flatMap(([part, error]) => (error === null ? [part] : []))
        .join(' ');
    const noModel = { simulation_id: null, workflow_id: null, workflow_version: null, label: null, weight: null };
    expect(rows).toEqual(
      outcomes!.flatMap(({ id: outcome, share, difference, baseline_share, models: results }) => [
        {
          ...{ ensemble_id: id, outcome, kind: 'combination', ...noModel, baseline_share },
          ...{ ...estimateCells('share', share), share_between_models: share.between_models },
          ...{ ...estimateCells('difference', difference), difference_between_models: difference.between_models },
        },
        ...results.map((own, k) => {
          const { simulation_id, workflow_id, workflow_version, weight } = models[k]!;
          const changed = { value: own.difference, interval: own.difference_interval, errors: own.difference_errors };
          return {
            ...{ ensemble_id: id, outcome, kind: 'model', simulation_id, workflow_id, workflow_version, weight },
            ...{ label: own.label, baseline_share: own.baseline_share },
            ...{ ...estimateCells('share', { ...own, value: own.share }), share_between_models: null },
            ...{ ...estimateCells('difference', changed), difference_between_models: null },
            ...{ share_missing_parts: missing(own.errors), difference_missing_parts: missing(own.difference_errors) },
          };
        }),
      ]),
    );
    expect(await api.call(`${path}?format=xml`)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  });

  it('The manifest has the scenario, seed, weight and digests of each workflow', async () => {
    const { id } = (await create()).body.data;
    const { models } = await completed(id);
    const { status, body } = await api.call<{ ensemble_id: string; models: object[] }>(`/v1/ensembles/${id}/manifest`);
    expect([status, body.data.ensemble_id]).toEqual([200, id]);
    for (const [k, { simulation_id, weight, outcomes }] of models.entries()) {
      const path = `/v1/simulations/${simulation_id}/manifest`;
      const { definition, ...single } = (await api.call<{ definition: object }>(path)).body.data;
      expect(definition).toBeDefined();
      expect(body.data.models[k]).toEqual({ simulation_id, weight, outcomes, ...single });
    }
  });

  it('Lists of ensembles have the status of each ensemble and no outcomes, so that a page needs no summaries', async () => {
    const { id } = (await create()).body.data;
    await completed(id);
    const { body } = await api.call<Ensemble[]>('/v1/ensembles?limit=1');
    expect(body.data).toMatchObject([{ id, status: 'completed', outcomes: null }]);
  });

  it('Outcomes are mapped to shared ids, and given weights are used', async () => {
    const created = await create({
      models: [
        { ...swissmetro, outcomes: { rail: 'rail', road: 'car' }, weight: 3 },
        { ...intercity, outcomes: { rail: 'train', road: 'car' }, weight: 1 },
      ],
    });
    const { models, outcomes, weights } = await completed(created.body.data.id);
    expect([weights.method, models.map(({ weight }) => weight)]).toEqual(['given', [0.75, 0.25]]);
    expect(outcomes!.map(({ id }) => id)).toEqual(['rail', 'road']);
  });

  it('Workflows with held-out predictions of the same data have stacking weights with a lower loss than each of them', async () => {
    const values = (shift: number) => Array.from({ length: 100 }, (_, i) => Math.log(0.2 + 0.6 * ((i * shift) % 1)));
    const slugs = [`stacked-${randomUUID()}`, `stacked-${randomUUID()}`];
    for (const [k, slug] of slugs.entries()) {
      const definition = structuredClone(testDefinition(slug)) as unknown as { evidence: { hold_out: object } };
      definition.evidence.hold_out = {
        ...definition.evidence.hold_out,
        log_predictions: { data_digest: 'a'.repeat(64), values: values(k === 0 ? 0.618 : 0.414) },
      };
      expect((await publishWorkflow(api, definition as never)).status).toBeLessThan(300);
    }
    const created = await create({ models: slugs.map((workflow_id) => ({ workflow_id })) });
    const { weights, models } = created.body.data;
    expect(weights.method).toBe('stacking');
    expect(weights.held_out!.combined_log_loss).toBeLessThan(Math.min(...weights.held_out!.log_loss));
    expect(models.reduce((sum, { weight }) => sum + weight, 0)).toBeCloseTo(1, 12);
  });

  it('Few clusters behind the coefficients of a workflow widen the intervals of the combination', async () => {
    const widthOf = async (degrees_of_freedom: number | undefined) => {
      const { evidence, ...definition } = testDefinition(`clustered-${randomUUID()}`);
      const covariance = { ...evidence.covariance!, degrees_of_freedom };
      await publishWorkflow(api, { ...definition, evidence: { ...evidence, covariance, errors: undefined } });
      const own = { workflow_id: definition.workflow_id };
      const { id } = (await create({ agent_count: 2_000, models: [own, own] })).body.data;
      const { interval, errors } = (await completed(id)).outcomes![0]!.share;
      return (interval![1] - interval![0]) / Math.hypot(...Object.values(errors).map((part) => part ?? 0));
    };
    const [few, many] = [await widthOf(3), await widthOf(undefined)];
    expect(many).toBeCloseTo(2 * 1.96, 1);
    expect(few).toBeGreaterThan(1.2 * many);
  });

  it('A replay repeats the first response without the workflows and their weights, also after the ensemble completed', async () => {
    const own = await newCaller();
    const slug = `replayed-${randomUUID()}`;
    await publishWorkflow(own, testDefinition(slug));
    const headers = { 'idempotency-key': randomUUID() };
    const json = { agent_count: 1, models: [{ workflow_id: slug }, { workflow_id: slug }] };
    const post = (body: object) => own.call<Ensemble>('/v1/ensembles', { method: 'POST', json: body, headers });
    const first = (await post(json)).body.data;
    await waitUntil('the ensemble to complete', async () => (await list(own))[0]!.status === 'completed');
    await deprecateWorkflow(own, slug);
    const replayed = await post(json);
    expect([replayed.status, replayed.headers.get('idempotent-replayed')]).toEqual([202, 'true']);
    expect(replayed.body.data).toEqual(first);
    expect(await post({ ...json, agent_count: 2 })).toMatchObject({
      status: 422,
      body: { error: 'idempotency_key_reused' },
    });
  });

  it('A dry run returns the resolved request, the weights and the cost, and stores nothing', async () => {
    const own = await newCaller();
    const json = {
      ...request,
      dry_run: true,
      models: [
        { ...swissmetro, weight: 3 },
        { ...intercity, weight: 1 },
      ],
    };
    const { status, body } = await own.post<object>('/v1/ensembles', json);
    expect([status, body.data]).toEqual([
      200,
      {
        object: 'ensemble_dry_run',
        dry_run: true,
        seed: 4,
        models: [swissmetro, intercity].map(({ workflow_id }, k) => ({
          workflow_id,
          workflow_version: expect.any(String) as string,
          agent_count: 150,
          uncertainty: expect.any(Object) as object,
          scenario_context: expect.objectContaining(cheaper) as object,
          warnings: [],
          weight: [0.75, 0.25][k],
          outcomes: { train: 'train', car: 'car' },
        })),
        weights: { method: 'given', warnings: [], held_out: null },
        webhook_url: null,
        cost: { simulations: 2, simulations_left: expect.any(Number) as number, sufficient: true },
      },
    ]);
    expect([await list(own), await usedBy(own)]).toEqual([[], 0]);
    expect((await own.call<object[]>('/v1/simulations')).body.data).toEqual([]);
  });

  it('Canceling an ensemble cancels its simulations and refunds the queued ones', async () => {
    const own = await newCaller();
    const canceled = await whileQueuePaused(async () => {
      const { id } = (await own.post<Ensemble>('/v1/ensembles', request)).body.data;
      expect(await usedBy(own)).toBe(2);
      return cancel(own, id);
    });
    expect([canceled.status, canceled.body.data.status, canceled.body.data.models.map((one) => one.status)]).toEqual([
      200,
      'canceled',
      ['canceled', 'canceled'],
    ]);
    expect(canceled.body.data.completed_at).not.toBeNull();
    expect(await usedBy(own)).toBe(0);
    for (const path of ['manifest', 'report', 'table'])
      expect(await own.call(`/v1/ensembles/${canceled.body.data.id}/${path}`)).toMatchObject({
        status: 409,
        body: { error: 'ensemble_not_complete', meta: { status: 'canceled' } },
      });
    expect(await cancel(own, canceled.body.data.id)).toMatchObject({
      status: 409,
      body: { error: 'ensemble_already_finished', meta: { status: 'canceled' } },
    });
  });

  it('When many simulations finish concurrently, exactly one ensemble.completed is sent, with the result, and no event of a simulation', async () => {
    const own = await newCaller();
    await createEndpoint(own, { url: 'https://hooks.invalid/' });
    const models = Array.from({ length: 10 }, (_, k) => ({
      ...swissmetro,
      scenario_context: { train_cost_factor: 1 + k / 50 },
    }));
    const webhook_url = 'https://own.invalid/ensembles';
    const [toEndpoint, toUrl] = await whileQueuePaused(async () => {
      const post = async (body: object) =>
        (await own.post<Ensemble>('/v1/ensembles', { agent_count: 1, models, ...body })).body.data;
      return Promise.all([post({}), post({ webhook_url })]);
    });
    expect([toEndpoint.webhook_url, toUrl.webhook_url]).toEqual([null, webhook_url]);
    let sent: DeliveryRecord[] = [];
    await waitUntil('both events', async () => (sent = await listDeliveries(own)).length >= 2);
    // Its event follows those of all simulations above.
    const last = (await createSimulation(own, { agent_count: 1 })).body.data;
    await waitUntil('the event of the last simulation', async () =>
      (sent = await listDeliveries(own)).some(({ simulation_id }) => simulation_id === last.id),
    );
    const others = sent.filter(({ simulation_id }) => simulation_id !== last.id);
    expect(others.map(({ event_type, url }) => `${event_type} ${url}`).sort()).toEqual([
      'ensemble.completed https://hooks.invalid/',
      `ensemble.completed ${webhook_url}`,
    ]);
    const { data, timestamp } = (await eventsOf(toEndpoint.id))[0]!;
    expect(data).toEqual((await own.call<Ensemble>(`/v1/ensembles/${toEndpoint.id}`)).body.data);
    expect([data.outcomes!.length > 0, timestamp]).toEqual([true, data.completed_at]);
    const member = await own.call<{ ensemble_id: string }>(`/v1/simulations/${data.models[9]!.simulation_id}`);
    expect(member.body.data.ensemble_id).toBe(toEndpoint.id);
    expect((await own.call<{ ensemble_id: null }>(`/v1/simulations/${last.id}`)).body.data.ensemble_id).toBeNull();
    const undeliverable = { agent_count: 1, models, webhook_url: 'http://10.0.0.1/' };
    expect(await own.post('/v1/ensembles', undeliverable)).toMatchObject({
      status: 400,
      body: { meta: { issues: [{ path: 'webhook_url' }] } },
    });
  });

  it('Canceling an ensemble sends one ensemble.completed with the status canceled', async () => {
    const own = await newCaller();
    await createEndpoint(own, { url: 'https://hooks.invalid/' });
    const { id } = await whileQueuePaused(async () => {
      const { data } = (await own.post<Ensemble>('/v1/ensembles', request)).body;
      await cancel(own, data.id);
      return data;
    });
    await waitUntil('the event', async () => (await listDeliveries(own)).length > 0);
    expect((await listDeliveries(own)).map(({ event_type }) => event_type)).toEqual(['ensemble.completed']);
    expect((await eventsOf(id)).map(({ data }) => data.status)).toEqual(['canceled']);
  });

  it('Deleting a finished ensemble hides it and keeps its simulations, and an unfinished one is rejected', async () => {
    const own = await newCaller();
    const { id } = (await own.post<Ensemble>('/v1/ensembles', longRequest)).body.data;
    expect(await remove(own, id)).toMatchObject({ status: 409, body: { error: 'ensemble_not_finished' } });
    const { models } = (await cancel(own, id)).body.data;
    const deleted = await remove(own, id);
    expect([deleted.status, deleted.body.data]).toEqual([200, { id, deleted: true }]);
    expect(await list(own)).toEqual([]);
    const routes = [
      ...['', '/manifest', '/report'].map((path) => own.call(`/v1/ensembles/${id}${path}`)),
      cancel(own, id),
      remove(own, id),
    ];
    for (const response of await Promise.all(routes))
      expect([response.status, response.body.error]).toEqual([404, 'ensemble_not_found']);
    expect((await own.call(`/v1/simulations/${models[0]!.simulation_id}`)).status).toBe(200);
    const { body } = await own.call<object[]>(`/v1/audit-log?subject=${id}`);
    expect(body.data).toMatchObject([{ action: 'ensemble.deleted', subject: id }]);
  });

  it('A replay returns the same ensemble, and every workflow counts against the quota once', async () => {
    const own = await newCaller();
    const headers = { 'idempotency-key': randomUUID() };
    const post = () => own.call<Ensemble>('/v1/ensembles', { method: 'POST', json: request, headers });
    const first = await post();
    expect((await post()).body.data.id).toBe(first.body.data.id);
    const { body } = await own.call<{ simulations_this_period: number }>('/v1/usage');
    expect(body.data.simulations_this_period).toBe(2);
    expect((await own.call<Ensemble[]>('/v1/ensembles')).body.data.map(({ id }) => id)).toEqual([first.body.data.id]);
  });

  it('An ensemble with a deleted simulation has no combination', async () => {
    const { id, models } = (await create()).body.data;
    await completed(id);
    await api.call(`/v1/simulations/${models[0]!.simulation_id}`, { method: 'DELETE' });
    const { body } = await api.call<Ensemble>(`/v1/ensembles/${id}`);
    expect([body.data.status, body.data.models[0]!.status, body.data.outcomes]).toEqual(['failed', 'deleted', null]);
  });

  it.each([
    [{ ...intercity, scenario_context: { fare: 1 } }, 'invalid_scenario_context', 'models.1.scenario_context.fare'],
    [
      { ...intercity, adjustments: { alternatives: { remove: ['boat'] } } },
      'invalid_adjustment',
      'models.1.adjustments.alternatives.remove.0',
    ],
  ])('The path of a problem leads to the field of the request: %j', async (second, code, path) => {
    const { body } = await create({ models: [swissmetro, second] });
    expect([body.error, (body.meta['issues'] as { path: string }[])[0]!.path]).toEqual([code, path]);
  });

  it.each([
    ['one workflow', { models: [swissmetro] }, 'validation_error'],
    ['eleven workflows', { models: Array.from({ length: 11 }, () => swissmetro) }, 'validation_error'],
    ['a weight of one workflow only', { models: [{ ...swissmetro, weight: 1 }, intercity] }, 'validation_error'],
    ['weights of 0', { models: [swissmetro, intercity].map((own) => ({ ...own, weight: 0 })) }, 'validation_error'],
    ['an unknown outcome', { models: [{ ...swissmetro, outcomes: { rail: 'boat' } }, intercity] }, 'validation_error'],
    [
      'workflows without a shared outcome',
      { models: [swissmetro, { workflow_id: 'gotv-social-pressure' }] },
      'validation_error',
    ],
    ['an unknown workflow', { models: [swissmetro, { workflow_id: 'no-such-workflow' }] }, 'invalid_workflow'],
    [
      'an unknown parameter',
      { models: [swissmetro, { ...intercity, scenario_context: { fare: 1 } }] },
      'invalid_scenario_context',
    ],
    [
      'an unknown alternative',
      { models: [swissmetro, { ...intercity, adjustments: { alternatives: { remove: ['boat'] } } }] },
      'invalid_adjustment',
    ],
  ])('An ensemble with %s is rejected, and nothing is queued', async (_, body, code) => {
    const own = await newCaller();
    const response = await own.post('/v1/ensembles', { ...request, ...body });
    expect([response.status, response.body.error]).toEqual([400, code]);
    expect((await own.call<SimulationRecord[]>('/v1/simulations')).body.data).toEqual([]);
    expect((await own.call<Ensemble[]>('/v1/ensembles')).body.data).toEqual([]);
  });
});
