import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseDefinition } from '../../engine/index.js';
import { philox4x32 } from '../../engine/random/philox.js';
import { uniformFromWords } from '../../engine/random/uniform.js';
import { runCli } from '../program.js';

const docs = readFileSync(join(import.meta.dirname, '../../../docs/calibration.md'), 'utf8');
const spec = /```json\n([^]*?)```/.exec(docs)![1]!;
const TRUTH = { constant: -1.2, plain: 0.4, friendly: 0.9, age: 0.25 };
const LETTERS = ['none', 'plain', 'friendly'] as const;

/** Customers who pay as the true model says, with luck of their own. */
function letters(customers: number): string {
  const words = new Uint32Array(4);
  const rows = Array.from({ length: customers }, (_, customer) => {
    philox4x32(1, 2, customer, 0, 0, 0, words);
    const [who, luck] = [uniformFromWords(words[0]!, words[1]!), uniformFromWords(words[2]!, words[3]!)];
    const letter = LETTERS[customer % 3]!;
    const age = 18 + Math.floor(60 * who);
    const utility = TRUTH.constant + (letter === 'none' ? 0 : TRUTH[letter]) + TRUTH.age * (age / 10);
    const paid = luck < 1 / (1 + Math.exp(-utility)) ? 'yes' : 'no';
    return [customer + 1, age, letter, paid, customer % 10 < 7 ? 'train' : 'test'].join(',');
  });
  return ['customer,age,letter,paid,part', ...rows, ''].join('\n');
}

