import { copyFileSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import { cliFolder } from '../../../test/support/cli-folder.js';
import { itInFullLevel } from '../../../test/support/full-level.js';

const docs = join(import.meta.dirname, '../../../docs');

describe('cli workflow init and fit', () => {
  const { at, run, printed } = cliFolder('workflow');

  beforeEach(() => {
    for (const name of ['letters.csv', 'letters.yaml']) copyFileSync(join(docs, 'examples', name), at(name));
  });

  it('A fit of a spec prints its estimates, and writes a valid definition', async () => {
    const rows = readFileSync(at('letters.csv'), 'utf8').split('\n').slice(0, 601);
    writeFileSync(at('letters.csv'), `${rows.join('\n')}\n`);
    expect(await run('fit', at('letters.yaml'), '--on', '2025-05-01')).toBe(0);
    expect(printed.out).toMatch(/^Family: binary_logit, because "paid" has 2 values\.$/m);
    expect(printed.out).toMatch(/^letter_friendly +-?[\d.]+ +[\d.]+ +-?[\d.]+ /m);
    expect(printed.out).toMatch(/^600 observations, log-likelihood -\d+\.\d{4}, /m);
    expect(await run('validate', at('letters.json'))).toBe(0);
  });

  it('A spec that init writes with the defaults of its questions is valid', async () => {
    const spec = at('drafted.yaml');
    const init = ['init', '--data', at('letters.csv'), '--outcome', 'paid', '--out', spec, '--yes'];
    expect(await run(...init)).toBe(0);
    expect(parse(readFileSync(spec, 'utf8'))).toMatchObject({
      formula: 'paid ~ letter + discount + age + region + past_bills',
      group: 'household',
      parameters: { letter: { compare: ['none', 'friendly', 'plain'] }, discount: {} },
    });
    expect(await run('validate', spec)).toBe(0);
    expect(printed.out).toContain('paid-in-letters 1.0.0 is a valid spec.');
    mkdirSync(at('specs'));
    const elsewhere = ['init', '--data', at('letters.csv'), '--outcome', 'paid', '--out', at('specs/paid.yaml')];
    expect(await run(...elsewhere)).toBe(0);
    expect(parse(readFileSync(at('specs/paid.yaml'), 'utf8'))).toMatchObject({
      data: '../letters.csv',
      title: 'Paid in letters',
    });
    expect(await run('validate', at('specs/paid.yaml'))).toBe(0);
    // An existing file is never overwritten.
    expect(await run(...init)).toBe(1);
    expect(printed.error).toContain('exists');
  });

  it('A problem of the spec is printed with its fix, and no file is written', async () => {
    expect(await run('fit', at('letters.yaml'), '--data', at('letters.yaml'), '--out', at('none.json'))).toBe(1);
    expect(await run('fit', at('letters.yaml'), '--edges', at('none.csv'))).toBe(1);
    expect(await run('init', '--data', at('letters.csv'), '--outcome', 'payed', '--out', at('x.yaml'))).toBe(1);
    expect(printed.error).toContain('the data have no column "payed"; did you mean "paid"?');
    expect(existsSync(at('none.json'))).toBe(false);
    expect(await run('init', '--data', at('letters.csv'), '--out', at('x.yaml'))).toBe(1);
    expect(printed.error).toContain('--outcome. Columns: household, letter');
    writeFileSync(at('definition.json'), '{ "workflow_id": "a", "decision": {} }');
    expect(await run('fit', at('definition.json'), '--data', at('letters.csv'), '--out', at('none.json'))).toBe(1);
    expect(printed.error).toContain('is a definition, not a spec');
  });

  it('A comparison of latent classes rejects invalid ranges, and specs without alternatives', async () => {
    for (const range of ['2', '3-2', '0-4', '1-21'])
      expect(await run('fit', at('letters.yaml'), '--compare-classes', range)).toBe(2);
    expect(await run('fit', at('letters.yaml'), '--compare-classes', '1-2')).toBe(1);
    expect(printed.error).toContain('Only choices between alternatives have latent classes');
  });

  itInFullLevel('The tutorial shows the spec that ships, and the output of its fit', async () => {
    const tutorial = readFileSync(join(docs, 'analyst/calibration.md'), 'utf8');
    const blockOf = (language: string) => new RegExp(`\`\`\`${language}\n([^]*?)\`\`\``).exec(tutorial)![1]!;
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

  itInFullLevel(
    'Numbers of latent classes are compared by BIC and held-out observations, and no file is written',
    async () => {
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
    },
  );
});
