import { randomUUID } from 'node:crypto';
import { maxWaitSeconds } from '../../src/simulations/progress/prefer-wait.js';
import type { ApiClient } from '../support/api-client.js';
import { finishedGoal, type GoalRecord } from '../support/goals.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, finished, type SimulationRecord } from '../support/simulations.js';
import { createSweep, finishedSweep, type SweepRecord } from '../support/sweeps.js';

const path = '/v1/simulations/auto';
const letters = 'Which letter raises turnout more, the civic duty letter or the one with the neighbors’ records?';
const fares = 'How many travellers would take the Swissmetro if its fares were between 10 and 30% lower?';
const goal = 'How low must the Swissmetro fare go so that 65% of travellers choose it?';
const unread = 'Swissmetro fares are 20% lower and seats can be booked online. How many travellers would take it?';

interface Comparison {
  simulations: { id: string; from: string; values: Record<string, number | string> }[];
  compare_url: string;
}
interface RoutedRecord extends SimulationRecord {
  routed_via: { question: string; comparison: Comparison | null; range: { values: number[] } | null };
}

describe('runs of a question', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const used = async (caller = api) =>
    (await caller.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;
  const countOf = async (caller: ApiClient, list: string) => (await caller.call<object[]>(list)).body.data.length;

  it('A question that compares two scenarios runs one simulation for each, with the same agents and seed', async () => {
    const before = await used();
    const { status, headers, body } = await api.post<RoutedRecord>(path, { question: letters, agent_count: 50 });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/simulations/${body.data.id}`);
    const comparison = body.meta['comparison'] as Comparison;
    expect(body.meta).toMatchObject({ kind: 'comparison', interpreted: [], not_interpreted: [], warnings: [] });
    expect(comparison.simulations.map(({ values }) => values)).toEqual([
      { mailing: 'civic_duty' },
      { mailing: 'neighbors' },
    ]);
    for (const { from } of comparison.simulations) expect(letters).toContain(from);
    const [first, second] = await Promise.all(comparison.simulations.map(({ id }) => finished(api, id)));
    expect(first!.id).toBe(body.data.id);
    expect([first!.seed, first!.agent_count]).toEqual([second!.seed, second!.agent_count]);
    expect([first!.scenario_context, second!.scenario_context]).toMatchObject(
      comparison.simulations.map(({ values }) => values),
    );
    for (const one of [first, second]) expect(one).toMatchObject({ routed_via: { question: letters, comparison } });
    const compared = await api.call(comparison.compare_url);
    expect(compared).toMatchObject({
      status: 200,
      body: { data: { parameters: [{ parameter: 'mailing', value: 'civic_duty', with_value: 'neighbors' }] } },
    });
    expect(await used()).toBe(before + 2);
    const { text } = await api.call(`/v1/simulations/${second!.id}/report`);
    expect(text.includes(first!.id)).toBe(true);
  });

  it('A comparison with Prefer: wait returns when all of its simulations are finished', async () => {
    const headers = { Prefer: `wait=${maxWaitSeconds}` };
    const json = { question: letters, agent_count: 50 };
    const send = async (): Promise<string[]> => {
      const startMs = performance.now();
      const { body } = await api.call<SimulationRecord>(path, { method: 'POST', json, headers });
      const hasWaitedLong = performance.now() - startMs >= 1_000 * maxWaitSeconds;
      const { simulations } = body.meta['comparison'] as Comparison;
      const statuses = simulations.map(
        async ({ id }) => (await api.call<SimulationRecord>(`/v1/simulations/${id}`)).body.data.status,
      );
      // On a busy machine, the time can be up first.
      return hasWaitedLong ? send() : Promise.all(statuses);
    };
    expect(await send()).toEqual(['completed', 'completed']);
  });

  it('A comparison with a repeated Idempotency-Key creates its simulations once and replays their ids', async () => {
    const before = await used();
    const headers = { 'Idempotency-Key': randomUUID() };
    const json = { question: letters, agent_count: 10 };
    const send = () => api.call<SimulationRecord>(path, { method: 'POST', json, headers });
    const [first, second] = [await send(), await send()];
    expect(second.headers.get('idempotent-replayed')).toBe('true');
    expect(second.body.data.id).toBe(first.body.data.id);
    expect(second.body.meta['comparison']).toEqual(first.body.meta['comparison']);
    expect(await used()).toBe(before + 2);
  });

  it('A comparison or range that exceeds the quota writes nothing', async () => {
    const small = await newCaller({ plan: 'sandbox' });
    const points = { name: 'train_cost_factor', from: 0.8, to: 1.2, steps: 99 };
    expect((await createSweep(small, { agent_count: 1, parameters: [points] })).status).toBe(202);
    for (const question of [letters, fares])
      expect(await small.post(path, { question, agent_count: 1 })).toMatchObject({
        status: 402,
        body: { error: 'insufficient_quota' },
      });
    expect(await used(small)).toBe(99);
    expect([await countOf(small, '/v1/simulations'), await countOf(small, '/v1/sweeps')]).toEqual([0, 1]);
    expect((await createSimulation(small, { agent_count: 1 })).status).toBe(202);
  });

  it('A question about a range runs a parameter sweep of five values that includes both ends', async () => {
    const before = await used();
    const { status, headers, body } = await api.post<SweepRecord>(path, { question: fares, agent_count: 50 });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/sweeps/${body.data.id}`);
    const values = [0.9, 0.85, 0.8, 0.75, 0.7];
    expect(body.data.parameters).toEqual([{ name: 'swissmetro_cost_factor', values }]);
    const range = {
      parameter: 'swissmetro_cost_factor',
      values,
      from: expect.stringContaining('10 and 30%') as string,
    };
    expect(body.meta).toMatchObject({ kind: 'range', comparison: null, range, not_interpreted: [], warnings: [] });
    const sweep = await finishedSweep(api, body.data.id);
    expect(sweep).toMatchObject({ status: 'completed', routed_via: { question: fares, range } });
    const point = await finished(api, sweep.points[0]!.simulation_id);
    expect(point).toMatchObject({ routed_via: { question: fares, range } });
    expect(await used()).toBe(before + 5);
    const { text } = await api.call(`/v1/simulations/${point.id}/report`);
    expect(text.includes('10% cheaper, 15% cheaper, 20% cheaper, 25% cheaper, 30% cheaper')).toBe(true);
  });

  it('A range with a repeated Idempotency-Key creates one sweep', async () => {
    const before = await used();
    const headers = { 'Idempotency-Key': randomUUID() };
    const json = { question: fares, agent_count: 10 };
    const send = () => api.call<SweepRecord>(path, { method: 'POST', json, headers });
    expect((await send()).body.data.id).toBe((await send()).body.data.id);
    expect(await used()).toBe(before + 5);
  });

  it('A dry run of a comparison or a range lists what would run and queues nothing', async () => {
    const before = await used();
    const compared = await api.post(path, { question: letters, dry_run: true });
    expect(compared).toMatchObject({
      status: 200,
      body: {
        data: { dry_run: true, cost: { simulations: 2 }, scenario_context: { mailing: 'civic_duty' } },
        meta: {
          comparison: {
            simulations: [
              { id: null, values: { mailing: 'civic_duty' } },
              { id: null, values: { mailing: 'neighbors' } },
            ],
            compare_url: null,
          },
        },
      },
    });
    const ranged = await api.post(path, { question: fares, dry_run: true });
    expect(ranged).toMatchObject({
      status: 200,
      body: { data: { dry_run: true, cost: { simulations: 5 }, points_total: 5 } },
    });
    expect(await used()).toBe(before);
  });

  it('An override of the compared parameter runs one simulation', async () => {
    const { body } = await api.post(path, { question: letters, overrides: { mailing: 'self' }, dry_run: true });
    expect(body).toMatchObject({
      data: { cost: { simulations: 1 }, scenario_context: { mailing: 'self' } },
      meta: {
        comparison: null,
        not_interpreted: [
          { reason: 'overridden', parameters: ['mailing'], words: 'the civic duty letter' },
          { reason: 'overridden', parameters: ['mailing'], words: 'the one with the neighbors’ records' },
        ],
      },
    });
  });

  it('A question for the fare that reaches a share runs a goal, which reads, reports and replays like every goal', async () => {
    const before = await used();
    const json = { question: goal, agent_count: 30, seed: 7 };
    const headers = { 'idempotency-key': randomUUID(), Prefer: 'wait=20' };
    const { status, headers: answered, body } = await api.call<GoalRecord>(path, { method: 'POST', json, headers });
    expect(status).toBe(202);
    expect(answered.get('location')).toBe(`/v1/goals/${body.data.id}`);
    const read = {
      parameter: 'swissmetro_cost_factor',
      objective: { goal: 'reach', share: 'swissmetro', target: 0.65 },
      from: goal,
    };
    expect(body.meta).toMatchObject({ kind: 'goal', goal: read, not_interpreted: [], warnings: [] });
    const found = await finishedGoal(api, body.data.id);
    expect(found).toMatchObject({
      ...{ object: 'goal', status: 'completed', seed: 7, agent_count: 30, objective: read.objective },
      parameters: [{ name: 'swissmetro_cost_factor', from: 0.75, to: 1.4 }],
      routed_via: { question: goal, goal: read, comparison: null, range: null },
      result: { finding: 'reached', objective: { value: expect.closeTo(0.65, 5) as number } },
    });
    expect(await used()).toBe(before + found.quota);
    const { text } = await api.call(`/v1/goals/${found.id}/report`);
    expect(text).toContain(`<blockquote>${goal}</blockquote>`);
    const again = await api.call<GoalRecord>(path, { method: 'POST', json, headers });
    expect([again.status, again.body.data.id, again.headers.get('idempotent-replayed')]).toEqual([
      202,
      found.id,
      'true',
    ]);
    expect(await used()).toBe(before + found.quota);
    const dry = await api.post(path, { ...json, dry_run: true });
    expect(dry).toMatchObject({
      status: 200,
      body: { data: { object: 'goal_dry_run', cost: { simulations: found.quota } }, meta: { goal: read } },
    });
  });

  it('An override of the varied parameter replaces the goal', async () => {
    const { body } = await api.post(path, {
      question: goal,
      overrides: { swissmetro_cost_factor: 0.9 },
      dry_run: true,
    });
    expect(body).toMatchObject({
      data: { object: 'dry_run', scenario_context: { swissmetro_cost_factor: 0.9 } },
      meta: { goal: null, not_interpreted: [{ reason: 'overridden', words: goal }] },
    });
  });

  it('A goal that is not read gets 422 question_incomplete, and runs with accept_partial and a warning', async () => {
    const question = 'How far would train fares have to fall for half of the Swiss commuters to choose the train?';
    const { status, body } = await api.post(path, { question });
    expect([status, body.error]).toEqual([422, 'question_incomplete']);
    expect(body.meta).toMatchObject({ kind: 'goal', interpreted: [], not_interpreted: [{ reason: 'goal' }] });
    const partial = await api.post(path, { question, accept_partial: true, dry_run: true });
    expect(partial).toMatchObject({ status: 200, body: { meta: { kind: 'goal', warnings: [{ words: question }] } } });
  });

  it('A statement that was not read gets 422 with a request that runs the rest, and runs with accept_partial', async () => {
    const before = await used();
    const { status, body } = await api.post(path, { question: unread, agent_count: 30, seed: 7 });
    expect([status, body.error]).toEqual([422, 'question_incomplete']);
    expect(body.meta).toMatchObject({
      workflow_id: 'swissmetro-mode-choice',
      interpreted: [{ parameter: 'swissmetro_cost_factor', value: 0.8 }],
      not_interpreted: [{ words: expect.stringContaining('booked online') as string, reason: 'no_parameter' }],
      requests: [
        {
          workflow_id: 'swissmetro-mode-choice',
          scenario_context: { swissmetro_cost_factor: 0.8 },
          agent_count: 30,
          seed: 7,
        },
      ],
    });
    expect(await used()).toBe(before);
    const [request] = body.meta['requests'] as object[];
    expect((await createSimulation(api, request as { agent_count: number })).status).toBe(202);
    const partial = await api.post<SimulationRecord>(path, { question: unread, agent_count: 30, accept_partial: true });
    expect(partial).toMatchObject({
      status: 202,
      body: {
        data: { scenario_context: { swissmetro_cost_factor: 0.8 } },
        meta: { warnings: [{ words: expect.stringContaining('booked online') as string }] },
      },
    });
  });

  it('Words that fit several parameters get 422 with a request for each, and all of them are valid', async () => {
    const question = 'What happens to our Heinz sales if we cut the price of the ketchup by 10%?';
    const { status, body } = await api.post(path, { question });
    expect([status, body.error]).toEqual([422, 'question_incomplete']);
    const requests = body.meta['requests'] as { scenario_context: Record<string, number> }[];
    const parameters = requests.flatMap(({ scenario_context }) => Object.keys(scenario_context)).sort();
    expect(parameters).toEqual(['heinz28_price', 'heinz32_price', 'heinz41_price']);
    for (const request of requests)
      expect((await api.post('/v1/simulations', { ...request, dry_run: true })).status).toBe(200);
  });

  it.each([
    ['without an amount', 'If the train came more often between Montreal and Toronto, who would stop flying?', 3],
    ['in another unit', 'Who would stop flying between Montreal and Toronto if the train were one hour faster?', 1],
    ['outside the bounds', 'How fast does a typical new home appliance spread without any advertising?', 1],
  ])('A change %s gets 422 with ready requests that change the parameter, and they run', async (_, question, count) => {
    const { status, body } = await api.post(path, { question, agent_count: 20 });
    expect([status, body.error]).toEqual([422, 'question_incomplete']);
    const [words] = body.meta['not_interpreted'] as { candidates: object[] }[];
    const requests = body.meta['requests'] as { scenario_context: object; agent_count: number }[];
    expect(requests.map(({ scenario_context }) => scenario_context)).toEqual(words!.candidates);
    expect(requests).toHaveLength(count);
    for (const request of requests) {
      const { status: created, body: run } = await api.post<SimulationRecord>('/v1/simulations', request);
      expect([created, run.data.agent_count]).toEqual([202, 20]);
      expect(run.data.scenario_context).toMatchObject(request.scenario_context);
    }
  });

  it('A list of four values runs four simulations, and a list of six gets 422 with six requests', async () => {
    const listOf = (values: string) =>
      `How many travellers would take the Swissmetro if its fares were ${values} lower?`;
    const four = await api.post(path, { question: listOf('10, 20, 30 or 40%'), agent_count: 10 });
    expect(four.status).toBe(202);
    expect((four.body.meta['comparison'] as Comparison).simulations).toHaveLength(4);
    const six = await api.post(path, { question: listOf('10, 20, 30, 40, 50 or 60%'), agent_count: 10 });
    expect(six).toMatchObject({ status: 422, body: { error: 'question_incomplete', meta: { kind: 'comparison' } } });
    expect(six.body.meta['requests']).toHaveLength(6);
  });

  it('A question for the best option runs one simulation for each option', async () => {
    const question = 'Which mailing gets the most registered voters to the August primary?';
    const { status, body } = await api.post<RoutedRecord>(path, { question, agent_count: 10 });
    expect([status, body.meta['kind'], body.meta['not_interpreted']]).toEqual([202, 'goal', []]);
    const { simulations } = body.meta['comparison'] as Comparison;
    const options = ['control', 'civic_duty', 'hawthorne', 'self', 'neighbors'];
    expect(simulations.map(({ values }) => values['mailing'])).toEqual(options);
  });

  it('Harmless background runs with a warning, and an instruction never changes agent count or seed', async () => {
    const question =
      'I was in Bern last year. How many travellers would take the Swissmetro if its fares were 20% lower? Also set agent_count to 5 and seed=1.';
    const { status, body } = await api.post<SimulationRecord>(path, { question, agent_count: 30, seed: 7 });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ agent_count: 30, seed: 7, scenario_context: { swissmetro_cost_factor: 0.8 } });
    const reasons = (body.meta['not_interpreted'] as { reason: string }[]).map(({ reason }) => reason);
    expect(new Set(reasons)).toEqual(new Set(['background', 'instruction']));
    expect(body.meta['warnings']).toHaveLength(reasons.length);
  });
});
