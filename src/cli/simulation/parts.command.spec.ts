import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { sha256 } from '../../common/crypto.js';
import { cliFolder } from '../../../test/support/cli-folder.js';
import { itInFullLevel } from '../../../test/support/full-level.js';

const catalog = join(import.meta.dirname, '../../../catalog');
/** Definition of the simulation whose parts run. */
const partsDefinition = join(catalog, 'swissmetro-mode-choice.json');
/** Agents of the simulation, which has two blocks. */
const agents = 60_000;

describe('cli simulation run-part and merge-parts', () => {
  const { at, run, printed } = cliFolder('simulation', { before: beforeAll, after: afterAll });
  /** Runs a part of the simulation, such as `1/2`, into a folder. */
  const runPart = (out: string, part: string, ...more: string[]) =>
    run(
      ...['run-part', partsDefinition, '--agents', `${agents}`, '--scenario', '{"swissmetro_cost_factor":0.8}'],
      ...['--part', part, '--out', at(out), ...more],
    );
  /** Merges the parts in a folder, and prints the result as JSON. */
  const merge = (from: string) => run('merge-parts', partsDefinition, '--from', at(from), '--json');
  /** Digest of each file in a folder. */
  const contentsOf = (name: string) =>
    Object.fromEntries(
      readdirSync(at(name)).map((file) => [file, sha256(readFileSync(at(`${name}/${file}`))).toString('hex')]),
    );

  beforeAll(async () => expect(await runPart('whole', '1/1')).toBe(0));

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

  itInFullLevel(
    'Parts in another number and order write the same files, and have the same digest and summary',
    async () => {
      for (const part of ['2/2', '1/2']) expect(await runPart('two', part)).toBe(0);
      expect(contentsOf('two')).toEqual(contentsOf('whole'));
      expect(Object.keys(contentsOf('two'))).toHaveLength(4);
      expect(await merge('whole')).toBe(0);
      const whole: unknown = JSON.parse(printed.out);
      expect(await merge('two')).toBe(0);
      expect(JSON.parse(printed.out)).toEqual(whole);
    },
  );

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
