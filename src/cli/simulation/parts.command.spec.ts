import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parquetReadObjects } from 'hyparquet';
import { sha256 } from '../../common/crypto.js';
import { runCli } from '../program.js';

const digestOf = (bytes: Buffer) => sha256(bytes).toString('hex');

const catalog = join(import.meta.dirname, '../../catalog');
const definition = join(catalog, 'swissmetro-mode-choice.json');
// Two blocks.
const agents = 60_000;

describe('cli simulation run-part and merge-parts', () => {
  let folder: string;
  let printed: { out: string; error: string };
  const at = (name: string) => join(folder, name);
  const cli = (...args: string[]) => {
    printed.out = printed.error = '';
    return runCli(['simulation', ...args]);
  };
  const runPart = (out: string, part: string, ...more: string[]) => {
    const scenario = ['--scenario', '{"swissmetro_cost_factor":0.8}'];
    return cli('run-part', definition, '--agents', `${agents}`, ...scenario, '--part', part, '--out', at(out), ...more);
  };
  const merge = (from: string) => cli('merge-parts', definition, '--from', at(from), '--json');
  const contentsOf = (name: string) =>
    Object.fromEntries(readdirSync(at(name)).map((file) => [file, digestOf(readFileSync(at(`${name}/${file}`)))]));

  beforeAll(async () => {
    folder = mkdtempSync(join(tmpdir(), 'parts-'));
    printed = { out: '', error: '' };
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((printed.out += String(text)), true));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((printed.error += String(text)), true));
    expect(await runPart('whole', '1/1')).toBe(0);
  });
  afterAll(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('Parts in another number and order write the same files, and have the same digest and summary', async () => {
    for (const part of ['2/2', '1/2']) expect(await runPart('two', part)).toBe(0);
    expect(contentsOf('two')).toEqual(contentsOf('whole'));
    expect(Object.keys(contentsOf('two'))).toHaveLength(4);
    expect(await merge('whole')).toBe(0);
    const whole = JSON.parse(printed.out) as { digest: string; summary: { agent_count: number } };
    expect(whole).toMatchObject({ digest: expect.stringMatching(/^[0-9a-f]{64}$/) as string, agent_count: agents });
    expect(whole.summary.agent_count).toBe(agents);
    expect(await merge('two')).toBe(0);
    expect(JSON.parse(printed.out)).toEqual(whole);
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
    expect(await cli('merge-parts', other, '--from', at('whole'))).toBe(1);
    expect(printed.error).toContain('another definition');
  });

  it.each([
    [['--part', '4/3'], 'Must be like 3/20'],
    [['--scenario', '{'], 'Must be a JSON object'],
    [['--seed', '-1'], 'Must be a whole number'],
  ])('%j is rejected before anything is written', async (options, message) => {
    const required = ['run-part', definition, '--agents', '10', '--out', at('rejected')];
    expect(await cli(...required, ...options)).toBe(2);
    expect(printed.error).toContain(message);
    expect(readdirSync(folder)).not.toContain('rejected');
  });

  it('An unknown parameter is an error that lists the parameters', async () => {
    expect(await runPart('rejected', '1/1', '--scenario', '{"fare":2}')).toBe(1);
    expect(printed.error).toContain('fare is not a parameter of this workflow. Its parameters: ');
    expect(readdirSync(folder)).not.toContain('rejected');
  });

  it('A model whose agents interact is rejected', async () => {
    const bass = join(catalog, 'technology-adoption-bass.json');
    expect(await cli('run-part', bass, '--agents', '100000', '--out', at('interacting'))).toBe(1);
    expect(printed.error).toContain('Interacting agents must run together');
  });
});
