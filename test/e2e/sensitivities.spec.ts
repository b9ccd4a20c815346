import { randomUUID } from 'node:crypto';
import type { ApiClient } from '../support/api-client.js';
import { reproduceHere } from '../support/reproduce.js';
import { createSensitivity, longAnalysis, runSensitivity, type SensitivityRecord } from '../support/sensitivities.js';
import { newCaller } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';
import { doneSteps, eventsUntilCancel } from '../support/run-events.js';
import { readTable } from '../support/tables.js';
import { waitUntil } from '../support/wait-until.js';
import { createEndpoint, listDeliveries } from '../support/webhooks.js';

const usedBy = async (api: ApiClient) =>
  (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;

describe('sensitivity analyses', () => {
  let api: ApiClient;
  let analysis: Awaited<ReturnType<typeof runSensitivity>>;

  beforeAll(async () => {
    api = await newCaller();
    await createEndpoint(api, { url: 'https://hooks.invalid/' });
    analysis = await runSensitivity(api);
  });

  it('An analysis ranks the parameters and the coefficients by their share of the variance, with intervals', () => {
    const { result, progress, quota } = analysis;
    expect(result).toMatchObject({ includes_coefficients: true, screened_out: [] });
    expect(result.missing_parts).toEqual(['simulation', 'population', 'model']);
    expect(quota).toBe(Math.ceil((50 * progress.evaluations_max) / 10_000));
    expect(progress.evaluations_done).toBe(result.evaluations);
    expect(result.evaluations).toBe(progress.evaluations_max);
    const train = result.figures.find(({ id }) => id === 'train')!;
    expect(train.factors.map(({ kind }) => kind).filter((kind) => kind === 'coefficients')).toHaveLength(1);
    const totals = train.factors.map(({ total }) => total!.value);
    expect(totals).toEqual(totals.toSorted((a, b) => b - a));
    for (const { kind, first_order, total, screening, low, high } of train.factors) {
      for (const { value, interval } of [first_order!, total!]) {
        expect(interval[0]).toBeLessThanOrEqual(value);
        expect(interval[1]).toBeGreaterThanOrEqual(value);
      }
      expect(screening === null).toBe(kind === 'coefficients');
      expect(low.value).toBeLessThanOrEqual(high.value);
    }
  });

  it('The base and the ends of the tornado chart equal simulations with these settings', async () => {
    const train = analysis.result.figures.find(({ id }) => id === 'train')!;
    const { low } = train.factors.find(({ name }) => name === 'train_cost_factor')!;
    const shareAt = async (scenario_context: object) => {
      const { summary } = await simulate(api, { agent_count: 50, seed: 1, scenario_context });
      return summary!.outcomes.find(({ id }) => id === 'train')!.share;
    };
    expect(await shareAt({})).toBeCloseTo(train.base, 10);
    expect(await shareAt({ train_cost_factor: low.setting })).toBeCloseTo(low.value, 10);
  });

  it('Choices, screened parameters and fixed coefficients are reported', async () => {
    const fixed = await runSensitivity(api, { max_parameters: 1, include_coefficients: false });
    expect(fixed.result).toMatchObject({ includes_coefficients: false });
    expect(fixed.result.screened_out).toHaveLength(2);
    const [first, ...others] = fixed.result.figures[0]!.factors;
    expect([first!.total!.value, others.map(({ total }) => total)]).toEqual([expect.closeTo(1, 1), [null, null]]);
    const choice = await runSensitivity(api, {
      workflow_id: 'gotv-social-pressure',
      parameters: [{ name: 'mailing' }],
    });
    expect(choice.parameters).toEqual([
      { name: 'mailing', from: null, to: null, options: ['control', 'civic_duty', 'hawthorne', 'self', 'neighbors'] },
    ]);
    const voting = choice.result.figures.find(({ id }) => id === 'voting')!;
    const { low, high } = voting.factors.find(({ name }) => name === 'mailing')!;
    expect([low.setting, high.setting]).toEqual(['control', 'neighbors']);
  });

  it('The table of an analysis has the indices, the screening and the tornado chart in every format', async () => {
    const indexCells = (
      name: string,
      index: { value: number; interval: [number, number]; standard_error: number } | null,
    ) => ({
      [name]: index?.value ?? null,
      [`${name}_low`]: index?.interval[0] ?? null,
      [`${name}_high`]: index?.interval[1] ?? null,
      [`${name}_standard_error`]: index?.standard_error ?? null,
    });
    const path = `/v1/runs/${analysis.id}/table`;
    const rows = await readTable(api, path);
    expect((await api.call(path)).body.data).toEqual(rows);
    const settingText = (setting: string | number | null) => (setting === null ? null : String(setting));
    expect(rows).toEqual(
      analysis.result.figures.flatMap(
        ({ id, label, kind, unit, base, mean, standard_deviation, interactions, factors }) =>
          factors.map((own) => ({
            ...{
              sensitivity_id: analysis.id,
              missing_parts: 'simulation population model',
              figure: id,
              figure_label: label,
              figure_kind: kind,
              unit,
              base,
              mean,
            },
            ...{ standard_deviation, factor: own.name, factor_label: own.label, factor_kind: own.kind },
            ...indexCells('interactions', interactions),
            ...indexCells('total', own.total),
            ...indexCells('first_order', own.first_order),
            mu_star: own.screening?.mu_star ?? null,
            mu_star_low: own.screening?.mu_star_interval[0] ?? null,
            mu_star_high: own.screening?.mu_star_interval[1] ?? null,
            mu: own.screening?.mu ?? null,
            sigma: own.screening?.sigma ?? null,
            ...{ lowest_setting: settingText(own.low.setting), lowest_value: own.low.value },
            ...{ highest_setting: settingText(own.high.setting), highest_value: own.high.value },
          })),
      ),
    );
    expect(await api.call(`${path}?format=xml`)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
  });

  it('Equal analyses have equal digests, and the CLI reproduces an analysis from its manifest', async () => {
    const again = await runSensitivity(api);
    expect(again.digest).toBe(analysis.digest);
    const { status, body } = await api.call<object>(`/v1/runs/${analysis.id}/manifest`);
    const { parameters, samples, digest } = analysis;
    expect([status, body.data]).toEqual([
      200,
      expect.objectContaining({ seed: 1, agent_count: 50, parameters, samples, digest }),
    ]);
    const { status: exitCode, stdout } = await reproduceHere(body, '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ reproduced: true, digest });
    expect((await reproduceHere({ ...body.data, seed: 2 })).status).toBe(1);
  });

  it('The baseline of an analysis without agent_count has the shares of its calibration targets, and its report shows them', async () => {
    const {
      id: adjusted,
      agent_count,
      result,
    } = await runSensitivity(api, {
      agent_count: undefined,
      calibration_targets: [
        { outcome: 'train', share: 0.3 },
        { outcome: 'car', share: 0.2 },
      ],
    });
    expect(agent_count).toBe(200);
    const baseOf = (id: string) => result.figures.find((figure) => figure.id === id)!.base;
    expect(baseOf('train')).toBeCloseTo(0.3, 8);
    expect(baseOf('car')).toBeCloseTo(0.2, 8);
    const { text } = await api.call(`/v1/runs/${adjusted}/report`);
    expect(text).toMatch(/>Adjustments of the workflow<\/h2>[^]*<h3>Calibration targets<\/h3>/);
  });

  it('The report starts with the finding and has a tornado chart for each figure', async () => {
    const { status, text, headers } = await api.call(`/v1/runs/${analysis.id}/report`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(text).toMatch(/these matter most: .* of the variance/);
    for (const { label } of analysis.result.figures) expect(text).toContain(`${label}: range if one input changes`);
    expect(text).toContain('<strong>Missing: </strong>simulation, the error of a finite number of agents; population');
    expect(text).not.toContain('estimation, the error');
    expect(text).toContain('<strong>Not in any interval: </strong>transport');
    // Each plot is drawn wide and narrow.
    expect(text.match(/<svg /g)).toHaveLength(2 * analysis.result.figures.length);
  });

  it('Analyses have their own list, without figures, and never appear among simulations or goals', async () => {
    const listed = (await api.call<SensitivityRecord[]>('/v1/runs?kind=sensitivity&limit=100')).body.data;
    expect(listed.find(({ id }) => id === analysis.id)!.result!.figures).toEqual([]);
    for (const path of ['/v1/simulations?limit=100', '/v1/runs?kind=goal&limit=100']) {
      const others = (await api.call<{ id: string }[]>(path)).body.data;
      expect(others.filter(({ id }) => id.startsWith('sens_'))).toEqual([]);
    }
    expect((await api.call(`/v1/simulations/${analysis.id}`)).status).toBe(404);
  });

  it('A finished analysis emits sensitivity.completed once', async () => {
    const own = async () => (await listDeliveries(api)).filter(({ simulation_id }) => simulation_id === analysis.id);
    await waitUntil('the event', async () => (await own()).length > 0);
    expect(await own()).toMatchObject([{ event_type: 'sensitivity.completed' }]);
  });

  it('A dry run returns the resolved ranges and the cost, and queues nothing', async () => {
    const before = await usedBy(api);
    const { status, body } = await createSensitivity(api, {
      ...{ dry_run: true, parameters: undefined, agent_count: undefined, samples: undefined },
      trajectories: undefined,
    });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      ...{ object: 'sensitivity_dry_run', agent_count: 200, samples: 128, trajectories: 10, max_parameters: 8 },
      cost: { sufficient: true },
    });
    expect(body.data.parameters.length).toBeGreaterThan(5);
    expect(await usedBy(api)).toBe(before);
  });

  it('An analysis counts its evaluations against the quota, and a repeated Idempotency-Key creates one analysis', async () => {
    const before = await usedBy(api);
    const headers = { 'idempotency-key': randomUUID() };
    const first = await createSensitivity(api, { agent_count: 500 }, headers);
    const again = await createSensitivity(api, { agent_count: 500 }, headers);
    expect(again.body.data).toEqual(first.body.data);
    expect(again.headers.get('idempotent-replayed')).toBe('true');
    const { quota, progress } = first.body.data;
    expect(quota).toBe(Math.ceil((500 * progress.evaluations_max) / 10_000));
    expect(await usedBy(api)).toBe(before + quota);
    const small = await newCaller({ plan: 'sandbox' });
    const rejected = await createSensitivity(small, { agent_count: 1_000, samples: 4_096 });
    expect(rejected).toMatchObject({ status: 402, body: { error: 'insufficient_quota' } });
    expect((await small.call<SensitivityRecord[]>('/v1/runs?kind=sensitivity')).body.data).toEqual([]);
  });

  it('A canceled analysis stops, and a finished one can be deleted but not canceled', async () => {
    const { id } = (await createSensitivity(api, longAnalysis)).body.data;
    const canceled = await api.post<SensitivityRecord>(`/v1/runs/${id}/cancel`, undefined);
    expect(canceled).toMatchObject({ status: 200, body: { data: { status: 'canceled', result: null } } });
    expect(await api.post(`/v1/runs/${id}/cancel`, undefined)).toMatchObject({
      status: 409,
      body: { error: 'run_already_finished', meta: { status: 'canceled' } },
    });
    expect(await api.call(`/v1/runs/${id}/report`)).toMatchObject({
      status: 409,
      body: { error: 'run_not_complete' },
    });
    expect(await api.call(`/v1/runs/${id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { data: { id, deleted: true } },
    });
    expect(await api.call(`/v1/runs/${id}`)).toMatchObject({
      status: 404,
      body: { error: 'run_not_found' },
    });
  });

  it('An analysis streams its status, its progress in evaluations and its record, and resumes after Last-Event-ID', async () => {
    const { id, record, ...streams } = await eventsUntilCancel(api, () => createSensitivity(api));
    const ending = [
      ['state', { id, status: 'canceled' }],
      ['done', record],
    ];
    expect(streams.events).toEqual([
      ['state', { id, status: 'queued' }],
      ['state', { id, status: 'running' }],
      ['progress', { ...record.progress, evaluations_done: doneSteps }],
      ...ending,
    ]);
    expect(streams.resumed).toEqual(ending);
    expect(streams.statusAfterLast).toBe(204);
  });

  it('Another organization cannot read, cancel or delete an analysis', async () => {
    const other = await newCaller();
    for (const path of ['', '/events', '/manifest', '/view', '/report'])
      expect(await other.call(`/v1/runs/${analysis.id}${path}`)).toMatchObject({
        status: 404,
        body: { error: 'run_not_found' },
      });
    expect(await other.post(`/v1/runs/${analysis.id}/cancel`, undefined)).toMatchObject({ status: 404 });
    expect(await other.call(`/v1/runs/${analysis.id}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
    expect((await other.call<SensitivityRecord[]>('/v1/runs?kind=sensitivity')).body.data).toEqual([]);
  });

  it('An analysis that does not fit the workflow gets 400 with the path of each problem', async () => {
    const pathsOf = async (body: Record<string, unknown>) => {
      const { status, body: response } = await createSensitivity(api, body);
      expect([status, response.error]).toEqual([400, 'invalid_sensitivity']);
      return (response.meta['issues'] as { path: string }[]).map(({ path }) => path);
    };
    const named = (...parameters: object[]) => ({ parameters });
    expect(await pathsOf(named({ name: 'warp_factor' }))).toEqual(['parameters.0.name']);
    expect(await pathsOf(named({ name: 'car_cost_factor' }, { name: 'car_cost_factor' }))).toEqual([
      'parameters.1.name',
    ]);
    expect(await pathsOf(named({ name: 'car_cost_factor', from: -5, to: 99 }))).toEqual([
      'parameters.0.from',
      'parameters.0.to',
    ]);
    expect(await pathsOf(named({ name: 'car_cost_factor', from: 1.2, to: 1 }))).toEqual(['parameters.0.to']);
    expect(
      await pathsOf({ workflow_id: 'gotv-social-pressure', ...named({ name: 'mailing', from: 0, to: 1 }) }),
    ).toEqual(['parameters.0.from', 'parameters.0.to']);
    expect(await pathsOf({ workflow_id: 'hybrid-corn-network', parameters: undefined })).toEqual(['workflow_id']);
  });

  it('A malformed analysis gets 400, and nothing is stored', async () => {
    const caller = await newCaller();
    for (const body of [
      { parameters: [] },
      { samples: 100 },
      { samples: 1e9 },
      { trajectories: 1 },
      { max_parameters: 0 },
      { include_coefficients: 'yes' },
      { agent_count: 0 },
      { unknown: true },
    ])
      expect(await createSensitivity(caller, body)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(await createSensitivity(caller, { workflow_id: 'unknown' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_workflow' },
    });
    expect((await caller.call<SensitivityRecord[]>('/v1/runs?kind=sensitivity')).body.data).toEqual([]);
    expect(await usedBy(caller)).toBe(0);
  });
});
