import { spawn } from 'node:child_process';
import { tableFromIPC } from '@uwdata/flechette';
import { parquetMetadata } from 'hyparquet';
import type { ApiClient } from '../support/api-client.js';
import { theContract } from '../support/contract.js';
import { publishWorkflow, testDefinition } from '../support/definitions.js';
import { itInFullLevel } from '../support/full-level.js';
import { findPython, pythonPath } from '../support/python.js';
import { simulate } from '../support/simulations.js';
import { newCaller, runFile } from '../support/shared-service.js';

interface CodebookRow {
  column: string;
  label: string;
  unit: string | null;
  value: string | null;
  value_label: string | null;
}

interface Notebook {
  nbformat: number;
  nbformat_minor: number;
  cells: { cell_type: string; id: string; source: string[] }[];
}

const python = findPython();

describe('the exports of a simulation', () => {
  let api: ApiClient;
  let id: string;

  const run = async (caller: ApiClient, workflow_id: string, more: object = {}) =>
    (await simulate(caller, { workflow_id, agent_count: 60, seed: 5, ...more })).id;
  const download = (path: string, caller = api, headers = {}) =>
    fetch(`${runFile().url}${path}`, { headers: { authorization: `Bearer ${caller.key}`, ...headers } });
  const notebookOf = async (simulation: string, caller = api) =>
    (await (await download(`/v1/simulations/${simulation}/notebook`, caller)).json()) as Notebook;

  beforeAll(async () => {
    api = await newCaller();
    id = await run(api, 'health-insurance-visits', { name: 'visits' });
  });

  it('The codebook describes each column of the agents, with units and the labels of values', async () => {
    const { status, body } = await api.call<CodebookRow[]>(`/v1/simulations/${id}/codebook`);
    expect(status).toBe(200);
    const csv = await (
      await download(`/v1/simulations/${id}/results?format=csv&fields=index,attributes,outcome,measures`)
    ).text();
    const described = new Set(body.data.map(({ column }) => column));
    for (const column of csv.slice(0, csv.indexOf('\r')).split(',')) expect(described).toContain(column);
    expect(body.data).toContainEqual(
      expect.objectContaining({ column: 'attribute.age', label: 'Age', unit: 'years', value: null }),
    );
    expect(body.data).toContainEqual(
      expect.objectContaining({ column: 'attribute.sex', value: 'female', value_label: 'Female', unit: null }),
    );
    const file = await download(`/v1/simulations/${id}/codebook?format=csv`);
    expect(file.headers.get('content-disposition')).toBe(`attachment; filename="${id}-codebook.csv"`);
    expect(await file.text()).toMatch(/^column,label,unit,description,value,value_label\r\n/);
  });

  it('With bom=true, each CSV response of the API has the same content after a byte order mark', async () => {
    const ids = [await run(api, 'swissmetro-mode-choice'), await run(api, 'swissmetro-mode-choice', { seed: 6 })];
    const paths = Object.entries(theContract().document.paths).flatMap(([path, { get }]) => {
      const { content = {} } = (get?.responses['200'] ?? {}) as { content?: object };
      return 'text/csv' in content ? [path.replace('{id}', ids[0]!)] : [];
    });
    expect(paths.length).toBeGreaterThan(6);
    for (const path of paths) {
      const query = `?bom=true${path.endsWith('comparisons') ? `&ids=${ids.join()}` : ''}`;
      const bytesOf = async (address: string, headers = {}) => {
        const response = await download(address, api, headers);
        expect([address, response.status]).toEqual([address, 200]);
        return Buffer.from(await response.arrayBuffer());
      };
      const plain = await bytesOf(`${path}${query.replace('true', 'false')}&format=csv`);
      const marked = Buffer.concat([Buffer.from('efbbbf', 'hex'), plain]);
      expect([path, (await bytesOf(`${path}${query}&format=csv`)).equals(marked)]).toEqual([path, true]);
      expect([path, (await bytesOf(path + query, { accept: 'text/csv' })).equals(marked)]).toEqual([path, true]);
      expect([path, (await bytesOf(`${path}${query}&format=ndjson`))[0]]).toEqual([path, '{'.charCodeAt(0)]);
    }
  });

  it('Parquet files of all agents, and of some, have the same in their metadata', async () => {
    const { body } = await api.call<CodebookRow[]>(`/v1/simulations/${id}/codebook`);
    const columns = [...new Set(body.data.map(({ column }) => column))];
    for (const query of ['', '&where[sex]=female']) {
      const bytes = await (await download(`/v1/simulations/${id}/results?format=parquet${query}`)).arrayBuffer();
      const { key_value_metadata: metadata } = parquetMetadata(bytes);
      const entry = metadata!.find(({ key }) => key === 'simulation_service.codebook');
      expect((JSON.parse(entry!.value!) as CodebookRow[]).map(({ column }) => column)).toEqual(columns);
    }
  });

  it('Agents and tables are Arrow streams with the same values, and fields have labels and units', async () => {
    const agents = tableFromIPC(await (await download(`/v1/simulations/${id}/results?format=arrow`)).arrayBuffer());
    const records = await (await download(`/v1/simulations/${id}/results?format=ndjson`)).text();
    const [first] = records
      .split('\n')
      .map((line) => (line === '' ? {} : (JSON.parse(line) as Record<string, object>)));
    expect(agents.numRows).toBe(60);
    const row = agents.get(0) as Record<string, unknown>;
    for (const [name, value] of Object.entries(first!['attributes']!)) expect(row[`attribute.${name}`]).toEqual(value);
    const age = agents.schema.fields.find(({ name }) => name === 'attribute.age')!;
    expect(Object.fromEntries(age.metadata)).toMatchObject({ label: 'Age', unit: 'years' });
    const some = await download(
      `/v1/simulations/${id}/results?format=arrow&fields=agent_id,transcript&where[sex]=female`,
    );
    expect(tableFromIPC(await some.arrayBuffer()).schema.fields.map(({ name }) => name)).toEqual([
      'agent_id',
      'transcript',
    ]);
    const table = await api.call<Record<string, unknown>[]>(`/v1/simulations/${id}/table`);
    const arrow = tableFromIPC(await (await download(`/v1/simulations/${id}/table?format=arrow`)).arrayBuffer());
    expect(arrow.toArray()).toEqual(table.body.data);
  });

  it('A notebook follows nbformat 4.5, and contains no key', async () => {
    const response = await download(`/v1/simulations/${id}/notebook`);
    expect(response.headers.get('content-type')).toBe('application/x-ipynb+json');
    const notebook = (await response.json()) as Notebook;
    expect(notebook).toMatchObject({ nbformat: 4, nbformat_minor: 5 });
    const ids = notebook.cells.map((cell) => cell.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const cell of notebook.cells) {
      expect(Object.keys(cell).sort()).toEqual(
        cell.cell_type === 'code'
          ? ['cell_type', 'execution_count', 'id', 'metadata', 'outputs', 'source']
          : ['cell_type', 'id', 'metadata', 'source'],
      );
      expect(cell.id).toMatch(/^[\w-]{1,64}$/);
    }
    expect(JSON.stringify(notebook)).not.toMatch(/sk_(test|live)_/);
  });

  (python ? it : it.skip)('The code of a notebook runs, plots, and reproduces the digest', async () => {
    const { cells } = await notebookOf(id);
    const program = cells.filter(({ cell_type }) => cell_type === 'code').map(({ source }) => source.join(''));
    const child = spawn(python!, ['-c', program.join('\n')], {
      env: {
        PATH: process.env['PATH'],
        SVC_URL: runFile().url,
        SVC_API_KEY: api.key,
        PYTHONPATH: pythonPath,
        PYTHONDONTWRITEBYTECODE: '1',
        MPLBACKEND: 'agg',
      },
    });
    let output = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (bytes: Buffer) => (output += bytes.toString()));
    const code = await new Promise((resolve) => child.once('close', resolve));
    expect([code, output]).toEqual([0, expect.not.stringContaining('Traceback') as unknown]);
  });

  itInFullLevel('Words of a definition or a caller become neither code nor markup of a notebook', async () => {
    const caller = await newCaller();
    const attack = 'Weavers"\n```\nimport os; os.system("x")\n<img src=x onerror=alert(1)> [a](javascript:b) $x$ # y';
    const { status } = await publishWorkflow(caller, testDefinition('attacking-weavers', { name: attack }));
    expect(status).toBe(201);
    // Names of simulations have one line.
    const name = attack.replaceAll('\n', ' ');
    const { cells } = await notebookOf(await run(caller, 'attacking-weavers', { name }), caller);
    for (const { cell_type, source } of cells) {
      const text = source.join('');
      if (cell_type === 'code') expect(text).not.toMatch(/Weavers|os\.system/);
      else expect(text).not.toMatch(/(?<!\\)<img|```|(?<!\\)\[a|(?<!\\)\$x/);
    }
  });

  it('Another organization reads neither', async () => {
    const stranger = await newCaller();
    for (const part of ['codebook', 'notebook']) {
      const { status } = await stranger.call(`/v1/simulations/${id}/${part}`);
      expect(status).toBe(404);
    }
  });
});
