import type { View } from '../../src/simulations/view/view.schema.js';
import type { ApiClient } from '../support/api-client.js';
import { runGoal } from '../support/goals.js';
import { newCaller } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';

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
    expect(sectionsOf(fast)).not.toContain('elasticities');
    expect(sectionsOf(fast)).not.toContain('welfare');
    expect(JSON.stringify(fast)).not.toContain('react the most');
    expect(JSON.stringify(complete)).toContain('react the most');
  });

  it('A figure of the query comes first, and an unknown figure is rejected with the known ones', async () => {
    const { headline } = await viewOf('?analyses=false&figure=car');
    expect(headline).toMatchObject({ figure: 'car', text: expect.stringMatching(/^Car /) as string });
    expect(headline.figures.map((one) => one.id)).toEqual(expect.arrayContaining(['car', 'train', 'swissmetro']));
    const { status, body } = await api.call(`/v1/simulations/${id}/view?figure=boat`);
    expect([status, body.error]).toEqual([400, 'validation_error']);
    expect(JSON.stringify(body.meta)).toContain('swissmetro');
  });

  it('A view compares two simulations, and contains only the groups of the query', async () => {
    const compared = await viewOf(`?with=${otherId}`);
    expect(compared.scenario).toEqual(['Simulation A: Train fare: 20% higher', 'Simulation B: Train fare: 20% lower']);
    expect(compared.headline.text).toContain('B minus A');
    const women = await viewOf('?where[sex]=female');
    expect(women.scenario.at(-1)).toMatch(/^Only agents with: Sex: /);
    expect(women.headline.value).not.toBe((await viewOf()).headline.value);
  });

  it('Goals have views, and other organizations get the same 404 as for a missing id', async () => {
    const goal = await runGoal(api, {});
    const { body } = await api.call<View>(`/v1/goals/${goal.id}/view`);
    expect(body.data.headline.text).toContain('is greatest with');
    expect(body.data.headline.chart).toMatchObject({ type: 'figure', chart: { type: 'curves' } });
    const stranger = await newCaller();
    const missing = `sim_${'0'.repeat(32)}`;
    const [foreign, unknown] = await Promise.all(
      [id, missing].map((one) => stranger.call(`/v1/simulations/${one}/view`)),
    );
    expect([foreign!.status, foreign!.body.error]).toEqual([404, 'simulation_not_found']);
    const withoutId = ({ body: { error, meta } }: typeof foreign & object) => [error, meta['message']];
    expect(withoutId(foreign!)).toEqual(withoutId(unknown!));
  });
});
