import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import type { ComparisonsRecord } from '../../src/readings/comparisons/comparison.record.js';
import { decodeColumns, encodeColumns } from '../../src/simulations/results/column-table.js';
import type { SummaryRecord } from '../../src/simulations/summary.schema.js';
import type { ApiClient } from '../support/api-client.js';
import { queryDatabase } from '../support/auth-service.js';
import { projectFolder } from '../support/operator.js';
import { newCaller } from '../support/shared-service.js';
import { simulate } from '../support/simulations.js';

interface Stored {
  outcomes: { id: string; share: number; interval: number[]; errors: { sampling: number } }[];
  measures: { id: string; mean: number; interval: number[] }[];
}
const fixtures = join(projectFolder, 'src/simulations/testing/engine-1-summaries.json');
const { without_draws: fixture } = JSON.parse(readFileSync(fixtures, 'utf8')) as {
  without_draws: { workflow_id: string; engine_version: string; summary: Stored };
};

/** Turns a completed simulation into one of engine 1.2.0: its summary, and its columns without expected values. */
async function makeOld(api: ApiClient, id: string): Promise<void> {
  const response = await fetch(`${api.url}/v1/simulations/${id}/results`, {
    headers: { authorization: `Bearer ${api.key}`, accept: 'application/vnd.apache.parquet' },
  });
  const columns = await decodeColumns(new Uint8Array(await response.arrayBuffer()));
  const old = encodeColumns(columns.filter(({ name }) => !/^(baseline_)?expected\./.test(name)));
  await queryDatabase('sandbox', 'UPDATE simulation_results SET agents = $1 WHERE simulation_id = $2', [
    Buffer.from(old),
    id,
  ]);
  await queryDatabase(
    'sandbox',
    'UPDATE simulations SET summary = $1, summary_details = NULL, engine_version = $2, parameter_draws = 0 WHERE id = $3',
    [JSON.stringify(fixture.summary), fixture.engine_version, id],
  );
}

describe('results of engine 1', () => {
  let api: ApiClient;
  let id: string;
  let other: string;
  beforeAll(async () => {
    api = await newCaller();
    const request = { workflow_id: fixture.workflow_id, agent_count: 50, seed: 1 };
    [id, other] = (await Promise.all(
      [{}, { scenario_context: { plan: 'individual_deductible' } }].map(
        async (change) => (await simulate(api, { ...request, ...change })).id,
      ),
    )) as [string, string];
    for (const each of [id, other]) await makeOld(api, each);
  });

  const expectAsAnswered = (summary: SummaryRecord | null) => {
    const [stored] = fixture.summary.outcomes;
    expect(summary!.headline).toBeNull();
    expect(summary!.outcomes[0]).toMatchObject({ share: stored!.share, interval: stored!.interval });
    expect(summary!.outcomes[0]!.errors).toEqual({
      simulation: stored!.errors.sampling,
      estimation: null,
      population: null,
      model: null,
    });
    expect(summary!.measures[0]).toMatchObject({ mean: fixture.summary.measures[0]!.mean });
    expect(summary!.uncertainty).toMatchObject({ method: 'draws', parameter_draws: 0, shares: 'counted' });
  };

  it('The record, the list and the summary show the numbers as they were answered, in the current form', async () => {
    const record = await api.call<{ summary: SummaryRecord }>(`/v1/simulations/${id}`);
    expectAsAnswered(record.body.data.summary);
    const list = await api.call<{ id: string; summary: SummaryRecord }[]>('/v1/simulations');
    expectAsAnswered(list.body.data.find((one) => one.id === id)!.summary);
    const summary = await api.call<{ summary: SummaryRecord }>(`/v1/simulations/${id}/summary`);
    expectAsAnswered(summary.body.data.summary);
    const manifest = await api.call(`/v1/simulations/${id}/manifest`);
    expect(manifest.body.data).toMatchObject({
      engine_version: '1.2.0',
      parameter_draws: 0,
      uncertainty: { method: 'draws', parameter_draws: 0 },
    });
  });

  it('Groups and comparisons of old results are computed from their agents, with realized values in means', async () => {
    const { body } = await api.call<{ total: SummaryRecord }>(`/v1/simulations/${id}/summary?group_by=sex`);
    const agents = await api.call<{ measures: { visits: { value: number } } }[]>(`/v1/simulations/${id}/results`);
    const realized = agents.body.data.map(({ measures }) => measures.visits.value);
    const mean = realized.reduce((sum, value) => sum + value, 0) / realized.length;
    expect(body.data.total.measures[0]!.mean).toBeCloseTo(mean, 12);
    expect(body.data.total.outcomes.reduce((sum, { count }) => sum + count, 0)).toBe(50);
    const compared = await api.call<ComparisonsRecord>(`/v1/comparisons?ids=${id},${other}`);
    expect(compared.status).toBe(200);
    expect(compared.body.data.comparisons[0]!.outcomes.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1, 12);
  });

  it('Agents, transcripts, CSV, Parquet and the report of old results are readable', async () => {
    const path = `/v1/simulations/${id}/results`;
    const agents = (await api.call<{ measures: object; transcript: string[] }[]>(path)).body.data;
    expect(agents).toHaveLength(50);
    for (const { transcript } of agents) expect(transcript.length).toBeGreaterThan(0);
    expect(agents[0]!.measures).toHaveProperty('visits');
    expect((await api.call(`${path}?format=csv`)).text.trim().split('\r\n')).toHaveLength(51);
    expect((await api.call(`${path}?format=parquet&limit=2`)).status).toBe(200);
    const whole = await fetch(`${api.url}${path}?format=parquet`, { headers: { authorization: `Bearer ${api.key}` } });
    const rows = await parquetReadObjects({ file: await whole.arrayBuffer() });
    expect(rows.map(({ index }) => index as number)).toEqual([...rows.keys()]);
    const { status, text } = await api.call(`/v1/simulations/${id}/report`);
    expect(status).toBe(200);
    expect(text).toContain('An engine before 2.0.0 computed these intervals.');
    expect(text).not.toMatch(/NaN|undefined|Infinity/);
  });

  it('A dry run does not estimate its precision from old results', async () => {
    const request = { workflow_id: fixture.workflow_id, agent_count: 50, dry_run: true };
    const { body } = await api.post<{ expected_precision: { based_on: string } }>('/v1/simulations', request);
    expect(body.data.expected_precision.based_on).toBe('worst_case');
  });
});
