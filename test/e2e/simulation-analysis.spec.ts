import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ENGINE_VERSION } from '../../src/engine/index.js';
import { decodeColumns } from '../../src/simulations/results/column-table.js';
import type { ApiClient } from '../support/api-client.js';
import { projectFolder } from '../support/operator.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, type AgentRecord, type SimulationRecord } from '../support/simulations.js';

interface Share {
  id: string;
  count: number;
  share: number;
  difference: number;
  difference_interval: [number, number];
}

interface Part {
  group: Record<string, { id: string; label: string }>;
  agent_count: number;
  is_small: boolean;
  outcomes: Share[];
}

interface Grouped {
  summary: unknown;
  group_by: string[];
  total: (Part & { flows: unknown[] }) | null;
  groups: Part[];
}

interface Comparison {
  agents: { compared: number; meet: boolean };
  parameters: unknown[];
  outcomes: (Share & { with_share: number })[];
  flows: { outcomes: string[]; counts: number[][] };
}

const request = { agent_count: 400, seed: 11 };
const faster = { scenario_context: { train_headway_factor: 0.5, train_time_factor: 0.7 } };
const dearer = { scenario_context: { car_cost_factor: 1.5 } };

describe('what is made of results', () => {
  let api: ApiClient;
  let fast: SimulationRecord;
  let dear: SimulationRecord;
  let agents: AgentRecord[];

  beforeAll(async () => {
    api = await newCaller();
    [fast, dear] = await Promise.all([
      simulate(api, { ...request, ...faster }),
      simulate(api, { ...request, ...dearer }),
    ]);
    ({ data: agents } = (await api.call<AgentRecord[]>(`/v1/simulations/${fast.id}/results`)).body);
  });

  const summaryOf = (query: string) => api.call<Grouped>(`/v1/simulations/${fast.id}/summary${query}`);
  const compare = (id: string, withId: string) => api.call<Comparison>(`/v1/simulations/${id}/compare?with=${withId}`);

  describe('the summary', () => {
    it('is that of the record where no groups are asked for', async () => {
      const { status, body } = await summaryOf('');
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ summary: fast.summary, group_by: [], total: null, groups: [] });
    });

    it('by two attributes counts the very agents of the results', async () => {
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

    it('of a part counts that part alone, by groups or not', async () => {
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
      ['?groupBy=age', 'groupBy', /not a known field/],
    ])('refuses %s and names what there is', async (query, path, message) => {
      const { status, body } = await summaryOf(query);
      expect(status).toBe(400);
      const [issue] = body.meta['issues'] as { path: string; message: string }[];
      expect(issue).toEqual({ path, message: expect.stringMatching(message) as string });
    });
  });

  describe('the comparison', () => {
    it('is agent by agent: its differences and flows are those of the two results', async () => {
      const { status, body } = await compare(fast.id, dear.id);
      expect(status).toBe(200);
      const others = (await api.call<AgentRecord[]>(`/v1/simulations/${dear.id}/results`)).body.data;
      expect(body.data.agents).toMatchObject({ compared: 400, meet: false });
      expect(body.data.parameters).toHaveLength(3);
      const { outcomes, counts } = body.data.flows;
      outcomes.forEach((from, row) =>
        outcomes.forEach((to, column) => {
          const moved = agents.filter(({ outcome }, k) => outcome === to && others[k]?.outcome === from);
          expect(counts[row]?.[column]).toBe(moved.length);
        }),
      );
      for (const {
        share,
        with_share,
        difference,
        difference_interval: [low, high],
      } of body.data.outcomes) {
        expect(share - with_share).toBeCloseTo(difference, 12);
        expect(low < difference && difference < high).toBe(true);
      }
    });

    it('takes the agents that both have where one has more', async () => {
      const few = await simulate(api, { ...request, ...dearer, agent_count: 150 });
      const { body } = await compare(fast.id, few.id);
      expect(body.data.agents).toEqual({ compared: 150, simulation: 400, with: 150, meet: false });
    });

    it('has no intervals where agents meet, nor have their groups', async () => {
      const villages = { ...request, workflow_id: 'hybrid-corn-network', agent_count: 100 };
      const [own, other] = await Promise.all([
        simulate(api, { ...villages, scenario_context: { contacts_weight: 0.5 } }),
        simulate(api, villages),
      ]);
      const { body } = await compare(own.id, other.id);
      expect(body.data.agents.meet).toBe(true);
      expect(body.data.outcomes.map(({ difference_interval }) => difference_interval)).toEqual([null, null]);
      const grouped = await api.call<Grouped>(`/v1/simulations/${own.id}/summary?group_by=literacy`);
      for (const { outcomes } of grouped.body.data.groups)
        expect(outcomes.map(({ difference_interval }) => difference_interval)).toEqual([null, null]);
      const page = await api.call(`/v1/simulations/${own.id}/report`);
      expect(page.text).toContain('only the whole has intervals');
    });

    it('says why two simulations cannot be compared', async () => {
      const [otherSeed, otherWorkflow, village, hamlet] = await Promise.all([
        simulate(api, { ...request, seed: 12 }),
        simulate(api, { ...request, workflow_id: 'housing-satisfaction' }),
        simulate(api, { ...request, workflow_id: 'hybrid-corn-network', agent_count: 200 }),
        simulate(api, { ...request, workflow_id: 'hybrid-corn-network', agent_count: 100 }),
      ]);
      const reasons = [
        [fast, otherSeed, 'different_seed'],
        [fast, otherWorkflow, 'different_workflow'],
        [village, hamlet, 'different_agent_count'],
      ] as const;
      for (const [own, other, reason] of reasons) {
        const { status, body } = await compare(own.id, other.id);
        expect([status, body.error, body.meta['reason']]).toEqual([409, 'simulations_not_comparable', reason]);
      }
    });

    it('needs to be told with what', async () => {
      for (const query of ['', '?with=', '?with=sim_1', `?with=${dear.id}&with=${dear.id}`]) {
        expect((await api.call(`/v1/simulations/${fast.id}/compare${query}`)).status).toBe(400);
      }
    });
  });

  describe('the manifest', () => {
    let folder: string;
    let manifest: Record<string, unknown>;
    beforeAll(async () => {
      folder = mkdtempSync(join(tmpdir(), 'manifest-'));
      manifest = (await api.call<Record<string, unknown>>(`/v1/simulations/${fast.id}/manifest`)).body.data;
    });
    afterAll(() => rmSync(folder, { recursive: true }));

    /** The command as on a machine that has nothing of ours but the code. */
    const reproduce = (input: unknown, ...words: string[]) =>
      spawnSync(process.execPath, ['dist/src/cli.js', 'simulation', 'reproduce', '-', ...words], {
        cwd: projectFolder,
        env: { PATH: process.env['PATH'] },
        input: JSON.stringify(input),
        encoding: 'utf8',
      });

    it('is all that another machine needs to compute the very same agents', async () => {
      expect(manifest).toMatchObject({
        seed: 11,
        agent_count: 400,
        digest: fast.digest,
        engine_version: ENGINE_VERSION,
      });
      const out = join(folder, 'agents.parquet');
      const { status, stdout, stderr } = reproduce({ data: manifest }, '--json', '--out', out);
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' });
      expect(JSON.parse(stdout)).toMatchObject({ reproduced: true, digest: fast.digest });
      const columns = await decodeColumns(readFileSync(out));
      const { values, categories } = columns.find(({ name }) => name === 'outcome')!;
      expect(agents.map(({ outcome }) => outcome)).toEqual(Array.from(values, (code) => categories![code]));
    });

    it('does not hold with one digit changed, be it of the seed, of the definition or of the digest', () => {
      const text = JSON.stringify(manifest);
      const digest = fast.digest!.replace(/.$/, (digit) => (digit === '0' ? '1' : '0'));
      const changed = [
        [{ ...manifest, seed: 12 }, /^Not reproduced/],
        [{ ...manifest, digest }, /^Not reproduced/],
        [
          JSON.parse(text.replace(/"recommended_agent_count":(\d+)/, '"recommended_agent_count":$15')),
          /the definition is not/,
        ],
      ] as const;
      for (const [document, told] of changed) {
        const { status, stdout, stderr } = reproduce(document);
        expect({ status, stdout }).toEqual({ status: 1, stdout: '' });
        expect(stderr).toMatch(told);
      }
    });

    it('tells that it was another version of the engine', () => {
      const { status, stderr } = reproduce({ ...manifest, engine_version: '0.9.0', seed: 12 });
      expect(status).toBe(1);
      expect(stderr).toContain(`engine version 0.9.0. This is engine version ${ENGINE_VERSION}`);
    });
  });

  it('many reports asked for at once are the same page, and hold up nothing else', async () => {
    const reports = Array.from({ length: 12 }, () => api.call(`/v1/simulations/${fast.id}/report`));
    expect((await api.call('/v1/usage')).status).toBe(200);
    const responses = await Promise.all(reports);
    expect(new Set(responses.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(responses.map(({ text }) => text)).size).toBe(1);
  });

  it('the report is a page without scripts that holds the answer, and may fetch nothing', async () => {
    const { status, headers, text } = await api.call(`/v1/simulations/${fast.id}/report`);
    expect([status, headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
    expect(headers.get('cache-control')).toBe('private, no-cache');
    const policy = headers.get('content-security-policy') ?? '';
    expect(policy).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; base-uri 'none'/);
    const style = /<style>([^]*?)<\/style>/.exec(text)?.[1] ?? '';
    expect(policy).toContain(createHash('sha256').update(style).digest('base64'));
    expect(text).toContain(fast.digest ?? '');
    expect(text).toContain(`${(100 * (fast.summary?.outcomes[0]?.share ?? 0)).toFixed(1)}%`);
  });

  it("of another organization's is missing, on either side of a comparison", async () => {
    const stranger = await newCaller();
    const own = await simulate(stranger, request);
    for (const tail of ['summary', 'manifest', 'report', `compare?with=${own.id}`]) {
      expect((await stranger.call(`/v1/simulations/${fast.id}/${tail}`)).body.error).toBe('simulation_not_found');
    }
    const { status, body } = await stranger.call(`/v1/simulations/${own.id}/compare?with=${fast.id}`);
    expect([status, body.error]).toEqual([404, 'simulation_not_found']);
  });

  it('is a conflict where there are no results', async () => {
    const slow = { workflow_id: 'hybrid-corn-network', agent_count: 10_000 };
    const { id } = (await createSimulation(api, slow)).body.data;
    expect((await api.call(`/v1/simulations/${id}/cancel`, { method: 'POST' })).status).toBe(200);
    for (const tail of ['summary', 'manifest', 'report', `compare?with=${fast.id}`]) {
      const { status, body } = await api.call(`/v1/simulations/${id}/${tail}`);
      expect([status, body.error, body.meta['status']]).toEqual([409, 'simulation_not_complete', 'canceled']);
    }
    expect((await compare(fast.id, id)).body.error).toBe('simulation_not_complete');
  });
});
