import type { ElasticitiesRecord, WelfareRecord } from '../../src/readings/indicators/indicators.record.js';
import type { TradeOffsRecord } from '../../src/readings/trade-offs/trade-offs.service.js';
import type { ApiClient } from '../support/api-client.js';
import { linearModeChoice, publishWorkflow } from '../support/definitions.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, type SimulationRecord } from '../support/simulations.js';

const linear = 'linear-mode-choice';
const unavailable = (reason: string) => ({ error: 'analysis_not_available', meta: { reason } });

describe('economic indicators', () => {
  let api: ApiClient;
  let other: ApiClient;
  let cheaper: SimulationRecord;
  let network: SimulationRecord;
  let visits: SimulationRecord;

  beforeAll(async () => {
    [api, other] = await Promise.all([newCaller(), newCaller()]);
    expect((await publishWorkflow(api, linearModeChoice(linear))).status).toBe(201);
    [cheaper, network, visits] = await Promise.all([
      simulate(api, { workflow_id: linear, agent_count: 300, seed: 4, scenario_context: { train_cost_factor: 0.8 } }),
      simulate(api, { workflow_id: 'hybrid-corn-network', agent_count: 30, uncertainty: { parameter_draws: 0 } }),
      simulate(api, { workflow_id: 'health-insurance-visits', agent_count: 50 }),
    ]);
  });

  const elasticitiesOf = (id: string, query = '') =>
    api.call<ElasticitiesRecord>(`/v1/simulations/${id}/elasticities${query}`);
  const welfareOf = (id: string, query = '') => api.call<WelfareRecord>(`/v1/simulations/${id}/welfare${query}`);
  const tradeOffsOf = (id: string, query = '') =>
    api.call<TradeOffsRecord>(`/v1/case-studies/${id}/trade-offs${query}`);

  describe('elasticities', () => {
    it('They exist for every numeric parameter and every outcome, own and cross, point and arc', async () => {
      const { status, body } = await elasticitiesOf(cheaper.id);
      expect(status).toBe(200);
      const { parameters, elasticities, agent_count } = body.data;
      expect([parameters.length, agent_count]).toEqual([9, 300]);
      const figures = new Set(elasticities.map(({ figure }) => figure));
      expect(elasticities).toHaveLength(parameters.length * figures.size);
      const fare = elasticities.filter(({ parameter }) => parameter === 'train_cost_factor');
      const of = (id: string) => fare.find(({ figure }) => figure === id)!;
      expect(of('train')).toMatchObject({ relation: 'own', group: null, point: { kind: 'elasticity' } });
      expect(of('car').relation).toBe('cross');
      expect(of('train').point!.interval![1]).toBeLessThan(0);
      expect(of('car').point!.interval![0]).toBeGreaterThan(0);
      expect(of('train').arc).toMatchObject({ rule: 'baseline_to_scenario', from: 1, to: 0.8 });
      // The ends of the arc are the shares of the summary.
      const share = cheaper.summary!.outcomes.find(({ id }) => id === 'train')!;
      expect(of('train').value).toBeCloseTo(share.share, 10);
      expect(of('train').arc!.figure_to).toBeCloseTo(share.share, 10);
      expect(of('train').arc!.figure_from).toBeLessThan(share.share);
      expect(of('train').point!.missing_parts).toContain('model');
    });

    it('`group_by`, `parameter` and `where` select groups, parameters and agents', async () => {
      const { body } = await elasticitiesOf(
        cheaper.id,
        '?group_by=income&parameter=train_cost_factor&where[ga_travelcard]=no',
      );
      const { elasticities, agent_count, group_by, where } = body.data;
      expect({ group_by, where }).toEqual({ group_by: 'income', where: { ga_travelcard: ['no'] } });
      expect(new Set(elasticities.map(({ parameter }) => parameter))).toEqual(new Set(['train_cost_factor']));
      const trains = elasticities.filter(({ figure }) => figure === 'train');
      expect(trains.length).toBeGreaterThan(2);
      expect(trains.reduce((sum, one) => sum + one.agent_count, 0)).toBe(agent_count);
      expect(agent_count).toBeLessThan(300);
    });

    it('CSV, NDJSON and Parquet contain one row for each elasticity', async () => {
      const { body } = await elasticitiesOf(cheaper.id);
      const csv = await api.call(`/v1/simulations/${cheaper.id}/elasticities?format=csv`);
      expect(csv.headers.get('content-type')).toBe('text/csv; charset=utf-8');
      expect(csv.headers.get('content-disposition')).toContain(`${cheaper.id}-elasticities.csv`);
      const [header, ...rows] = csv.text.trim().split('\r\n');
      expect(header).toContain('parameter,figure,figure_kind,relation,group,agent_count,value,point_kind');
      expect(rows).toHaveLength(body.data.elasticities.length);
      const ndjson = await api.call(`/v1/simulations/${cheaper.id}/elasticities`, {
        headers: { accept: 'application/x-ndjson' },
      });
      const first = JSON.parse(ndjson.text.split('\n')[0]!) as Record<string, unknown>;
      expect(first['point']).toBe(body.data.elasticities[0]!.point!.estimate);
      const parquet = await api.call(`/v1/simulations/${cheaper.id}/elasticities?format=parquet`);
      expect(parquet.text.slice(0, 4)).toBe('PAR1');
    });

    it.each([
      ['?group_by=height', 'group_by', 'is not an attribute of this workflow'],
      ['?parameter=luggage', 'parameter', 'is not a numeric parameter of this workflow'],
      ['?parameter=', 'parameter', 'is not a numeric parameter of this workflow'],
      ['?where[height]=tall', 'where[height]', 'is not an attribute of this workflow'],
      ['?where[income]=rich', 'where[income]', 'expected one of'],
      ['?format=xml', 'format', ''],
      ['?group=income', 'group', 'Did you mean "group_by"?'],
    ])('The error for %s names the parameter of the request', async (query, path, message) => {
      const { status, body } = await elasticitiesOf(cheaper.id, query);
      expect([status, body.error]).toEqual([400, 'validation_error']);
      const [issue] = body.meta['issues'] as { path: string; message: string }[];
      expect(issue!.path).toBe(path);
      expect(issue!.message).toContain(message);
    });

    it('Interacting agents have none', async () => {
      const { status, body } = await elasticitiesOf(network.id);
      expect(status).toBe(422);
      expect(body).toMatchObject(unavailable('interacting_agents'));
    });

    it('A workflow without numeric parameters has an empty list', async () => {
      const { status, body } = await elasticitiesOf(visits.id);
      expect([status, body.data.parameters, body.data.elasticities]).toEqual([200, [], []]);
      const tables = await Promise.all(
        ['csv', 'ndjson', 'parquet'].map((format) =>
          api.call(`/v1/simulations/${visits.id}/elasticities?format=${format}`),
        ),
      );
      expect(tables.map((table) => table.status)).toEqual([200, 200, 200]);
      expect(tables[0]!.text.trim().split(',')[1]).toBe('parameter');
    });
  });

  describe('the welfare change', () => {
    it('Cheaper trains are worth money to the agents, and segments add up', async () => {
      const { status, body } = await welfareOf(cheaper.id);
      expect(status).toBe(200);
      const { unit, money_unavailable, all, total, segments } = body.data;
      expect([unit, money_unavailable, all.direction]).toEqual(['CHF', null, 'gains']);
      expect(total.estimate).toBeCloseTo(300 * all.mean.estimate, 8);
      const cards = segments.find(({ attribute }) => attribute === 'ga_travelcard')!.groups;
      expect(cards.find(({ id }) => id === 'yes')).toMatchObject({ direction: 'unchanged', gaining_share: 0 });
      expect(cards.find(({ id }) => id === 'no')).toMatchObject({ direction: 'gains', losing_share: 0 });
      expect(all.mean.errors.estimation).toBeGreaterThan(0);
    });

    it('`where` selects agents, and CSV has one row for all agents and for each group', async () => {
      const [income, { body }] = await Promise.all([
        api.call(`/v1/simulations/${cheaper.id}/welfare?format=csv`),
        welfareOf(cheaper.id, '?where[sex]=female'),
      ]);
      const [header, all] = income.text.split('\r\n');
      expect(header).toContain('attribute,group,group_label,agent_count,unit,direction');
      expect(all).toContain(`${cheaper.id},,,,300,CHF,gains`);
      expect(body.data.agent_count).toBeLessThan(300);
    });

    it('Agents that interact or do not choose among alternatives have none', async () => {
      expect((await welfareOf(network.id)).body).toMatchObject(unavailable('interacting_agents'));
      const { status, body } = await welfareOf(visits.id);
      expect(status).toBe(422);
      expect(body).toMatchObject(unavailable('no_alternatives'));
    });
  });

  describe('trade-offs', () => {
    it('The value of time has its currency, its confidence set and the agents to which it applies', async () => {
      const { status, body } = await tradeOffsOf(linear);
      expect(status).toBe(200);
      const { cost, trade_offs, version } = body.data;
      expect(cost).toEqual({ variable: 'cost', label: 'Cost', unit: 'CHF' });
      const times = trade_offs.filter(({ feature }) => feature === 'time');
      expect(times.map(({ applies_to }) => applies_to?.categories ?? null)).toEqual([null, ['employer']]);
      expect(times.map(({ excludes }) => excludes.map(({ categories }) => categories))).toEqual([[['employer']], []]);
      for (const { unit, set, estimate, method } of times) {
        expect({ unit, method, shape: set?.shape }).toEqual({ unit: 'CHF/hour', method: 'fieller', shape: 'bounded' });
        expect(set!.limits![0]).toBeLessThan(estimate);
        expect(set!.limits![1]).toBeGreaterThan(estimate);
      }
      const delta = await tradeOffsOf(linear, `?interval=delta&version=${version}`);
      const [time] = delta.body.data.trade_offs;
      expect(time).toMatchObject({ method: 'delta', estimate: times[0]!.estimate });
      expect(time!.set!.limits![1]).toBeLessThan(times[0]!.set!.limits![1]);
    });

    it('If coefficients differ between agents, the amounts above those of 10%, 50% and 90% of the agents are in it', async () => {
      const { body } = await tradeOffsOf('swissmetro-value-of-time');
      const times = body.data.trade_offs.filter(({ feature }) => feature === 'time');
      expect(times.map(({ percentile }) => percentile)).toEqual([10, 50, 90]);
      expect(times.map(({ estimate }) => estimate)).toEqual(
        times.map(({ estimate }) => estimate).toSorted((a, b) => a - b),
      );
    });

    it('An unbounded set is stated as such', async () => {
      const { body } = await tradeOffsOf('catsup-brand-choice');
      const shapes = body.data.trade_offs.filter((one) => one.class === 'not_the_price').map(({ set }) => set?.shape);
      expect(new Set(shapes)).toEqual(new Set(['outside']));
    });

    it.each([
      ['health-insurance-visits', 'no_cost'],
      ['alt-fuel-vehicle-choice', 'no_cost'],
      ['technology-adoption-bass', 'interacting_agents'],
    ])('A workflow without a cost has none: %s', async (workflow, reason) => {
      const { status, body } = await tradeOffsOf(workflow);
      expect(status).toBe(422);
      expect(body).toMatchObject(unavailable(reason));
    });

    it('Unknown workflows, versions and methods are rejected', async () => {
      expect((await tradeOffsOf('no-such-workflow')).status).toBe(404);
      expect((await tradeOffsOf(linear, '?version=99.0.0')).status).toBe(404);
      expect((await tradeOffsOf(linear, '?interval=bootstrap')).status).toBe(400);
    });
  });

  it('The report of a simulation contains both, also for selected groups', async () => {
    for (const query of ['', '?where[sex]=female']) {
      const { text, status } = await api.call(`/v1/simulations/${cheaper.id}/report${query}`);
      expect(status).toBe(200);
      expect(text).toContain('>Elasticities</h2>');
      expect(text).toContain('>Gains and losses</h2>');
    }
  });

  it.each(['elasticities', 'welfare'])('Other organizations do not see the %s of a simulation', async (indicator) => {
    const { status, body } = await other.call(`/v1/simulations/${cheaper.id}/${indicator}`);
    expect([status, body.error]).toEqual([404, 'simulation_not_found']);
  });

  it.each(['elasticities', 'welfare'])('An unfinished simulation has no %s', async (indicator) => {
    await whileQueuePaused(async () => {
      const { id } = (await createSimulation(api)).body.data;
      const { status, body } = await api.call(`/v1/simulations/${id}/${indicator}`);
      expect([status, body.error]).toEqual([409, 'simulation_not_complete']);
      await api.call(`/v1/simulations/${id}/cancel`, { method: 'POST' });
    });
  });
});
