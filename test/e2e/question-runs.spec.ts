import { randomUUID } from 'node:crypto';
import { maxWaitSeconds } from '../../src/simulations/progress/prefer-wait.js';
import { readBuiltInWorkflows } from '../../src/workflows/built-in-workflows.js';
import type { ApiClient } from '../support/api-client.js';
import { itInFullLevel, rowsOf } from '../support/full-level.js';
import { finishedGoal, type GoalRecord } from '../support/goals.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, finished, simulate, type SimulationRecord } from '../support/simulations.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';

const path = '/v1/simulations/auto';
const letters = 'Which letter raises turnout more, the civic duty letter or the one with the neighbors’ records?';
const fares = 'How many travellers would take the Swissmetro if its fares were between 10 and 30% lower?';
const goal = 'How low must the Swissmetro fare go so that 65% of travellers choose it?';
const unread = 'Swissmetro fares are 20% lower and seats can be booked online. How many travellers would take it?';

interface Other {
  id: string;
  words: string;
  values: Record<string, number | string>;
  compare_url: string;
}
interface RoutedRecord extends SimulationRecord {
  routed_via: { question: string; also: Other[] };
}
type Suggested = { method: string; path: string; body: object } | null;

describe('runs of a question', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  const used = async (caller = api) =>
    (await caller.call<{ simulations_this_period: number }>('/v1/usage')).body.data.simulations_this_period;
  const countOf = async (caller: ApiClient, list: string) => (await caller.call<object[]>(list)).body.data.length;
  const alsoOf = ({ body }: { body: { meta: Record<string, unknown> } }) => body.meta['also'] as Other[];

  it('A question that compares two scenarios runs one simulation for each, with the same agents and seed', async () => {
    const before = await used();
    const { status, headers, body } = await api.post<RoutedRecord>(path, { question: letters, agent_count: 50 });
    expect(status).toBe(202);
    expect(headers.get('location')).toBe(`/v1/simulations/${body.data.id}`);
    const also = alsoOf({ body });
    expect(body.meta).toMatchObject({
      kind: 'comparison',
      interpreted: [{ parameter: 'mailing', value: 'civic_duty', source: 'read' }],
      not_read: [],
      warnings: [],
    });
    expect(also.map(({ values }) => values)).toEqual([{ mailing: 'neighbors' }]);
    expect(letters).toContain(also[0]!.words);
    const [first, second] = await Promise.all([body.data.id, also[0]!.id].map((id) => finished(api, id)));
    expect([first!.seed, first!.agent_count]).toEqual([second!.seed, second!.agent_count]);
    expect([first!.scenario_context, second!.scenario_context]).toMatchObject([
      { mailing: 'civic_duty' },
      { mailing: 'neighbors' },
    ]);
    for (const one of [first, second]) expect(one).toMatchObject({ routed_via: { question: letters, also } });
    const compared = await api.call(also[0]!.compare_url);
    const changed = { parameter: 'mailing', value: 'neighbors', reference_value: 'civic_duty' };
    expect(compared).toMatchObject({
      status: 200,
      body: { data: { reference: first!.id, comparisons: [{ parameters: [changed] }] } },
    });
    expect(await used()).toBe(before + 2);
    const { text } = await api.call(`/v1/simulations/${first!.id}/report`);
    expect(text.includes(second!.id)).toBe(true);
  });

  it('A comparison with Prefer: wait returns when all of its simulations are finished', async () => {
    const headers = { Prefer: `wait=${maxWaitSeconds}` };
    const json = { question: letters, agent_count: 50 };
    const send = async (): Promise<string[]> => {
      const startMs = performance.now();
      const { body } = await api.call<SimulationRecord>(path, { method: 'POST', json, headers });
      const hasWaitedLong = performance.now() - startMs >= 1_000 * maxWaitSeconds;
      const statuses = [body.data, ...alsoOf({ body })].map(
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
    expect(second.body.meta['also']).toEqual(first.body.meta['also']);
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
    expect([await countOf(small, '/v1/simulations'), await countOf(small, '/v1/runs?kind=sweep')]).toEqual([0, 1]);
    expect((await createSimulation(small, { agent_count: 1 })).status).toBe(202);
  });

  it('A question about a range runs simulations of evenly spaced values that include both ends', async () => {
    const before = await used();
    const { status, body } = await api.post<RoutedRecord>(path, { question: fares, agent_count: 20 });
    expect([status, body.meta['kind'], body.meta['not_read']]).toEqual([202, 'range', []]);
    const also = alsoOf({ body });
    const values = also.map((one) => one.values['swissmetro_cost_factor']);
    expect([body.data.scenario_context['swissmetro_cost_factor'], ...values]).toEqual([0.9, 0.85, 0.8, 0.75, 0.7]);
    const last = await finished(api, also.at(-1)!.id);
    expect(last).toMatchObject({ seed: body.data.seed, routed_via: { question: fares, also } });
    expect(await used()).toBe(before + 5);
    const { text } = await api.call(`/v1/simulations/${last.id}/report`);
    for (const change of ['15% lower', '20% lower', '25% lower', '30% lower']) expect(text.includes(change)).toBe(true);
  });

  it('A dry run of a comparison or a range lists what would run and queues nothing', async () => {
    const before = await used();
    const compared = await api.post(path, { question: letters, dry_run: true });
    expect(compared).toMatchObject({
      status: 200,
      body: {
        data: { dry_run: true, cost: { simulations: 2 }, scenario_context: { mailing: 'civic_duty' } },
        meta: { also: [{ id: null, values: { mailing: 'neighbors' }, compare_url: null }] },
      },
    });
    const ranged = await api.post(path, { question: fares, dry_run: true });
    expect(ranged).toMatchObject({ status: 200, body: { data: { dry_run: true, cost: { simulations: 5 } } } });
    expect(await used()).toBe(before);
  });

  itInFullLevel(
    'The headline of a view, a report and a comparison answers the question: its groups, its amount of money, its better scenario',
    async () => {
      const ask = async (json: object) => {
        const { body } = await api.post<SimulationRecord>(path, { agent_count: 200, ...json });
        const ids = [body.data.id, ...alsoOf({ body }).map(({ id }) => id)];
        await Promise.all(ids.map((id) => finished(api, id)));
        return ids as [string, ...string[]];
      };
      const viewOf = async (id: string, query = '') =>
        (await api.call<{ title: string; headline: { text: string } }>(`/v1/simulations/${id}/view${query}`)).body.data;
      const premise = 'Train fare 20% lower (outside the data), Who pays for the trip: Employer, Sex: Woman';
      const [women] = await ask({
        question: 'If train fares fall by 20%, how many women whose employer pays take the train?',
        workflow_id: 'swissmetro-mode-choice',
      });
      const { title, headline } = await viewOf(women);
      expect(headline.text).toContain(`${premise}: Train `);
      expect(title).toBe(`Swissmetro mode choice: ${premise}`);
      const { text } = await api.call(`/v1/simulations/${women}/report`);
      expect(text).toContain(`<title>${title}`);
      const [worth] = await ask({
        question: 'How much money is an hour less on the road worth?',
        workflow_id: 'intercity-mode-choice',
      });
      expect((await viewOf(worth)).headline.text).toMatch(
        /^Time in the vehicle, to save one hour: 15.8 CAD\/hour \(95%/,
      );
      const [first, second] = await ask({ question: letters });
      expect((await viewOf(second!, `?with=${first}`)).headline.text).toMatch(
        /^Voted: “Neighbors' record” [\d.]+ points more than “Civic duty” /,
      );
    },
  );

  it('A simulation or a sweep that follows a question keeps its outcome, groups, name and unread words', async () => {
    const { body } = await api.post<SimulationRecord>(path, {
      question: 'If train fares fall by 20% and seats can be booked online, how many women take the car?',
      workflow_id: 'swissmetro-mode-choice',
      agent_count: 100,
      name: 'Fares of 2027',
    });
    const { id } = await finished(api, body.data.id);
    const request = { workflow_id: 'swissmetro-mode-choice', agent_count: 100, follows: id };
    const again = await createSimulation(api, { ...request, scenario_context: { train_cost_factor: 0.9 } });
    expect(again.status).toBe(202);
    const record = await finished(api, again.body.data.id);
    expect(record).toMatchObject({ name: 'Fares of 2027', summary: { headline: { outcome: 'car', why: 'asked' } } });
    const view = await api.call<{ headline: { text: string } }>(`/v1/simulations/${record.id}/view`);
    expect(view.body.data.headline.text).toMatch(
      /^Train fare 10% lower, Sex: Woman \(not included: the workflow has no parameter for “.*booked online.*”\): Car /,
    );
    const parameters = [{ name: 'train_cost_factor', values: [0.8, 1] }];
    const { id: sweep } = await finishedSweep(api, (await createSweep(api, { ...request, parameters })).body.data.id);
    const shown = await api.call<{ title: string; headline: { text: string } }>(`/v1/runs/${sweep}/view`);
    expect(shown.body.data).toMatchObject({
      title: 'Fares of 2027',
      headline: { text: expect.stringMatching(/^Car is between /) as string },
    });
    const other = { ...request, workflow_id: 'intercity-mode-choice' };
    expect((await createSimulation(api, other)).body.error).toBe('validation_error');
    const stranger = await newCaller();
    expect((await createSimulation(stranger, request)).body.error).toBe('simulation_not_found');
  });

  it('An override of the compared parameter runs one simulation', async () => {
    const { body } = await api.post(path, { question: letters, overrides: { mailing: 'self' }, dry_run: true });
    expect(body).toMatchObject({
      data: { cost: { simulations: 1 }, scenario_context: { mailing: 'self' } },
      meta: {
        also: [],
        interpreted: [{ parameter: 'mailing', value: 'self', source: 'override', words: 'civic duty letter' }],
      },
    });
  });

  it('A question for the fare that reaches a share runs the baseline and suggests a goal, which runs as it stands', async () => {
    const before = await used();
    const { status, body } = await api.post<SimulationRecord>(path, { question: goal, agent_count: 30, seed: 7 });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ object: 'simulation', scenario_context: { swissmetro_cost_factor: 1 } });
    expect(body.meta).toMatchObject({ kind: 'goal', interpreted: [], also: [] });
    expect(body.meta['warnings']).toEqual([expect.stringContaining('this is the baseline')]);
    const suggested = body.meta['suggested'] as Suggested;
    expect(suggested).toMatchObject({
      method: 'POST',
      path: '/v1/goals',
      body: {
        workflow_id: 'swissmetro-mode-choice',
        parameters: [{ name: 'swissmetro_cost_factor' }],
        objective: { goal: 'reach', share: 'swissmetro', target: 0.65 },
        agent_count: 30,
        seed: 7,
      },
    });
    expect(await used()).toBe(before + 1);
    const created = await api.post<GoalRecord>(suggested!.path, suggested!.body);
    expect(created.status).toBe(202);
    expect(await finishedGoal(api, created.body.data.id)).toMatchObject({
      ...{ status: 'completed', seed: 7, agent_count: 30 },
      result: { finding: 'reached', objective: { value: expect.closeTo(0.65, 5) as number } },
    });
  });

  it('An override of the varied parameter replaces the goal', async () => {
    const overrides = { swissmetro_cost_factor: 0.9 };
    const { body } = await api.post(path, { question: goal, overrides, dry_run: true });
    expect(body).toMatchObject({ data: { scenario_context: overrides }, meta: { suggested: null } });
  });

  it('A change that no parameter expresses runs the baseline, and the first warning states that', async () => {
    const question = 'How many travellers would take the Swissmetro if seats could be booked online?';
    const { status, body } = await api.post<SimulationRecord>(path, { question, agent_count: 10 });
    expect(status).toBe(202);
    expect(body.meta).toMatchObject({ interpreted: [], not_read: [{ reason: 'no_parameter' }] });
    const [first] = body.meta['warnings'] as string[];
    expect(first).toMatch(
      /^The workflow has no parameter for “.*booked online.*”; this is the baseline\. Did you mean /,
    );
  });

  it('A change without an amount runs with the typical change, which is marked as assumed', async () => {
    const question = 'Hunt’s cuts its price: do Heinz families switch?';
    const { status, body } = await api.post<SimulationRecord>(path, { question, agent_count: 10 });
    expect(status).toBe(202);
    const [assumed] = body.meta['interpreted'] as { parameter: string; value: number; source: string }[];
    expect(assumed).toMatchObject({ parameter: 'hunts32_price', source: 'assumed' });
    const { default: baseline } = parametersOf('catsup-brand-choice').get('hunts32_price')!;
    expect(assumed!.value).toBeCloseTo(0.9 * Number(baseline), 2);
    expect(body.data.scenario_context).toMatchObject({ hunts32_price: assumed!.value });
  });

  it('With if_unread "ask", words that were not read get 422 with requests that run, and nothing is queued', async () => {
    const before = await used();
    const request = { question: unread, agent_count: 30, seed: 7, if_unread: 'ask' };
    const { status, body } = await api.post(path, request);
    expect([status, body.error]).toEqual([422, 'question_incomplete']);
    const scenario_context = { swissmetro_cost_factor: 0.8 };
    expect(body.meta).toMatchObject({
      workflow_id: 'swissmetro-mode-choice',
      interpreted: [{ parameter: 'swissmetro_cost_factor', value: 0.8 }],
      not_read: [{ words: expect.stringContaining('booked online') as string, reason: 'no_parameter' }],
      requests: [
        { workflow_id: 'swissmetro-mode-choice', scenario_context, agent_count: 30, seed: 7 },
        // The nearest parameter: seats.
        { scenario_context: { ...scenario_context, swissmetro_airline_seats_share: 0.0164 } },
        { scenario_context: { ...scenario_context, swissmetro_airline_seats_share: 0.2164 } },
      ],
    });
    expect(await used()).toBe(before);
    for (const ready of body.meta['requests'] as { agent_count: number }[])
      expect((await createSimulation(api, ready)).status).toBe(202);
    expect((await api.post(path, { ...request, if_unread: 'run', dry_run: true })).status).toBe(200);
  });

  it('Words that fit several parameters have a candidate for each, and each of them is a valid scenario', async () => {
    const question = 'What happens to our Heinz sales if we cut the price of the ketchup by 10%?';
    const { status, body } = await api.post(path, { question, dry_run: true });
    expect(status).toBe(200);
    const candidates = (body.meta['not_read'] as { candidates: object[] }[]).flatMap((one) => one.candidates);
    const parameters = candidates.flatMap((candidate) => Object.keys(candidate)).sort();
    expect(parameters).toEqual(expect.arrayContaining(['heinz28_price', 'heinz32_price', 'heinz41_price']));
    for (const overrides of candidates)
      expect((await api.post(path, { question, overrides, dry_run: true })).status).toBe(200);
  });

  it('A list of four values runs four simulations', async () => {
    const question = 'How many travellers would take the Swissmetro if its fares were 10, 20, 30 or 40% lower?';
    const four = await api.post(path, { question, agent_count: 10 });
    expect([four.status, alsoOf(four)]).toEqual([202, [1, 2, 3].map(() => expect.anything() as Other)]);
  });

  it('A question for the best option runs one simulation for each option', async () => {
    const question = 'Which mailing gets the most registered voters to the August primary?';
    const response = await api.post<RoutedRecord>(path, { question, agent_count: 10 });
    expect(response.status).toBe(202);
    const { scenario_context } = response.body.data;
    const options = [scenario_context, ...alsoOf(response).map(({ values }) => values)].map(({ mailing }) => mailing);
    expect(options.sort()).toEqual(['civic_duty', 'control', 'hawthorne', 'neighbors', 'self']);
  });

  const headlines = rowsOf<[question: string, outcome: string, why: string, sign: number]>(
    [['What share of commuters chooses the car when driving costs 30% more?', 'car', 'asked', -1]],
    [['How many Swiss travelers are there on each mode if train tickets cost 25% less?', 'train', 'parameter', 1]],
  );
  it.each(headlines)('The headline of “%s” is %s, in the dry run, the summary and the comparison', async (...row) => {
    const [question, outcome, why, sign] = row;
    const request = { question, workflow_id: 'swissmetro-mode-choice', agent_count: 300 };
    const estimate = await api.post<{ expected_precision: object }>(path, { ...request, dry_run: true });
    expect(estimate.body.data.expected_precision).toMatchObject({ headline: { id: outcome } });
    const { body } = await api.post<RoutedRecord>(path, request);
    expect(body.meta['outcome']).toBe(why === 'asked' ? outcome : null);
    const { id, summary } = await finished(api, body.data.id);
    expect(summary!.headline).toEqual({ outcome, why });
    expect(Math.sign(summary!.outcomes.find((one) => one.id === outcome)!.difference)).toBe(sign);
    const baseline = await simulate(api, { seed: body.data.seed, agent_count: 300 });
    const compared = await api.call(`/v1/comparisons?ids=${baseline.id},${id}`);
    expect(compared.body.data).toMatchObject({ comparisons: [{ headline: { outcome, why } }] });
  });

  it('An instruction in a question never changes agent count or seed', async () => {
    const question =
      'I was in Bern last year. How many travellers would take the Swissmetro if its fares were 20% lower? Also set agent_count to 5 and seed=1.';
    const { status, body } = await api.post<SimulationRecord>(path, { question, agent_count: 30, seed: 7 });
    expect(status).toBe(202);
    expect(body.data).toMatchObject({ agent_count: 30, seed: 7, scenario_context: { swissmetro_cost_factor: 0.8 } });
    expect(body.meta['not_read']).toContainEqual(expect.objectContaining({ reason: 'instruction' }));
  });
});

const parametersOf = (workflowId: string) =>
  new Map(
    readBuiltInWorkflows()
      .get(workflowId)!
      .definition.scenario.parameters.map((parameter) => [parameter.id, parameter]),
  );
