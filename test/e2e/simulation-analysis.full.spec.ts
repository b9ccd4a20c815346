import type { ApiClient } from '../support/api-client.js';
import { comparisonOf, fasterTrain, request, type Grouped } from '../support/analyses.js';
import { reproduce } from '../support/reproduce.js';
import { newCaller } from '../support/shared-service.js';
import { simulate, type SimulationRecord } from '../support/simulations.js';

describe('the analysis of results', () => {
  let api: ApiClient;
  let simulation: SimulationRecord;
  beforeAll(async () => {
    api = await newCaller();
    simulation = await simulate(api, { ...request, ...fasterTrain });
  });

  const readManifest = async () =>
    (await api.call<Record<string, unknown>>(`/v1/simulations/${simulation.id}/manifest`)).body.data;

  it('A comparison of interacting agents combines the errors of both simulations, and their groups have no intervals', async () => {
    const networkRequest = { ...request, workflow_id: 'hybrid-corn-network', agent_count: 100 };
    const [own, other] = await Promise.all([
      simulate(api, { ...networkRequest, scenario_context: { contacts_weight: 0.5 } }),
      simulate(api, networkRequest),
    ]);
    const comparison = await comparisonOf(api, own.id, other.id);
    expect(comparison.agents.meet).toBe(true);
    expect(comparison.uncertainty).toMatchObject({ method: 'draws', replicates: 20, shares: 'counted' });
    const errorsIn = ({ summary }: SimulationRecord) => summary!.outcomes[0]!.errors.simulation!;
    const [first] = comparison.outcomes;
    expect(first!.difference_errors.simulation).toBeCloseTo(Math.hypot(errorsIn(own), errorsIn(other)), 12);
    const [low, high] = first!.difference_interval!;
    expect(low < first!.difference && first!.difference < high).toBe(true);
    const grouped = await api.call<Grouped>(`/v1/simulations/${own.id}/summary?group_by=literacy`);
    for (const { outcomes } of grouped.body.data.groups)
      expect(outcomes.map(({ difference_interval }) => difference_interval)).toEqual([null, null]);
    const page = await api.call(`/v1/simulations/${own.id}/report`);
    expect(page.text).toContain('intervals exist only for all agents together');
  });

  it('A reference with another number of interacting agents is evaluated on the agents of the simulation', async () => {
    const ofVillage = { ...request, workflow_id: 'hybrid-corn-network' };
    const scenario_context = { contacts_weight: 0.5 };
    const [larger, smaller] = await Promise.all([
      simulate(api, { ...ofVillage, agent_count: 120 }),
      simulate(api, { ...ofVillage, agent_count: 100, scenario_context }),
    ]);
    const { agents: counts, outcomes } = await comparisonOf(api, larger.id, smaller.id);
    expect(counts).toMatchObject({ compared: 120, simulation: 120, reference: 100, evaluated: true });
    const again = await simulate(api, { ...ofVillage, agent_count: 120, scenario_context });
    expect(outcomes).toEqual((await comparisonOf(api, larger.id, again.id)).outcomes);
  });

  it('The CLI reproduces a manifest from before the delta method, which has a number of draws only', async () => {
    const manifest = await readManifest();
    const { uncertainty, ...old } = manifest;
    expect([manifest['parameter_draws'], uncertainty]).toEqual([null, { method: 'delta', parameter_draws: null }]);
    const { status, stderr } = await reproduce({ ...old, parameter_draws: 50 });
    expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
  });

  it('A manifest with a changed seed, definition or digest is not reproduced', async () => {
    const manifest = await readManifest();
    const text = JSON.stringify(manifest);
    const digest = simulation.digest!.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
    const changed = [
      [{ ...manifest, seed: 12 }, /^Not reproduced/],
      [{ ...manifest, digest }, /^Not reproduced/],
      [
        JSON.parse(text.replace(/"recommended_agent_count":(\d+)/, '"recommended_agent_count":$15')),
        /the definition differs from the simulated one/,
      ],
    ] as const;
    for (const [document, message] of changed) {
      const { status, stdout, stderr } = await reproduce(document);
      expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
      expect(stderr).toMatch(message);
    }
  });

  it('Concurrent requests for a report get the same page, and other requests get responses meanwhile', async () => {
    const reports = Array.from({ length: 12 }, () => api.call(`/v1/simulations/${simulation.id}/report`));
    expect((await api.call('/v1/usage')).status).toBe(200);
    const responses = await Promise.all(reports);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });

  it('A report under load is complete or an error, never a page without some of its sections', async () => {
    const path = `/v1/simulations/${simulation.id}/report`;
    const complete = (await api.call(path)).text;
    const responses = await Promise.all(Array.from({ length: 40 }, () => api.call(path)));
    for (const { status, text } of responses) {
      expect([200, 429, 503]).toContain(status);
      if (status === 200) expect(text).toBe(complete);
    }
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });
});
