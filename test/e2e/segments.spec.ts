import type { ApiClient } from '../support/api-client.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, type AgentRecord, type SimulationRecord } from '../support/simulations.js';

interface Adjusted extends SimulationRecord {
  adjustments: { published_digest: string; where: unknown; warnings: unknown[] } | null;
}

const where = { sex: 'female', age: ['up_to_24', '25_to_39'] };

describe('simulations of a segment', () => {
  let api: ApiClient;
  beforeAll(async () => (api = await newCaller()));

  it('All agents of a simulation with `where` are in the segment, its manifest has the adjusted definition, and its report names the segment', async () => {
    const record = (await simulate(api, { where, agent_count: 120, seed: 4 })) as Adjusted;
    expect(record).toMatchObject({ status: 'completed', adjustments: { where, warnings: [] } });
    // The model misses the share of the train in this group by much more than in other groups.
    const misfit = await simulate(api, { where: { who_pays: 'half_half' }, agent_count: 10 });
    expect(misfit).toMatchObject({ adjustments: { warnings: [{ code: 'segment_misfit' }] } });
    const { body } = await api.call<AgentRecord[]>(`/v1/simulations/${record.id}/results?fields=attributes`);
    expect(body.data).toHaveLength(120);
    for (const { attributes } of body.data) {
      expect(attributes['sex']).toBe('female');
      expect(['up_to_24', '25_to_39']).toContain(attributes['age']);
    }
    const manifest = (await api.call<{ definition_digest: string }>(`/v1/simulations/${record.id}/manifest`)).body.data;
    expect(manifest.definition_digest).not.toBe(record.adjustments?.published_digest);
    const { text } = await api.call(`/v1/simulations/${record.id}/report`);
    expect(text).toMatch(/All agents are in this segment[^]*<li>Age: Up to 24 or 25 to 39<\/li><li>Sex: Woman<\/li>/);
    const again = (await simulate(api, { where, agent_count: 120, seed: 4 })) as Adjusted;
    expect(again.digest).toBe(record.digest);
  });

  it('A segment of everyone is the published workflow', async () => {
    const everyone = { where: { sex: ['female', 'male'] }, agent_count: 50, seed: 5 };
    const [all, none] = (await Promise.all([
      simulate(api, everyone),
      simulate(api, { agent_count: 50, seed: 5 }),
    ])) as Adjusted[];
    expect(all).toMatchObject({ adjustments: null, digest: none!.digest });
  });

  it('Dry runs and parameter sweeps accept a segment', async () => {
    const dryRun = await createSimulation(api, { where, dry_run: true });
    expect(dryRun.status).toBe(200);
    const sweep = await api.post('/v1/sweeps', {
      workflow_id: 'swissmetro-mode-choice',
      agent_count: 20,
      parameters: [{ name: 'train_cost_factor', values: [0.8, 1] }],
      where,
    });
    expect(sweep).toMatchObject({ status: 202, body: { data: { adjustments: { where } } } });
  });

  it.each([
    [{ height: 'tall' }, 'where.height', /is not an attribute of this workflow/],
    [{ sex: 'other' }, 'where.sex', /expected one of: female, male/],
    [{ sex: 'female,' }, 'where.sex', /expected one of: female, male/],
    [{ constructor: 'a' }, 'where.constructor', /is not an attribute/],
    [
      {
        sex: 'female',
        age: 'over_65',
        income: 'over_100k',
        travel_class: 'first',
        train_time: 'group_1',
        car_cost: 'group_4',
      },
      'where',
      /the segment has 0\.\d{3}% of the population, but needs at least 0\.1%/,
    ],
  ])('The segment %j is rejected with its path and the reason', async (segment, path, message) => {
    const response = await createSimulation(api, { where: segment });
    expect(response).toMatchObject({
      status: 400,
      body: {
        error: 'invalid_adjustment',
        meta: { issues: [{ path, message: expect.stringMatching(message) as string }] },
      },
    });
  });

  it.each([[[]], ['female'], [{ sex: [] }], [{ sex: 3 }], [{ sex: [['female']] }]])(
    'A `where` of another type (%j) is a validation error',
    async (segment) => {
      expect(await createSimulation(api, { where: segment })).toMatchObject({
        status: 400,
        body: { error: 'validation_error' },
      });
    },
  );
});
