import type { WorkflowDefinition } from '../../model/definition.js';
import type { SpecDraftRecord } from '../../src/datasets/spec/spec-drafts.service.js';
import type { ApiClient } from '../support/api-client.js';
import { uploadDataset } from '../support/decisions.js';
import { createFit, finishedFit } from '../support/fits.js';
import { callTool, connectMcp } from '../support/mcp.js';
import { newCaller } from '../support/shared-service.js';
import { simulate, type AgentRecord } from '../support/simulations.js';
import { readTable } from '../support/tables.js';

/** Names whose signs have a meaning in templates, formulas, YAML, Markdown, HTML, spreadsheets or replacement texts. */
const names = [
  ['{price}', 'a{b}', '${x}', '{{y}}', '}z{', '{value}'],
  ['{alternative}', '{(}', '%{n}', '<%= e %>', '$&', "$'"],
  ['"q"', "it's", 'x,y', '^p', '=1+1', '@sum'],
  ['-m', '<b>', '&amp;', '50%', 'c|d', '#h'],
  ['*i*', '[j]', 'k:l', 'a\\b', 'r/s', '~t'],
  ['u?', '!v', 'w^2', '日本', '😀 o', 'Ñandú'],
  ['NA', 'yes', 'true', '1st', 'I(g)', 'R2-D2'],
];

const html = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
/** HTML can have quotes as signs or entities. */
const withQuotes = (text: string) => text.replace(/&(?:#39|#x27|apos);/g, "'").replace(/&(?:#34|quot);/g, '"');
const csvLine = (cells: readonly (string | number)[]) =>
  `${cells.map((cell) => (typeof cell === 'string' ? `"${cell.replaceAll('"', '""')}"` : cell)).join(',')}\n`;

/** Respondents with a number in each column, one of the names, and a yes or no that depends on all of these. */
function file(columns: readonly string[]): string {
  let state = 7;
  const next = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
  const rows = Array.from({ length: 1200 }, () => {
    const numbers = columns.map(() => Math.floor(50 * next()) + 10);
    const kind = Math.floor(columns.length * next());
    const score = numbers.reduce((sum, value) => sum + (value - 35) / 30, 0.4 * kind - 1);
    return csvLine([...numbers, columns[kind]!, next() < 1 / (1 + Math.exp(-score)) ? 1 : 0]);
  });
  return csvLine([...columns, 'kind', 'gave']) + rows.join('');
}

describe('names of columns', () => {
  let api: ApiClient;
  beforeAll(async () => {
    api = await newCaller();
  });

  it.each(names.map((columns, k) => [columns.join('  '), k] as const))(
    'Columns and values keep their names from the upload to the exports: %s',
    async (_, k) => {
      const columns = names[k]!;
      const missing = (texts: string[], text: string) =>
        texts.filter((own) => !text.toLowerCase().includes(own.toLowerCase()));
      const dataset_id = await uploadDataset(api, file(columns));
      const { body: dataset } = await api.call<{ columns: { name: string; examples: { value: string }[] }[] }>(
        `/v1/datasets/${dataset_id}`,
      );
      expect(dataset.data.columns.map(({ name }) => name)).toEqual([...columns, 'kind', 'gave']);
      const values = dataset.data.columns.at(-2)!.examples.map(({ value }) => value);
      expect(values.toSorted()).toEqual(columns.toSorted());
      const request = { outcome: 'gave', parameters: [columns[0], 'kind'], group: null };
      const draft = await api.post<SpecDraftRecord>(`/v1/datasets/${dataset_id}/spec`, request);
      expect([draft.status, draft.body.meta]).toEqual([200, draft.body.meta]);
      const created = await createFit(api, { dataset_id, spec: `id: names-${k}\n${draft.body.data.spec}` });
      expect([created.status, created.status === 202 ? '' : [draft.body.data.spec, created.text]]).toEqual([202, '']);
      const fit = await finishedFit(api, created.body.data.id);
      expect([fit.status, fit.failure]).toEqual(['completed', null]);
      const { definition, warnings } = fit.result!;
      expect(warnings.filter(({ message }) => message.includes('placeholder'))).toEqual([]);
      const { population, scenario } = definition as unknown as WorkflowDefinition;
      const labels = [...population.attributes, ...scenario.parameters].map(({ label }) => label);
      expect(missing(columns, labels.join('\n'))).toEqual([]);
      expect((await api.call(`/v1/fits/${fit.id}/publish`, { method: 'POST' })).status).toBe(201);

      const { id } = await simulate(api, { workflow_id: `names-${k}`, agent_count: 200 });
      const agents = await api.call<AgentRecord[]>(`/v1/simulations/${id}/results?limit=100`);
      const transcripts = agents.body.data.map(({ transcript }) => transcript.join(' '));
      expect(missing(columns, transcripts[0]!)).toEqual([]);
      expect(
        missing(
          columns.map((name) => `“${name}”`),
          transcripts.join(' '),
        ),
      ).toEqual([]);
      const codebook = await readTable(api, `/v1/simulations/${id}/codebook`);
      expect(missing(columns, codebook.map((row) => row['label']).join('\n'))).toEqual([]);
      expect(missing(columns, codebook.map((row) => row['value_label']).join('\n'))).toEqual([]);
      for (const run of [id, fit.id])
        expect(missing(columns.map(html), withQuotes((await api.call(`/v1/runs/${run}/report`)).text))).toEqual([]);
      const mcp = await connectMcp({ key: api.key! });
      const evidence = JSON.stringify(await callTool(mcp, 'get_evidence', { workflow_id: `names-${k}` }));
      expect(missing([JSON.stringify(columns[0]).slice(1, -1)], evidence)).toEqual([]);
      await mcp.close();
    },
  );
});
