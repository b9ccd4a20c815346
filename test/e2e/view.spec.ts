import type { View } from '../../src/simulations/view/view.schema.js';
import type { ApiClient } from '../support/api-client.js';
import { createGoal, runGoal } from '../support/goals.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { runSensitivity } from '../support/sensitivities.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate } from '../support/simulations.js';
import { createSweep, finishedSweep } from '../support/sweeps.js';

describe('views of results', () => {
  let api: ApiClient;
  let id: string;
  let summary: NonNullable<Awaited<ReturnType<typeof simulate>>['summary']>;
  let otherId: string;

  beforeAll(async () => {
    api = await newCaller();
    const [own, other] = await Promise.all(
      [0.8, 1.2].map((factor) => simulate(api, { scenario_context: { train_cost_factor: factor }, seed: 3 })),
    );
    id = own!.id;
    summary = own!.summary!;
    otherId = other!.id;
  });

  const viewOf = async (query = '') => {
    const { status, body } = await api.call<View>(`/v1/simulations/${id}/view${query}`);
    expect(status).toBe(200);
    return body.data;
  };
  const sectionsOf = ({ sections }: View) => sections.map((section) => section.id);

  it('A view states the numbers of the record, and without analyses it omits what needs the agents', async () => {
    const [fast, complete] = [await viewOf('?analyses=false'), await viewOf()];
    const { difference } = summary.outcomes.find((one) => one.id === summary.headline!.outcome)!;
    const points = (100 * Math.abs(difference)).toFixed(1);
    for (const { headline } of [fast, complete]) {
      expect(headline.value).toMatch(new RegExp(`^[+−]${points} points$`));
      expect(headline.figure).toBe(summary.headline!.outcome);
    }
    expect(sectionsOf(complete)).toEqual(expect.arrayContaining(['elasticities', 'welfare', 'agents', 'groups']));
    const queries = ['', '&where[sex]=female', `&with=${otherId}`];
    const brief = await Promise.all(queries.map((query) => viewOf(`?analyses=false${query}`)));
    for (const view of [fast, ...brief]) {
      expect(sectionsOf(view).filter((one) => ['elasticities', 'welfare', 'agents'].includes(one))).toEqual([]);
      expect(JSON.stringify(view)).not.toContain('react the most');
    }
    expect(JSON.stringify(complete)).toContain('react the most');
  });

  it('A figure of the query comes first, and an unknown figure is rejected with the known ones', async () => {
    const { headline } = await viewOf('?analyses=false&figure=car');
    expect(headline).toMatchObject({ figure: 'car', text: expect.stringContaining(': Car ') as string });
    expect(headline.figures.map((one) => one.id)).toEqual(expect.arrayContaining(['car', 'train', 'swissmetro']));
    const { status, body } = await api.call(`/v1/simulations/${id}/view?figure=boat`);
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect(JSON.stringify(body.meta)).toContain('swissmetro');
  });

  it('A view compares two simulations, and contains only the groups of the query', async () => {
    const compared = await viewOf(`?with=${otherId}`);
    expect(compared.scenario).toEqual([
      'Simulation A: Train fare: 20% higher',
      'Simulation B: Train fare: 20% lower (outside the data)',
    ]);
    expect(compared.headline.text).toContain('95% interval of the difference');
    const women = await viewOf('?where[sex]=female');
    expect(women.scenario.at(-1)).toMatch(/^Only agents with: Sex: /);
    expect(women.trust[0]).toContain('observations of “Sex: Woman” that were not used for fitting');
    expect(women.headline.value).not.toBe((await viewOf()).headline.value);
  });

  it('Sweeps, goals and sensitivity analyses have views with a chart of the answer', async () => {
    const parameters = [{ name: 'train_cost_factor', values: [0.6, 1, 1.2] }];
    const sweep = await finishedSweep(api, (await createSweep(api, { agent_count: 20, parameters })).body.data.id);
    const reached = await runGoal(api, {
      agent_count: 50,
      parameters: [{ name: 'swissmetro_cost_factor', from: 0.5, to: 1.5 }],
      objective: { goal: 'reach', share: 'swissmetro', target: 0.6 },
    });
    const analysis = await runSensitivity(api);
    for (const [path, chart, text] of [
      [
        `runs/${sweep.id}`,
        { type: 'curves', lines: [{ points: [{ step: 0.6 }, {}, {}] }], outside: [[0.6, 0.85]] },
        ' is between ',
      ],
      [
        `runs/${reached.id}`,
        {
          type: 'curves',
          outside: [
            [0.5, 0.8],
            [1.3, 1.5],
          ],
        },
        ' reaches 60.0% with ',
      ],
      [`runs/${analysis.id}`, { type: 'tornado' }, 'these matter most'],
    ] as const) {
      const { status, body } = await api.call<View>(`/v1/${path}/view`);
      expect([path, status]).toEqual([path, 200]);
      expect(body.data.headline).toMatchObject({ text: expect.stringContaining(text) as string, chart: { chart } });
      expect(sectionsOf(body.data).at(-1)).toBe('reproduction');
    }
  });

  it('An unfinished run has no view, and other organizations get the same 404 as for a missing id', async () => {
    const [goal, simulation] = await whileQueuePaused(async () => {
      const ids = await Promise.all([createGoal(api), createSimulation(api)]);
      const paths = ids.map(({ body }, k) => `/v1/${k === 0 ? 'runs' : 'simulations'}/${body.data.id}/view`);
      return Promise.all(paths.map((path) => api.call(path)));
    });
    expect([goal!.status, goal!.body.error]).toEqual([409, 'run_not_complete']);
    expect([simulation!.status, simulation!.body.error]).toEqual([409, 'simulation_not_complete']);
    const other = await newCaller();
    const missing = `sim_${'0'.repeat(32)}`;
    const [foreign, unknown] = await Promise.all([id, missing].map((one) => other.call(`/v1/simulations/${one}/view`)));
    expect([foreign!.status, foreign!.body.error]).toEqual([404, 'simulation_not_found']);
    const withoutId = ({ body: { error, meta } }: typeof foreign & object) => [error, meta['message']];
    expect(withoutId(foreign!)).toEqual(withoutId(unknown!));
  });
});
