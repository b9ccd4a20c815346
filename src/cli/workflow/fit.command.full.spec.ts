import { copyFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cliFolder } from '../../../test/support/cli-folder.js';

const docs = join(import.meta.dirname, '../../../docs');
const tutorial = readFileSync(join(docs, 'analyst/calibration.md'), 'utf8');
const blockOf = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(tutorial)![1]!;

describe('cli workflow init and fit', () => {
  const { at, run, printed } = cliFolder('workflow');

  it('The tutorial shows the spec that ships, and the output of its fit', async () => {
    for (const name of ['letters.csv', 'letters.yaml']) copyFileSync(join(docs, 'examples', name), at(name));
    expect(parse(blockOf('yaml'))).toEqual(parse(readFileSync(at('letters.yaml'), 'utf8')));
    expect(await run('fit', at('letters.yaml'), '--on', '2025-05-01')).toBe(0);
    const lines = new Set(printed.out.split('\n').map((line) => line.trimEnd()));
    expect(
      blockOf('text')
        .split('\n')
        .filter((line) => !lines.has(line.trimEnd())),
    ).toEqual([]);
    const definition = readFileSync(at('letters.json'), 'utf8');
    expect(await run('fit', at('letters.yaml'), '--on', '2025-05-01', '--out', at('again.json'))).toBe(0);
    expect(readFileSync(at('again.json'), 'utf8')).toBe(definition);
    expect(await run('validate', at('letters.json'))).toBe(0);
  });

  it('Numbers of latent classes are compared by BIC and held-out observations, and no file is written', async () => {
    // Half of the respondents decide by price, and the others by time.
    let state = 3;
    const draw = () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
    const rows = Array.from({ length: 900 }, (_, row) => {
      const id = Math.floor(row / 6);
      const [priceBus, priceCar, timeBus, timeCar] = [draw(), draw(), draw(), draw()];
      const lead = id % 2 === 0 ? -6 * (priceCar - priceBus) : -6 * (timeCar - timeBus);
      const mode = draw() < 1 / (1 + Math.exp(-lead)) ? 'car' : 'bus';
      return [id, ...[priceBus, priceCar, timeBus, timeCar].map((value) => value.toFixed(3)), mode].join(',');
    });
    writeFileSync(at('modes.csv'), ['id,price_bus,price_car,time_bus,time_car,mode', ...rows].join('\n'));
    writeFileSync(
      at('modes.yaml'),
      'title: Modes\ndata: modes.csv\nformula: mode ~ price + time\nid_column: id\nalternatives: { shape: wide }\n',
    );
    expect(await run('fit', at('modes.yaml'), '--compare-classes', '1-2')).toBe(0);
    const [header, one, two] = printed.out.split('\n').map((line) => line.split(/ {2,}/));
    expect(header).toEqual([
      ...['Classes', 'Parameters', 'Log-likelihood', 'BIC', 'Held-out log loss'],
      ...['Smallest share', 'Starts at the best maximum'],
    ]);
    expect([one!.slice(0, 2), two!.slice(0, 2)]).toEqual([
      ['1', '3'],
      ['2', '7'],
    ]);
    expect(Number(two![2])).toBeGreaterThan(Number(one![2]) + 20);
    expect(two![3]).toMatch(/\*$/);
    expect(two![4]).toMatch(/\*$/);
    expect(Number.parseFloat(two![5]!)).toBeGreaterThan(40);
    expect(two![6]).toMatch(/^[1-3] of 3$/);
    expect(existsSync(at('modes.json'))).toBe(false);
  });
});