describe('cli workflow', () => {
  let folder: string;
  let said: { out: string; error: string };
  const at = (name: string) => join(folder, name);
  const run = (...words: string[]) => {
    said.out = said.error = '';
    return runCli(['workflow', ...words]);
  };
  const calibrate = (out: string) =>
    run('calibrate', '--spec', at('spec.json'), '--data', at('letters.csv'), '--out', at(out));

  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'workflow-'));
    said = { out: '', error: '' };
    jest.spyOn(process.stdout, 'write').mockImplementation((text) => ((said.out += String(text)), true));
    jest.spyOn(process.stderr, 'write').mockImplementation((text) => ((said.error += String(text)), true));
    writeFileSync(at('spec.json'), spec);
    writeFileSync(at('letters.csv'), letters(3_000));
  });
  afterEach(() => {
    jest.restoreAllMocks();
    rmSync(folder, { recursive: true });
  });

  it('calibrates the example of the documentation: the truth is within 3 standard errors, and the table tells it', async () => {
    expect(await calibrate('made.json')).toBe(0);
    const { evidence, population } = parseDefinition(JSON.parse(readFileSync(at('made.json'), 'utf8')));
    for (const { coefficient, estimate, standard_error } of evidence.estimates)
      expect(Math.abs(estimate - TRUTH[coefficient as keyof typeof TRUTH])).toBeLessThan(3 * standard_error);
    expect(evidence.split).toMatchObject({ train_observations: 2_100, test_observations: 900 });
    expect(evidence.fits.map(({ sample }) => sample)).toEqual(['train', 'full']);
    const [effect] = evidence.hold_out.effects!;
    expect(Math.abs(effect!.predicted - effect!.observed)).toBeLessThan(4 * effect!.observed_standard_error!);
    expect(population.attributes[0]).toMatchObject({ id: 'age', type: 'integer' });
    expect(said.out).toMatch(/Sample train: 2100 rows, log-likelihood -\d+/);
    expect(said.out).toMatch(/iteration +log-likelihood +gradient +step\n0 /);
    expect(said.out).toMatch(/friendly +0\.\d+ +0\.\d+/);
  });

  it('writes the same bytes for the same input', async () => {
    await calibrate('one.json');
    await calibrate('two.json');
    expect(readFileSync(at('one.json'), 'utf8')).toBe(readFileSync(at('two.json'), 'utf8'));
  });

  it('validates definitions and specs, and tells everything that is wrong with them', async () => {
    await calibrate('made.json');
    expect(await run('validate', at('made.json'))).toBe(0);
    expect(said.out).toContain('reminder-letters 1.0.0 is a valid definition, digest ');
    expect(await run('validate', at('spec.json'))).toBe(0);
    expect(said.out).toContain('is a valid spec');
    writeFileSync(at('spec.json'), spec.replace('"attribute.age"', '"attribute.aeg"'));
    expect(await run('validate', at('spec.json'))).toBe(1);
    expect(said.error).toContain('spec.json: invalid_spec');
    expect(said.error).toContain('data.columns.attribute.aeg: unknown attribute "aeg"; known: age');
    writeFileSync(at('made.json'), '{');
    expect(await run('validate', at('made.json'))).toBe(1);
    expect(said.error).toContain('made.json cannot be read as JSON');
  });

  it('refuses bad cells by line and column, and files that are no tables', async () => {
    writeFileSync(at('letters.csv'), letters(300).replace('\n2,', '\n2,x'));
    expect(await calibrate('made.json')).toBe(1);
    expect(said.error).toMatch(/letters\.csv: invalid_data\nline 3, column age: "x\d+" is not a number/);
    writeFileSync(at('letters.csv'), 'customer,age\n1,2,3\n');
    expect(await calibrate('made.json')).toBe(1);
    expect(said.error).toContain('cannot be read as CSV');
    writeFileSync(at('letters.csv'), '');
    expect(await calibrate('made.json')).toBe(1);
    expect(said.error).toContain('is empty');
  });

  it('reads quoted cells, with commas and line ends in them, and tells the line they stand on', async () => {
    const quoted = letters(300).replace('customer,age', '"customer",age').replace('\n1,', '\n"1\n, quoted",');
    writeFileSync(at('letters.csv'), quoted.replace('\n3,', '\n3,y'));
    expect(await calibrate('made.json')).toBe(1);
    // The first row takes two lines.
    expect(said.error).toMatch(/line 5, column age: "y\d+" is not a number/);
  });

  it('refuses by name what the data cannot tell', async () => {
    writeFileSync(at('letters.csv'), letters(600).replaceAll('plain', 'friendly'));
    expect(await calibrate('made.json')).toBe(1);
    expect(said.error).toMatch(/calibration_too_few\nfewer than 5 rows for plain/);
    writeFileSync(at('letters.csv'), letters(600).replaceAll(/friendly,(yes|no)/g, 'friendly,yes'));
    expect(await calibrate('made.json')).toBe(1);
    expect(said.error).toMatch(/calibration_separated\n.*friendly/);
    writeFileSync(at('letters.csv'), letters(600).replaceAll(',no,', ',yes,'));
    expect(await calibrate('made.json')).toBe(1);
    expect(said.error).toMatch(/calibration_outcome_never_seen\nnobody has does_not_pay/);
  });

  it('tells how a command is used that was used wrongly', async () => {
    expect(await run('calibrate', '--spec', at('spec.json'))).toBe(2);
    expect(await run('calibrate', '--on', 'May')).toBe(2);
    expect(await run('backtest', '--agents', '1', '--data', folder)).toBe(2);
  });

  describe('backtest', () => {
    const slug = 'reminder-letters';
    const backtest = (...more: string[]) =>
      run('backtest', slug, '--catalog', at('catalog'), '--data', at('data'), ...more);
    const definition = () => parseDefinition(JSON.parse(readFileSync(join(at('catalog'), `${slug}.json`), 'utf8')));

    beforeEach(async () => {
      mkdirSync(join(at('catalog'), 'specs'), { recursive: true });
      mkdirSync(join(at('data'), slug), { recursive: true });
      writeFileSync(join(at('catalog'), 'specs', `${slug}.json`), spec);
      writeFileSync(join(at('data'), slug, 'data.csv'), letters(3_000));
      await calibrate(`catalog/${slug}.json`);
    });

    it('runs agents in the place of the held-out people, and writes what they did when asked', async () => {
      expect(await backtest()).toBe(0);
      expect(said.out).toMatch(/18000 agents +observed +predicted +simulated/);
      expect(definition().evidence.hold_out.simulation).toBeUndefined();
      expect(await backtest('--write', '--agents', '10')).toBe(0);
      const { outcomes, simulation } = definition().evidence.hold_out;
      expect(simulation).toEqual({ agents: 9_000, seed: 1 });
      for (const { predicted, simulated } of outcomes) expect(Math.abs(simulated! - predicted)).toBeLessThan(0.02);
    });

    it('refuses a definition that was made of other data', async () => {
      writeFileSync(join(at('data'), slug, 'data.csv'), letters(2_990));
      expect(await backtest()).toBe(1);
      expect(said.error).toContain('it was made of another spec or of other data');
    });

    it('names the file that is missing', async () => {
      expect(await run('backtest', 'nothing', '--catalog', at('catalog'), '--data', at('data'))).toBe(1);
      expect(said.error).toContain('is not there, and a backtest of nothing needs it');
    });
  });
});
