import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { agents, partsDefinition, partsFolder } from '../../../test/support/simulation-parts.js';

const catalog = join(import.meta.dirname, '../../../catalog');

describe('cli simulation run-part and merge-parts', () => {
  const { at, run, printed, runPart, merge, contentsOf } = partsFolder();

  it('A part writes the same files as the whole simulation, whose parts are merged into a digest and a summary', async () => {
    expect(await runPart('last', '2/2')).toBe(0);
    const last = contentsOf('last');
    expect(Object.keys(last)).toEqual(['agents-00001.parquet', 'statistics-00001.json']);
    expect(contentsOf('whole')).toMatchObject(last);
    expect(await merge('whole')).toBe(0);
    expect(JSON.parse(printed.out)).toMatchObject({
      digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string,
      agent_count: agents,
      summary: { agent_count: agents },
    });
  });

  it('The Parquet files together have each agent once, by its index in the simulation', async () => {
    const files = readdirSync(at('whole')).filter((name) => name.endsWith('.parquet'));
    const read = async (name: string) => {
      const { buffer } = new Uint8Array(readFileSync(at(`whole/${name}`)));
      return (await parquetReadObjects({ file: buffer, columns: ['index'] })).map(({ index }) => index as number);
    };
    const indices = (await Promise.all(files.map(read))).flat();
    expect(indices).toEqual(Array.from({ length: agents }, (_, index) => index));
  });

  it('More parts than blocks leave some parts without a block', async () => {
    expect(await runPart('many', '1/7', '--json')).toBe(0);
    expect(JSON.parse(printed.out)).toMatchObject({ blocks: 0, of_blocks: 2 });
  });

  it('Missing, incomplete and foreign parts are errors that name them', async () => {
    expect(await runPart('broken', '2/2')).toBe(0);
    expect(await merge('broken')).toBe(1);
    expect(printed.error).toContain('Block 0 is missing');
    writeFileSync(at('broken/statistics-00000.json'), '{"definition_digest":');
    expect(await merge('broken')).toBe(1);
    expect(printed.error).toContain('statistics-00000.json is not complete. Run its part again.');
    expect(await runPart('broken', '1/2', '--seed', '2')).toBe(0);
    expect(await merge('broken')).toBe(1);
    expect(printed.error).toContain('belongs to another simulation');
    const other = join(catalog, 'intercity-mode-choice.json');
    expect(await run('merge-parts', other, '--from', at('whole'))).toBe(1);
    expect(printed.error).toContain('another definition');
  });

  it.each([
    [['--part', '4/3'], 'Must be like 3/20'],
    [['--scenario', '{'], 'Must be a JSON object'],
    [['--seed', '-1'], 'Must be a whole number'],
  ])('%j is rejected before anything is written', async (options, message) => {
    const required = ['run-part', partsDefinition, '--agents', '10', '--out', at('rejected')];
    expect(await run(...required, ...options)).toBe(2);
    expect(printed.error).toContain(message);
    expect(readdirSync(at(''))).not.toContain('rejected');
  });

  it('An unknown parameter is an error that lists the parameters', async () => {
    expect(await runPart('rejected', '1/1', '--scenario', '{"fare":2}')).toBe(1);
    expect(printed.error).toContain('fare is not a parameter of this workflow. Its parameters: ');
    expect(readdirSync(at(''))).not.toContain('rejected');
  });

  it('A model whose agents interact is rejected', async () => {
    const bass = join(catalog, 'technology-adoption-bass.json');
    expect(await run('run-part', bass, '--agents', '100000', '--out', at('interacting'))).toBe(1);
    expect(printed.error).toContain('Interacting agents must run together');
  });
});
