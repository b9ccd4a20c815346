import { randomUUID } from 'node:crypto';
import { maxWaitSeconds } from '../../src/simulations/progress/prefer-wait.js';
import type { ApiClient } from '../support/api-client.js';
import { EventListener } from '../support/event-source.js';
import { itInFullLevel } from '../support/full-level.js';
import { createGoal, finishedGoal, revenueGoal, runGoal, type GoalRecord } from '../support/goals.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { reproduceHere } from '../support/reproduce.js';
import { newCaller } from '../support/shared-service.js';
import { simulate, type SimulationRecord } from '../support/simulations.js';
import { doneSteps, eventsUntilCancel } from '../support/run-events.js';
import { estimateCells, readTable, type TableRow } from '../support/tables.js';
import { createEndpoint, listDeliveries, type DeliveryRecord } from '../support/webhooks.js';
import { waitUntil } from '../support/wait-until.js';

const usedBy = async (api: ApiClient) =>
  (await api.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;

describe('goals', () => {
  let api: ApiClient;
  let goal: Awaited<ReturnType<typeof runGoal>>;

  beforeAll(async () => {
    api = await newCaller();
    await createEndpoint(api, { url: 'https://hooks.invalid/' });
    goal = await runGoal(api);
  });

  it('A goal finds the fare with the greatest revenue, with its interval, its curve and the parts of its error', () => {
    const { result } = goal;
    expect(result.finding).toBe('optimum');
    const [argument] = result.arguments;
    expect(argument).toMatchObject({ parameter: 'swissmetro_cost_factor', at_bound: null });
    const [low, high] = argument!.interval!;
    expect(low).toBeLessThan(argument!.value);
    expect(high).toBeGreaterThan(argument!.value);
    expect(result.curve).toHaveLength(21);
    expect(Math.max(...result.curve.map(({ value }) => value))).toBeLessThanOrEqual(result.objective.value);
    const { value, start_value, interval, gain } = result.objective;
    expect(gain.value).toBeCloseTo(value - start_value, 9);
    expect(gain.value).toBeGreaterThan(0);
    // Both values have the same agents and coefficients.
    const width = ([low, high]: [number, number]) => high - low;
    expect(width(gain.interval!)).toBeLessThan(width(interval!));
    expect(result.objective.missing_parts).toEqual(['model']);
    expect(result.objective.errors.estimation).toBeGreaterThan(0);
    expect(goal).toMatchObject({ quota: 2, progress: { evaluations_done: result.evaluations, evaluations_max: 80 } });
  });

  it('A goal reaches a share, and a simulation with its value has that share', async () => {
    const { result } = await runGoal(api, {
      parameters: [{ name: 'train_cost_factor', from: 0.1, to: 2 }],
      objective: { goal: 'reach', share: 'train', target: 0.18 },
    });
    expect(result.finding).toBe('reached');
    expect(result.objective.value).toBeCloseTo(0.18, 6);
    expect(result.agents_reached).toBeCloseTo(36, 3);
    const scenario_context = { train_cost_factor: result.arguments[0]!.value };
    const { summary } = await simulate(api, { agent_count: 200, seed: 1, scenario_context });
    expect(summary!.outcomes.find(({ id }) => id === 'train')!.share).toBeCloseTo(0.18, 6);
  });

  it('A share that no allowed value has gets the nearest reachable one', async () => {
    const { id, result } = await runGoal(api, {
      parameters: [{ name: 'train_cost_factor' }],
      objective: { goal: 'reach', share: 'train', target: 0.9 },
    });
    const atBound = { value: 0.85, at_bound: 'from', interval: null };
    expect(result).toMatchObject({ finding: 'unreachable', arguments: [atBound] });
    const { text } = await api.call(`/v1/runs/${id}/report`);
    const most = (100 * result.objective.value).toFixed(1);
    expect(text).toContain(`90% is not reached within 15% lower to 20% higher; the most is ${most}%.`);
    expect(result.objective.value).toBe(Math.max(...result.curve.map(({ value }) => value)));
  });

  it('A constraint restricts the result and is satisfied exactly', async () => {
    const { result } = await runGoal(api, { constraints: [{ share: 'car', at_most: 0.17 }] });
    expect(result.constraints).toMatchObject([{ limit: 0.17, is_satisfied: true, is_active: true }]);
    expect(result.constraints[0]!.value).toBeCloseTo(0.17, 8);
    expect(result.objective.value).toBeLessThan(goal.result.objective.value);
  });

  it('A goal with two parameters finds the better value of both, and its report shows a grid', async () => {
    const parameters = [
      { name: 'swissmetro_cost_factor', from: 0.5, to: 3 },
      { name: 'swissmetro_time_factor', from: 0.9, to: 1.2 },
    ];
    const { id, result } = await runGoal(api, { agent_count: 50, parameters });
    expect(result.arguments.map(({ at_bound }) => at_bound)).toEqual([null, 'from']);
    expect(result.curve).toHaveLength(121);
    const { text } = await api.call(`/v1/runs/${id}/report`);
    // The heat map is drawn wide and narrow, and its table has the same values.
    expect(text.match(/role="img" aria-label="[^"]* by Swissmetro fare/g)).toHaveLength(2);
    expect(text.match(/<rect /g)).toHaveLength(2 * 121);
    expect(text).toMatch(/<figure>[^]*<svg [^]*<table>[^]*<\/figure>/);
    expect(text).not.toContain('a constraint is violated');

    const restricted = await runGoal(api, {
      agent_count: 20,
      parameters,
      constraints: [{ share: 'car', at_most: 0.27 }],
    });
    const feasible = restricted.result.curve.flatMap(({ value, is_feasible: isFeasible }) =>
      isFeasible ? [value] : [],
    );
    const infeasible = 121 - feasible.length;
    expect(infeasible).toBeGreaterThan(0);
    const page = (await api.call(`/v1/runs/${restricted.id}/report`)).text;
    expect(page).toContain(`× marks ${infeasible} of 121 cells in which a constraint is violated.`);
    expect(page.match(/<rect /g)).toHaveLength(2 * feasible.length);
    expect(page).toContain(
      `: from ${Math.min(...feasible).toPrecision(3)} to ${Math.max(...feasible).toPrecision(3)}.`,
    );
    expect(page.match(/<small>violated<\/small>/g)).toHaveLength(infeasible);
  });

  it('The table of a goal has the figures of its result and the points of its curve, in every format', async () => {
    const parameters = [...revenueGoal.parameters, { name: 'swissmetro_time_factor', from: 0.9, to: 1.2 }];
    const { id, result } = await runGoal(api, {
      agent_count: 20,
      parameters,
      constraints: [{ share: 'car', at_most: 0.27 }],
    });
    const rows = await readTable(api, `/v1/runs/${id}/table`);
    const { body, headers } = await api.call<TableRow[]>(`/v1/runs/${id}/table`);
    expect(body.data).toEqual(rows);
    expect([headers.get('etag') === null, headers.get('content-disposition')]).toEqual([false, null]);
    expect(rows).toHaveLength(2 + 2 + 1 + 121);
    const found = Object.fromEntries(result.arguments.map(({ parameter, value }) => [`parameter.${parameter}`, value]));
    const shared = { goal_id: id, name: null, limit: null, is_feasible: null, ...found };
    const [constraint] = result.constraints;
    expect(rows.slice(0, 5)).toEqual([
      ...result.arguments.map((own) => ({
        ...shared,
        kind: 'argument',
        name: own.parameter,
        ...estimateCells('value', own),
      })),
      { ...shared, kind: 'objective', ...estimateCells('value', result.objective) },
      { ...shared, kind: 'gain', ...estimateCells('value', result.objective.gain) },
      {
        ...{ ...shared, kind: 'constraint', name: 'car', limit: 0.27, is_feasible: constraint!.is_satisfied },
        ...estimateCells('value', constraint!),
      },
    ]);
    expect(rows.slice(5)).toEqual(
      result.curve.map((point) => ({
        ...{ ...shared, kind: 'curve', is_feasible: point.is_feasible },
        ...Object.fromEntries(Object.entries(point.values).map(([name, value]) => [`parameter.${name}`, value])),
        ...estimateCells('value', point),
      })),
    );
    expect(new Set(rows.slice(5).map((row) => row['is_feasible']))).toEqual(new Set([true, false]));
  });

  it('The table of a goal rejects unknown formats, and exists only for completed goals', async () => {
    const table = (id: string, query = '', headers = {}) => api.call(`/v1/runs/${id}/table${query}`, { headers });
    expect(await table(goal.id, '?format=xml')).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(await table(goal.id, '', { accept: 'text/html' })).toMatchObject({
      status: 406,
      body: { error: 'not_acceptable' },
    });
    const early = await whileQueuePaused(async () => table((await createGoal(api)).body.data.id, '?format=csv'));
    expect(early).toMatchObject({ status: 409, body: { error: 'run_not_complete' } });
  });

  it('A goal accepts adjustments: a segment, and calibration targets with their own part of the error', async () => {
    const segment = await runGoal(api, { where: { sex: ['female'] } });
    expect(segment.result.objective.value).not.toBe(goal.result.objective.value);
    const { text } = await api.call(`/v1/runs/${segment.id}/report`);
    expect(text).toMatch(/>Adjustments of the workflow<\/h2>[^]*<li>Sex: Woman<\/li>/);
    const targets = [
      { outcome: 'car', share: 0.4, standard_error: 0.02 },
      { outcome: 'train', share: 0.2, standard_error: 0.02 },
    ];
    const matched = await runGoal(api, { agent_count: 50, calibration_targets: targets });
    const shareOf = (id: string) => matched.result.outcomes.find((outcome) => outcome.id === id)!.start_share;
    expect([shareOf('car'), shareOf('train')].map((share) => share.toFixed(8))).toEqual(['0.40000000', '0.20000000']);
    expect(matched.result.objective.errors).toHaveProperty('targets', expect.any(Number));
    const rejected = await createGoal(api, { where: { sex: ['unknown'] } });
    expect(rejected).toMatchObject({ status: 400, body: { error: 'invalid_adjustment' } });
  });

  it('Equal goals have equal digests, and the CLI reproduces a goal from its manifest', async () => {
    const again = await runGoal(api);
    expect(again.digest).toBe(goal.digest);
    const { status, body } = await api.call<Record<string, unknown>>(`/v1/runs/${goal.id}/manifest`);
    expect(status).toBe(200);
    expect(body.data).toMatchObject({ digest: goal.digest, seed: 1, agent_count: 200, ...revenueGoal });
    const { status: exitCode, stdout } = await reproduceHere(body, '--json');
    expect(exitCode).toBe(0);
    expect(JSON.parse(stdout)).toMatchObject({ reproduced: true, digest: goal.digest });
    expect((await reproduceHere({ ...body.data, seed: 2 })).status).toBe(1);
  });

  it('The report shows the finding, the curve and the parts of the error', async () => {
    const { status, text, headers } = await api.call(`/v1/runs/${goal.id}/report`);
    expect(status).toBe(200);
    expect(headers.get('content-security-policy')).toContain(`default-src 'none'`);
    expect(text).toContain('is greatest with');
    expect(text).toContain('<svg');
    expect(text).toContain('Parts of the error');
  });

  it('Goals have their own list and never appear among simulations', async () => {
    const goals = (await api.call<GoalRecord[]>('/v1/runs?kind=goal&limit=100')).body.data;
    expect(goals.map(({ id }) => id)).toContain(goal.id);
    expect(goals.find(({ id }) => id === goal.id)!.result!.curve).toEqual([]);
    const first = await api.call<GoalRecord[]>('/v1/runs?kind=goal&limit=1');
    const second = await api.call<GoalRecord[]>(
      `/v1/runs?kind=goal&limit=1&cursor=${String(first.body.meta['next_cursor'])}`,
    );
    expect([...first.body.data, ...second.body.data].map(({ id }) => id)).toEqual(
      goals.slice(0, 2).map(({ id }) => id),
    );
    const listed = (await api.call<SimulationRecord[]>('/v1/simulations?limit=100')).body.data;
    expect(listed.filter(({ id }) => !id.startsWith('sim_'))).toEqual([]);
    for (const path of ['', '/results', '/summary', '/report', '/manifest'])
      expect(await api.call(`/v1/simulations/${goal.id}${path}`)).toMatchObject({ status: 404 });
    expect(await api.post(`/v1/simulations/${goal.id}/cancel`, undefined)).toMatchObject({ status: 404 });
  });

  it('A finished goal emits goal.completed once, with its record', async () => {
    const own = async () => (await listDeliveries(api)).filter(({ simulation_id }) => simulation_id === goal.id);
    let sent: DeliveryRecord[] = [];
    await waitUntil('the event', async () => (sent = await own()).length > 0);
    expect(sent).toMatchObject([{ event_type: 'goal.completed' }]);
  });

  it('A create with Prefer: wait responds with the result', async () => {
    const send = async (): ReturnType<typeof createGoal> => {
      const startMs = performance.now();
      const response = await createGoal(api, { agent_count: 20 }, { prefer: `wait=${maxWaitSeconds}` });
      // On a busy machine, the time can be up before the goal has run.
      return performance.now() - startMs >= 1_000 * maxWaitSeconds ? send() : response;
    };
    const { status, headers, body } = await send();
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/runs/${body.data.id}`);
    expect(body.data).toMatchObject({ status: 'completed', result: { finding: 'optimum' } });
  });

  it('A dry run returns the resolved goal and its cost, and queues nothing', async () => {
    const before = await usedBy(api);
    const parameters = [{ name: 'swissmetro_cost_factor' }];
    const { status, body } = await createGoal(api, { agent_count: 1_000, dry_run: true, parameters });
    expect(status).toBe(200);
    expect(body.data).toMatchObject({
      object: 'goal_dry_run',
      parameters: [{ name: 'swissmetro_cost_factor', from: 0.8, to: 1.3 }],
      evaluations_max: 80,
      cost: { simulations: 8, sufficient: true },
    });
    expect(await usedBy(api)).toBe(before);
  });

  it('A goal counts one simulation for each started 10,000 agents, and a repeated Idempotency-Key creates one goal', async () => {
    const before = await usedBy(api);
    const headers = { 'idempotency-key': randomUUID() };
    // Goals that no worker runs.
    await whileQueuePaused(async () => {
      const first = await createGoal(api, { agent_count: 1_000 }, headers);
      const again = await createGoal(api, { agent_count: 1_000 }, headers);
      expect(again.body.data).toEqual(first.body.data);
      expect(again.headers.get('idempotent-replayed')).toBe('true');
      expect(await usedBy(api)).toBe(before + 8);
      const small = await newCaller({ plan: 'sandbox' });
      const parameters = [{ name: 'train_cost_factor' }, { name: 'car_cost_factor' }];
      const constraints = Array.from({ length: 5 }, () => ({ share: 'car', at_most: 0.9 }));
      const fitting = await createGoal(small, { agent_count: 1_000, parameters, constraints });
      const rejected = await createGoal(small, { agent_count: 1_000, parameters, constraints });
      expect(rejected).toMatchObject({ status: 402, body: { error: 'insufficient_quota' } });
      expect((await small.call<GoalRecord[]>('/v1/runs?kind=goal')).body.data).toHaveLength(1);
      await api.post(`/v1/runs/${first.body.data.id}/cancel`, undefined);
      await small.post(`/v1/runs/${fitting.body.data.id}/cancel`, undefined);
    });
  });

  it('A canceled queued goal gets its quota back, and a finished goal can be deleted but not canceled', async () => {
    const before = await usedBy(api);
    const { body, canceled } = await whileQueuePaused(async () => {
      const { body } = await createGoal(api, { agent_count: 10_000, constraints: [{ share: 'car', at_most: 0.9 }] });
      expect([body.data.status, await usedBy(api)]).toEqual(['queued', before + body.data.quota]);
      return { body, canceled: await api.post<GoalRecord>(`/v1/runs/${body.data.id}/cancel`, undefined) };
    });
    expect(canceled).toMatchObject({ status: 200, body: { data: { status: 'canceled', result: null } } });
    expect(await usedBy(api)).toBe(before);
    expect(await api.post(`/v1/runs/${body.data.id}/cancel`, undefined)).toMatchObject({
      status: 409,
      body: { error: 'run_already_finished', meta: { status: 'canceled' } },
    });
    const other = await runGoal(api, { agent_count: 10 });
    expect(await api.call(`/v1/runs/${other.id}`, { method: 'DELETE' })).toMatchObject({
      status: 200,
      body: { data: { id: other.id, deleted: true } },
    });
    expect(await api.call(`/v1/runs/${other.id}`)).toMatchObject({ status: 404, body: { error: 'run_not_found' } });
    expect((await api.call<GoalRecord[]>('/v1/runs?kind=goal&limit=100')).body.data.map(({ id }) => id)).not.toContain(
      other.id,
    );
  });

  it('A goal streams its status, its progress in evaluations and its record, and resumes after Last-Event-ID', async () => {
    const { id, record, ...streams } = await eventsUntilCancel(api, () => createGoal(api));
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

  itInFullLevel('Event streams of goals count toward the limit of 20 streams', async () => {
    const other = await newCaller();
    const { statuses, rejected } = await whileQueuePaused(async () => {
      const { id } = (await createGoal(other)).body.data;
      const streams = await Promise.all(Array.from({ length: 20 }, () => EventListener.open(other, id)));
      const rejected = await other.call(`/v1/runs/${id}/events`);
      streams.forEach((stream) => stream.close());
      return { statuses: streams.map(({ status }) => status), rejected };
    });
    expect(new Set(statuses)).toEqual(new Set([200]));
    expect(rejected).toMatchObject({
      status: 429,
      body: { error: 'event_stream_limit_reached', meta: { stream_limit: 20 } },
    });
  });

  it('Another organization cannot read, cancel or delete a goal', async () => {
    const other = await newCaller();
    for (const path of ['', '/events', '/manifest', '/view', '/report'])
      expect(await other.call(`/v1/runs/${goal.id}${path}`)).toMatchObject({
        status: 404,
        body: { error: 'run_not_found' },
      });
    expect(await other.post(`/v1/runs/${goal.id}/cancel`, undefined)).toMatchObject({ status: 404 });
    expect(await other.call(`/v1/runs/${goal.id}`, { method: 'DELETE' })).toMatchObject({ status: 404 });
    expect((await other.call<GoalRecord[]>('/v1/runs?kind=goal')).body.data).toEqual([]);
  });

  itInFullLevel('A goal with an edited alternative measures the shares of the remaining ones', async () => {
    const { result } = await runGoal(api, {
      parameters: [{ name: 'train_cost_factor', from: 0.5, to: 2 }],
      objective: { goal: 'maximize', share: 'train' },
      alternatives: { remove: ['car'] },
    });
    const { summary } = await simulate(api, {
      ...{ agent_count: 200, seed: 1, alternatives: { remove: ['car'] } },
      scenario_context: { train_cost_factor: result.arguments[0]!.value },
    });
    expect(result.arguments[0]).toMatchObject({ value: 0.5, at_bound: 'from' });
    for (const id of ['train', 'car'])
      expect(result.outcomes.find((outcome) => outcome.id === id)!.share).toBeCloseTo(
        summary!.outcomes.find((outcome) => outcome.id === id)!.share,
        8,
      );
    expect(result.outcomes.find(({ id }) => id === 'car')!.share).toBe(0);
  });

  it('A goal that does not fit the workflow gets 400 with the path of each problem', async () => {
    const pathsOf = async (body: Record<string, unknown>) => {
      const response = await createGoal(api, body);
      expect(response.status).toBe(400);
      expect(response.body.error).toBe('invalid_goal');
      return (response.body.meta['issues'] as { path: string }[]).map(({ path }) => path);
    };
    expect(await pathsOf({ parameters: [{ name: 'warp_factor' }] })).toEqual(['parameters.0.name']);
    expect(await pathsOf({ parameters: [{ name: 'train_cost_factor', from: 0, to: 99 }] })).toEqual([
      'parameters.0.from',
      'parameters.0.to',
    ]);
    expect(await pathsOf({ parameters: [{ name: 'train_cost_factor', from: 2, to: 1 }] })).toEqual(['parameters.0.to']);
    expect(await pathsOf({ objective: { goal: 'maximize', share: 'boat' } })).toEqual(['objective.share']);
    expect(await pathsOf({ objective: { goal: 'maximize', measure: 'visits' } })).toEqual(['objective.measure']);
    expect(await pathsOf({ objective: { goal: 'maximize', values: { boat: 1, train: 'love' } } })).toEqual([
      'objective.values.boat',
      'objective.values.train',
    ]);
    expect(await pathsOf({ objective: { goal: 'reach', share: 'car', target: 1.5 } })).toEqual(['objective.target']);
    expect(await pathsOf({ constraints: [{ share: 'boat', at_most: 0.1 }] })).toEqual(['constraints.0.share']);
    expect(
      await pathsOf({
        workflow_id: 'technology-adoption-bass',
        parameters: [{ name: 'advertising' }],
        objective: { goal: 'maximize', share: 'adopted' },
      }),
    ).toEqual(['workflow_id']);
  });

  it('A malformed goal gets 400, and nothing is stored', async () => {
    const caller = await newCaller();
    for (const body of [
      { parameters: [] },
      { parameters: [revenueGoal.parameters[0], { name: 'a' }, { name: 'b' }] },
      { objective: { goal: 'maximize' } },
      { objective: { goal: 'maximize', share: 'car', measure: 'visits' } },
      { objective: { goal: 'reach', share: 'car' } },
      { objective: { goal: 'maximize', share: 'car', target: 0.5 } },
      { objective: { goal: 'maximize', values: {} } },
      { constraints: [{ share: 'car' }] },
      { constraints: [{ share: 'car', at_most: 0.5, at_least: 0.1 }] },
      { agent_count: 0 },
      { objective: { goal: 'maximize', values: { swissmetro: 1e306 } } },
      { unknown: true },
    ])
      expect(await createGoal(caller, body)).toMatchObject({ status: 400, body: { error: 'validation_error' } });
    expect(await createGoal(caller, { workflow_id: 'unknown' })).toMatchObject({
      status: 400,
      body: { error: 'invalid_workflow' },
    });
    expect((await caller.call<GoalRecord[]>('/v1/runs?kind=goal')).body.data).toEqual([]);
    expect(await usedBy(caller)).toBe(0);
    expect(await finishedGoal(api, goal.id)).toMatchObject({ status: 'completed' });
  });
});
