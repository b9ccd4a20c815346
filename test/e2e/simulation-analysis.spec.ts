import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_VERSION } from '../../model/definition.js';
import type { ComparisonsRecord } from '../../src/readings/comparisons/comparison.record.js';
import { decodeColumns } from '../../src/simulations/results/column-table.js';
import { comparisonOf, fasterTrain, higherCost, request, type Grouped } from '../support/analyses.js';
import type { ApiClient } from '../support/api-client.js';
import { itInFullLevel } from '../support/full-level.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { reproduce, reproduceHere } from '../support/reproduce.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, type AgentRecord, type SimulationRecord } from '../support/simulations.js';

describe('the analysis of results', () => {
  let api: ApiClient;
  let withFasterTrain: SimulationRecord;
  let withHigherCost: SimulationRecord;
  let agents: AgentRecord[];

  beforeAll(async () => {
    api = await newCaller();
    [withFasterTrain, withHigherCost] = await Promise.all([
      simulate(api, { ...request, ...fasterTrain }),
      simulate(api, { ...request, ...higherCost }),
    ]);
    ({ data: agents } = (await api.call<AgentRecord[]>(`/v1/simulations/${withFasterTrain.id}/results`)).body);
  });

  const summaryOf = (query: string) => api.call<Grouped>(`/v1/simulations/${withFasterTrain.id}/summary${query}`);

  describe('the summary', () => {
    it('The summary without groups equals the summary of the simulation', async () => {
      const { status, body } = await summaryOf('');
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ summary: withFasterTrain.summary, group_by: [], total: null, groups: [] });
    });

    it('A summary grouped by two attributes matches the counts of agents in the results', async () => {
      const { body } = await summaryOf('?group_by=age,income');
      const { total, groups } = body.data;
      expect(total?.agent_count).toBe(400);
      for (const { group, agent_count, is_small, outcomes } of groups) {
        const members = agents.filter((agent) =>
          Object.entries(group).every(([attribute, { id }]) => agent.attributes[attribute] === id),
        );
        expect([agent_count, is_small]).toEqual([members.length, members.length < 30]);
        for (const { id, count } of outcomes)
          expect(members.filter(({ outcome }) => outcome === id)).toHaveLength(count);
      }
      expect(groups.reduce((sum, { agent_count }) => sum + agent_count, 0)).toBe(400);
    });

    it('A filtered summary counts only the matching agents, in total and by group', async () => {
      const { body } = await summaryOf('?where[sex]=female&where[age]=25_to_39,40_to_54&group_by=purpose');
      const ages = ['25_to_39', '40_to_54'];
      const part = agents.filter(
        ({ attributes }) => attributes['sex'] === 'female' && ages.includes(String(attributes['age'])),
      );
      const { total, groups, summary } = body.data;
      expect([summary, total?.agent_count]).toEqual([null, part.length]);
      for (const { id, count } of total?.outcomes ?? [])
        expect(part.filter(({ outcome }) => outcome === id)).toHaveLength(count);
      expect(groups.reduce((sum, { agent_count }) => sum + agent_count, 0)).toBe(part.length);
    });

    it.each([
      ['?where[shoe_size]=9', 'where[shoe_size]', /Its attributes: purpose, travel_class/],
      ['?where[sex]=neither', 'where[sex]', /expected one of: female, male|expected one of: male, female/],
      ['?group_by=shoe_size', 'group_by', /Its attributes: purpose, travel_class/],
      ['?group_by=age,age', 'group_by', /twice/],
      ['?group_by=age,income,sex', 'group_by', /two/],
      ['?group_by=', 'group_by', /attribute/],
      ['?groupBy=age', 'groupBy', /not a known query parameter/],
    ])('The summary query %s is rejected with the field and the cause', async (query, path, message) => {
      const { status, body } = await summaryOf(query);
      expect(status).toBe(400);
      const [issue] = body.meta['issues'] as { path: string; message: string }[];
      expect(issue).toEqual({ path, message: expect.stringMatching(message) as string });
    });
  });

  describe('the comparison', () => {
    it('A comparison matches the outcomes of the two simulations agent by agent', async () => {
      const comparison = await comparisonOf(api, withFasterTrain.id, withHigherCost.id);
      const others = (await api.call<AgentRecord[]>(`/v1/simulations/${withHigherCost.id}/results`)).body.data;
      expect(comparison.agents).toMatchObject({ compared: 400, meet: false });
      expect(comparison.parameters).toHaveLength(3);
      const { outcomes, counts } = comparison.flows;
      outcomes.forEach((from, row) =>
        outcomes.forEach((to, column) => {
          const moved = agents.filter(({ outcome }, k) => outcome === to && others[k]?.outcome === from);
          expect(counts[row]?.[column]).toBe(moved.length);
        }),
      );
      for (const { share, reference_share, difference, difference_interval } of comparison.outcomes) {
        expect(share - reference_share).toBeCloseTo(difference, 12);
        const [low, high] = difference_interval!;
        expect(low < difference && difference < high).toBe(true);
      }
    });

    it('A comparison of some agents has the figures of their segment, and an empty selection gets 400', async () => {
      const path = `/v1/comparisons?ids=${withHigherCost.id},${withFasterTrain.id}`;
      const { segments } = await comparisonOf(api, withFasterTrain.id, withHigherCost.id);
      const { attribute, groups } = segments[0]!;
      const { id, agent_count, outcomes } = groups[0]!;
      const { status, body } = await api.call<ComparisonsRecord>(`${path}&where[${attribute}]=${id}`);
      const selected = body.data.comparisons[0]!;
      expect([status, body.data.where, selected.agents.compared]).toEqual([200, { [attribute]: [id] }, agent_count]);
      expect(selected.outcomes).toMatchObject(outcomes);
      expect(selected.flows.counts.flat().reduce((sum, one) => sum + one, 0)).toBe(agent_count);
      for (const filter of ['where[unknown]=x', `where[${attribute}]=unknown`])
        expect((await api.call(`${path}&${filter}`)).body.error).toBe('validation_error');
    });

    it('Comparisons, segments and groups have the four parts of the error of each share and difference', async () => {
      const parts = ['simulation', 'estimation', 'population', 'model'];
      const comparison = await comparisonOf(api, withFasterTrain.id, withHigherCost.id);
      const grouped = (await summaryOf('?group_by=age')).body.data;
      const segments = comparison.segments.flatMap(({ groups }) => groups);
      for (const { outcomes } of [comparison, grouped.total!, ...grouped.groups, ...segments])
        for (const { share, errors, difference_errors } of outcomes) {
          for (const each of [errors, difference_errors]) expect(Object.keys(each).sort()).toEqual(parts.toSorted());
          // An alternative that no agent of a segment can choose has a share of exactly 0.
          if (share > 0) expect(errors.estimation).toBeGreaterThan(0);
          expect(difference_errors.estimation).not.toBeNull();
        }
      for (const { uncertainty } of [comparison, grouped])
        expect(uncertainty).toEqual({
          level: 0.95,
          method: 'delta',
          parameter_draws: 0,
          replicates: null,
          shares: 'expected',
        });
    });

    it('A comparison of simulations of different sizes uses the agents that both have', async () => {
      const few = await simulate(api, { ...request, ...higherCost, agent_count: 150 });
      const { agents: counts } = await comparisonOf(api, withFasterTrain.id, few.id);
      expect(counts).toEqual({
        ...{ compared: 150, simulation: 400, reference: 150 },
        ...{ meet: false, evaluated: false },
      });
    });

    it('A simulation with other agents is compared by the scenario of the reference on its own agents', async () => {
      const { seed, agent_count, scenario_context } = withHigherCost;
      const other = await simulate(api, {
        ...request,
        scenario_context,
        seed: seed + 1,
        agent_count: agent_count + 50,
      });
      const paired = await comparisonOf(api, withFasterTrain.id, withHigherCost.id);
      const { agents: counts, ...numbers } = await comparisonOf(api, withFasterTrain.id, other.id);
      expect(counts).toMatchObject({ compared: agent_count, reference: agent_count + 50, evaluated: true });
      expect(numbers).toEqual({ ...paired, agents: undefined });
      const { text } = await api.call(`/v1/simulations/${withFasterTrain.id}/report?with=${other.id}`);
      expect(text).toContain('its scenario was evaluated on the agents of simulation B');
    });

    itInFullLevel(
      'A comparison of interacting agents combines the errors of both simulations, and their groups have no intervals',
      async () => {
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
      },
    );

    itInFullLevel(
      'A reference with another number of interacting agents is evaluated on the agents of the simulation',
      async () => {
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
      },
    );
  });

  describe('the manifest', () => {
    let folder: string;
    let manifest: Record<string, unknown>;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'manifest-'));
      manifest = (await api.call<Record<string, unknown>>(`/v1/simulations/${withFasterTrain.id}/manifest`)).body.data;
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    it('The CLI reproduces the same agents from a manifest without any other configuration', async () => {
      expect(manifest).toMatchObject({
        seed: 11,
        agent_count: 400,
        digest: withFasterTrain.digest,
        engine_version: ENGINE_VERSION,
      });
      const out = join(folder, 'agents.parquet');
      const { status, stdout, stderr } = await reproduce({ data: manifest }, '--json', '--out', out);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({ reproduced: true, digest: withFasterTrain.digest });
      const columns = await decodeColumns(readFileSync(out));
      const { values, categories } = columns.find(({ name }) => name === 'outcome')!;
      expect(agents.map(({ outcome }) => outcome)).toEqual(Array.from(values, (code) => categories![code]));
    });

    it('Reproducing a manifest of another engine version names both versions', async () => {
      const { status, stderr } = await reproduceHere({ ...manifest, engine_version: '0.9.0', seed: 12 });
      expect(status).toBe(1);
      expect(stderr).toContain(`engine version 0.9.0. This is engine version ${ENGINE_VERSION}`);
    });

    itInFullLevel(
      'The CLI reproduces a manifest from before the delta method, which has a number of draws only',
      async () => {
        const { uncertainty, ...old } = manifest;
        expect([manifest['parameter_draws'], uncertainty]).toEqual([null, { method: 'delta', parameter_draws: null }]);
        const { status, stderr } = await reproduce({ ...old, parameter_draws: 50 });
        expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      },
    );

    itInFullLevel('A manifest with a changed seed, definition or digest is not reproduced', async () => {
      const text = JSON.stringify(manifest);
      const digest = withFasterTrain.digest!.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
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
  });

  /** Each linked file has a complete address, so that a copy of the page finds it, and exists. */
  async function expectFiles(page: string, count: number) {
    const paths = [...page.matchAll(/href="https?:\/\/[^/"]+(\/v1\/[^"]+)"/g)].map(([, path]) => path!);
    expect(paths).toHaveLength(count);
    for (const path of paths)
      expect([path, (await api.call(path.replaceAll('&amp;', '&'))).status]).toEqual([path, 200]);
  }

  it('The report is an HTML page with the results, and its policy allows no external resources', async () => {
    const { status, headers, text } = await api.call(`/v1/simulations/${withFasterTrain.id}/report`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/);
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
    expect(text).toContain(withFasterTrain.digest ?? '');
    await expectFiles(text, 4);
    expect(text).toContain(`${(100 * (withFasterTrain.summary?.outcomes[0]?.share ?? 0)).toFixed(1)}%`);
  });

  it('The report with another simulation has the differences of the comparison', async () => {
    const { status, text } = await api.call(`/v1/simulations/${withFasterTrain.id}/report?with=${withHigherCost.id}`);
    expect(status).toBe(200);
    await expectFiles(text, 9);
    const { outcomes } = await comparisonOf(api, withFasterTrain.id, withHigherCost.id);
    for (const { difference } of outcomes)
      expect(text).toContain(`>${difference > 0 ? '+' : '−'}${Math.abs(100 * difference).toFixed(1)}<`);
    expect(text).toContain('>Example agents</h2>');
    const otherWorkflow = await simulate(api, { ...request, workflow_id: 'housing-satisfaction' });
    const incomparable = await api.call(`/v1/simulations/${withFasterTrain.id}/report?with=${otherWorkflow.id}`);
    expect([incomparable.status, incomparable.body.error]).toEqual([409, 'simulations_not_comparable']);
    expect((await api.call(`/v1/simulations/${withFasterTrain.id}/report?with=sim_1`)).status).toBe(400);
  });

  itInFullLevel('The report of some agents names their groups and has their shares, also in a comparison', async () => {
    const path = `/v1/simulations/${withFasterTrain.id}`;
    const { segments } = await comparisonOf(api, withFasterTrain.id, withHigherCost.id);
    const { attribute, label, groups } = segments[0]!;
    const filter = `where[${attribute}]=${groups[0]!.id}`;
    const { data } = (await api.call<{ total: { outcomes: { share: number }[] } }>(`${path}/summary?${filter}`)).body;
    for (const query of [filter, `${filter}&with=${withHigherCost.id}`]) {
      const { status, text } = await api.call(`${path}/report?${query}`);
      expect([status, text.includes('Only agents with:'), text.includes(`${label}: ${groups[0]!.label}`)]).toEqual([
        200,
        true,
        true,
      ]);
      for (const { share } of data.total.outcomes) expect(text).toContain(`${(100 * share).toFixed(1)}%`);
    }
    const unknown = await api.call(`${path}/report?where[unknown]=x`);
    expect([unknown.status, unknown.body.error]).toEqual([400, 'validation_error']);
  });

  itInFullLevel(
    'Concurrent requests for a report get the same page, and other requests get responses meanwhile',
    async () => {
      const reports = Array.from({ length: 12 }, () => api.call(`/v1/simulations/${withFasterTrain.id}/report`));
      expect((await api.call('/v1/usage')).status).toBe(200);
      const responses = await Promise.all(reports);
      expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
      expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
    },
  );

  itInFullLevel('A report under load is complete or an error, never a page without some of its sections', async () => {
    const path = `/v1/simulations/${withFasterTrain.id}/report`;
    const complete = (await api.call(path)).text;
    const responses = await Promise.all(Array.from({ length: 40 }, () => api.call(path)));
    for (const { status, text } of responses) {
      expect([200, 429, 503]).toContain(status);
      if (status === 200) expect(text).toBe(complete);
    }
    expect(responses.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });

  it("Analyses of another organization's simulation, including comparisons with it, get 404", async () => {
    const otherCaller = await newCaller();
    const own = await simulate(otherCaller, request);
    for (const tail of ['summary', 'manifest', 'view', 'report']) {
      expect((await otherCaller.call(`/v1/simulations/${withFasterTrain.id}/${tail}`)).body.error).toBe(
        'simulation_not_found',
      );
    }
    const report = await otherCaller.call(`/v1/simulations/${own.id}/report?with=${withFasterTrain.id}`);
    expect([report.status, report.body.error]).toEqual([404, 'simulation_not_found']);
  });

  it('Analyses of a simulation without results get 409', async () => {
    const id = await whileQueuePaused(async () => {
      const { data } = (await createSimulation(api, { agent_count: 10 })).body;
      expect((await api.call(`/v1/simulations/${data.id}/cancel`, { method: 'POST' })).status).toBe(200);
      return data.id;
    });
    for (const tail of ['summary', 'manifest', 'view', 'report']) {
      const { status, body } = await api.call(`/v1/simulations/${id}/${tail}`);
      expect([status, body.error, body.meta['status']]).toEqual([409, 'simulation_not_complete', 'canceled']);
    }
  });
});
