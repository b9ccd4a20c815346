import type { GroupedSummaryRecord } from '../../src/readings/summary/simulation-summary.service.js';
import type { EffectsRecord } from '../../src/readings/effects/effects.record.js';
import type { ApiClient } from '../support/api-client.js';
import { whileQueuePaused } from '../support/pause-queue.js';
import { newCaller } from '../support/shared-service.js';
import { createSimulation, simulate, type SimulationRecord } from '../support/simulations.js';
import { estimateCells, readTable } from '../support/tables.js';

type Figure = EffectsRecord['figures'][number];

describe('the effects of a scenario by group', () => {
  let api: ApiClient;
  let mailing: SimulationRecord;

  beforeAll(async () => {
    api = await newCaller();
    mailing = await simulate(api, {
      workflow_id: 'gotv-social-pressure',
      agent_count: 1_000,
      seed: 5,
      scenario_context: { mailing: 'neighbors' },
    });
  });

  const effectsOf = (query = '', id = mailing.id, client = api) =>
    client.call<EffectsRecord>(`/v1/simulations/${id}/effects${query}`);

  it('Effects of the groups agree with the differences of the summary and are sorted by size', async () => {
    const { status, body } = await effectsOf();
    expect(status).toBe(200);
    const { figures, ...rest } = body.data;
    expect(rest).toMatchObject({ simulation_id: mailing.id, where: {}, pairs: false, is_baseline: false });
    expect(rest.missing_parts).toEqual([]);
    const voting = figures.find(({ id }) => id === 'voting')!;
    const { total } = (await api.call<GroupedSummaryRecord>(`/v1/simulations/${mailing.id}/summary?group_by=sex`)).body
      .data;
    const whole = total!.outcomes.find(({ id }) => id === 'voting')!;
    expect(voting.total.effect).toBeCloseTo(whole.difference, 12);
    expect(voting.total.interval![0]).toBeCloseTo(whole.difference_interval![0], 10);
    const sizes = voting.groups.map(({ effect }) => Math.abs(effect));
    expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
    for (const { group, agent_count, effect, interval, simultaneous_interval: simultaneous } of voting.groups) {
      expect(Object.keys(group)).toHaveLength(1);
      expect(agent_count).toBeGreaterThanOrEqual(30);
      expect(simultaneous![0] < interval![0] && interval![0] < effect).toBe(true);
      expect(simultaneous![1] > interval![1] && interval![1] > effect).toBe(true);
    }
  });

  it('The response states that the data did not estimate different reactions', async () => {
    const { sources, figures } = (await effectsOf('?figure=voting')).body.data;
    expect(sources).toMatchObject({ kind: 'functional_form', preference_attributes: [], exposure_attributes: [] });
    expect(sources.text).toContain('The data did not estimate different reactions of groups.');
    expect(figures.map(({ id }) => id)).toEqual(['voting']);
  });

  it('The report shows these effects, but not for the baseline and not in a comparison', async () => {
    const reportOf = async (path: string) => (await api.call(`/v1/simulations/${path}`)).text;
    const { figures, sources } = (await effectsOf()).body.data;
    const { groups } = figures.find(({ id }) => id === 'voting')!;
    const text = await reportOf(`${mailing.id}/report`);
    expect(text).toContain('Why effects differ:');
    expect(text).toContain(`${groups.length} groups that react the most`);
    expect(text).toContain(`+${(100 * groups[0]!.effect).toFixed(1)}<small>`);
    expect(text).toContain(sources.text);
    const baseline = await simulate(api, { workflow_id: 'gotv-social-pressure', agent_count: 1_000, seed: 5 });
    for (const path of [`${baseline.id}/report`, `${mailing.id}/report?with=${baseline.id}`])
      expect(await reportOf(path)).not.toContain('Why effects differ:');
  });

  it('Pairs of attributes are included on request, and small groups are listed', async () => {
    const { pairs, figures, excluded, excluded_count } = (await effectsOf('?figure=voting&pairs=true')).body.data;
    expect(pairs).toBe(true);
    expect(figures[0]!.groups.some(({ group }) => Object.keys(group).length === 2)).toBe(true);
    expect(excluded_count).toBeGreaterThan(0);
    expect(excluded).toHaveLength(Math.min(200, excluded_count));
  });

  it('The table of effects has the figures of the JSON response, also for pairs of attributes, in every format', async () => {
    const query = '?figure=voting&pairs=true';
    const { figures, sources } = (await effectsOf(query)).body.data;
    const [{ id, label, kind, unit, total, groups }] = figures as [Figure];
    const shared = {
      ...{ simulation_id: mailing.id, figure: id, figure_label: label, figure_kind: kind, unit },
      source: sources.kind,
      preference_attributes: sources.preference_attributes.join(' '),
      exposure_attributes: sources.exposure_attributes.join(' '),
      has_random_tastes: sources.has_random_tastes,
    };
    const cells = (own: typeof total) => ({
      agent_count: own.agent_count,
      ...estimateCells('effect', { ...own, value: own.effect }),
    });
    const groupCells = (prefix: string, [attribute, group]: [string?, { id: string; label: string }?]) => ({
      [`${prefix}attribute`]: attribute ?? null,
      [`${prefix}group`]: group?.id ?? null,
      [`${prefix}group_label`]: group?.label ?? null,
    });
    const rows = await readTable(api, `/v1/simulations/${mailing.id}/effects${query}`);
    expect(rows[0]).toMatchObject({ ...shared, ...groupCells('', []), ...cells(total), reacts_differently: null });
    expect(rows.slice(1)).toEqual(
      groups.map((own) => {
        const [first, second] = Object.entries(own.group);
        return {
          ...shared,
          ...groupCells('', first!),
          ...groupCells('second_', second ?? []),
          ...cells(own),
          simultaneous_low: own.simultaneous_interval![0],
          simultaneous_high: own.simultaneous_interval![1],
          difference_from_all: own.difference_from_all,
          difference_from_all_low: own.difference_from_all_interval![0],
          difference_from_all_high: own.difference_from_all_interval![1],
          reacts_differently: own.reacts_differently,
        };
      }),
    );
    expect(rows.some((row) => row['second_attribute'] !== null)).toBe(true);
  });

  it('With `where`, the effects are those of the selected agents only', async () => {
    const all = (await effectsOf('?figure=voting')).body.data.figures[0]!;
    const part = (await effectsOf('?figure=voting&where[sex]=female')).body.data;
    expect(part.where).toEqual({ sex: ['female'] });
    const women = all.groups.find(({ group }) => group['sex']?.id === 'female')!;
    const { total, groups } = part.figures[0]!;
    expect([total.agent_count, total.effect]).toEqual([women.agent_count, women.effect]);
    expect(groups.some(({ group }) => 'sex' in group)).toBe(false);
  });

  it('The effects of interacting agents have no intervals, and the baseline has effects of zero', async () => {
    const [network, baseline] = await Promise.all([
      simulate(api, { workflow_id: 'hybrid-corn-network', agent_count: 100, seed: 5 }),
      simulate(api, { workflow_id: 'gotv-social-pressure', agent_count: 100, seed: 5 }),
    ]);
    const meeting = (await effectsOf('', network.id)).body.data;
    expect(meeting.figures[0]!).toMatchObject({ simultaneous_quantile: null });
    const { is_baseline, figures } = (await effectsOf('', baseline.id)).body.data;
    expect(is_baseline).toBe(true);
    expect(figures[0]!.total).toMatchObject({ effect: 0, interval: [0, 0] });
  });

  it.each([
    ['?figure=unknown', 'figure', /Known: not_voting, voting/],
    ['?pairs=maybe', 'pairs', /true/],
    ['?format=xml', 'format', /parquet/],
    ['?table=all', 'table', /not a known query parameter/],
    ['?where[shoe_size]=9', 'where[shoe_size]', /Its attributes/],
    ['?where[sex]=neither', 'where[sex]', /expected one of/],
    ['?group_by=sex', 'group_by', /not a known query parameter/],
  ])('The query %s is rejected with the field and the cause', async (query, path, message) => {
    const { status, body } = await effectsOf(query);
    expect([status, body.error]).toEqual([400, 'validation_error']);
    const [issue] = body.meta['issues'] as { path: string; message: string }[];
    expect(issue).toEqual({ path, message: expect.stringMatching(message) as string });
  });

  it('Effects have the type of the Accept header, and other types are rejected', async () => {
    const call = (accept: string) =>
      api.call(`/v1/simulations/${mailing.id}/effects?figure=voting`, { headers: { accept } });
    expect((await call('text/csv')).headers.get('content-type')).toBe('text/csv; charset=utf-8');
    expect(await call('text/html')).toMatchObject({ status: 406, body: { error: 'not_acceptable' } });
  });

  it('The effects of another organization, and of a simulation without results, are not available', async () => {
    const other = await effectsOf('', mailing.id, await newCaller());
    expect([other.status, other.body.error]).toEqual([404, 'simulation_not_found']);
    expect(JSON.stringify(other.body)).not.toContain('voting');
    const early = await whileQueuePaused(async () =>
      effectsOf('', (await createSimulation(api, { agent_count: 10 })).body.data.id),
    );
    expect([early.status, early.body.error]).toEqual([409, 'simulation_not_complete']);
  });
});
