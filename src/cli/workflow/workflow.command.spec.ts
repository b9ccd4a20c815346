import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { WorkflowDefinition } from '../../../model/definition.js';
import { parseDefinition } from '../../../model/simulate.js';
import { letters, lettersFolder, lettersSpec, trueCoefficients } from '../../../test/support/letters.js';
import { itInFullLevel } from '../../../test/support/full-level.js';

describe('cli workflow', () => {
  const { at, run, calibrate, printed } = lettersFolder();
  let calibrated: { json: string; out: string } | undefined;
  /** Writes the definition of the documented example, and returns what its calibration printed. Calibrates only once, to save time. */
  const writeDefinition = async (out: string) => {
    if (calibrated === undefined) {
      expect(await calibrate('calibrated.json')).toBe(0);
      calibrated = { json: readFileSync(at('calibrated.json'), 'utf8'), out: printed.out };
    }
    writeFileSync(at(out), calibrated.json);
    return calibrated.out;
  };

  it('The calibration of the documented example estimates each true value within 3 standard errors', async () => {
    const out = await writeDefinition('made.json');
    const { evidence, population } = parseDefinition(JSON.parse(readFileSync(at('made.json'), 'utf8')));
    const truth: Record<string, number> = trueCoefficients;
    for (const { coefficient, estimate, standard_error } of evidence.estimates)
      expect(Math.abs(estimate - truth[coefficient]!)).toBeLessThan(3 * standard_error);
    expect(evidence.split).toMatchObject({ train_observations: 2_100, test_observations: 900 });
    expect(evidence.fits.map(({ sample }) => sample)).toEqual(['full', 'train']);
    const [effect] = evidence.hold_out.effects!;
    expect(Math.abs(effect!.predicted - effect!.observed)).toBeLessThan(4 * effect!.observed_standard_error!);
    expect(population.attributes[0]).toMatchObject({ id: 'age', type: 'integer' });
    expect(out).toMatch(/Sample train: 2100 observations, log-likelihood -\d+/);
    expect(out).toMatch(/iteration +log-likelihood +gradient +step\n0 /);
    expect(out).toMatch(/friendly +0\.\d+ +0\.\d+/);
  });

  it('Two definitions of the same data are compared, and those of other data are refused', async () => {
    await writeDefinition('one.json');
    const other = JSON.parse(readFileSync(at('one.json'), 'utf8')) as WorkflowDefinition;
    expect(await run('compare', at('one.json'), at('one.json'))).toBe(0);
    expect(printed.out).toMatch(/AIC +(\d+\.\d\d) +\1\n/);
    expect(printed.out).toContain('No likelihood ratio test');
    other.evidence.data.observations += 1;
    writeFileSync(at('other.json'), JSON.stringify(other));
    expect(await run('compare', at('one.json'), at('other.json'))).toBe(1);
    expect(printed.error).toContain('were fitted to different data or another split');
  });

  it('A definition is explained by its formulas, estimates, fit and correlations', async () => {
    await writeDefinition('one.json');
    expect(await run('explain', at('one.json'))).toBe(0);
    expect(printed.out).toMatch(/^V\(\w+\) = constant \+ /m);
    expect(printed.out).toMatch(/^coefficient +estimate +error +z +p$/m);
    expect(printed.out).toMatch(/log-likelihood -\d+\.\d{3}, McFadden's R² .*AIC .*, BIC /);
    expect(printed.out).toMatch(/^correlation +1 +2 +3 +4$[^]*^4 \w+( +-?\d\.\d\d){3} +1\.00$/m);
    expect(await run('explain', at('one.json'), '--json')).toBe(0);
    expect(JSON.parse(printed.out)).toMatchObject({ fit: { sample: 'full' } });
    const definition = JSON.parse(readFileSync(at('one.json'), 'utf8')) as WorkflowDefinition;
    definition.evidence.estimates[0]!.prior = { mean: -1, sd: 0.5, share: 0.2, estimate_without: -2 };
    writeFileSync(at('prior.json'), JSON.stringify(definition));
    expect(await run('explain', at('prior.json'))).toBe(0);
    expect(printed.out).toMatch(/prior of .* from the prior\n\w+ +-1 \(0\.5\) +-2 .* 20%/);
  });

  it('The validation accepts valid definitions and specs, and lists the problems of invalid ones', async () => {
    await writeDefinition('made.json');
    expect(await run('validate', at('made.json'))).toBe(0);
    expect(printed.out).toContain('reminder-letters 1.0.0 is a valid definition, digest ');
    expect(await run('validate', at('spec.yaml'))).toBe(0);
    expect(printed.out).toContain('is a valid spec');
    writeFileSync(at('spec.yaml'), lettersSpec.replace('data: {', 'data: { columns: { attribute.aeg: age },'));
    expect(await run('validate', at('spec.yaml'))).toBe(1);
    expect(printed.error).toContain('spec.yaml: invalid_spec');
    expect(printed.error).toContain('data.columns.attribute.aeg: unknown attribute "aeg"; known: age');
    writeFileSync(at('made.json'), '{');
    expect(await run('validate', at('made.json'))).toBe(1);
    expect(printed.error).toContain('made.json as JSON');
  });

  it('A spec with its questions in another file is read, and a missing file and missing data are named', async () => {
    const [questions] = /^questions:.*\n(?: {2}.*\n)+/m.exec(lettersSpec)!;
    writeFileSync(at('letters.yaml'), lettersSpec.replace(questions, 'questions: questions.yaml\n'));
    writeFileSync(at('questions.yaml'), questions.replace(/^questions:.*\n/, '').replaceAll(/^ {2}/gm, ''));
    expect(await run('validate', at('letters.yaml'))).toBe(0);
    expect(printed.out).toContain('reminder-letters 1.0.0 is a valid spec');
    rmSync(at('questions.yaml'));
    expect(await run('fit', at('letters.yaml'))).toBe(1);
    expect(printed.error).toMatch(/Cannot read .*questions\.yaml/);
    writeFileSync(at('letters.yaml'), lettersSpec);
    expect(await run('fit', at('letters.yaml'))).toBe(1);
    expect(printed.error).toContain('letters.yaml names no data. Use --data');
    expect(await run('fit', at('letters.yaml'), '--data', at('letters.csv'), '--out', at('letters.yaml'))).toBe(1);
    expect(printed.error).toContain('would replace');
  });

  it('The validation rejects definitions and specs with texts that a promotion would reject, with the path and the limit', async () => {
    await writeDefinition('made.json');
    const definition = JSON.parse(readFileSync(at('made.json'), 'utf8')) as WorkflowDefinition;
    definition.narrative.introduction[0]!.text = 'x'.repeat(601);
    writeFileSync(at('made.json'), JSON.stringify(definition));
    expect(await run('validate', at('made.json'))).toBe(1);
    const problem = 'narrative.introduction.0.text: expected at most 600 characters, received 601';
    expect(printed.error).toContain(`made.json: invalid_definition\n${problem}`);
    writeFileSync(
      at('spec.yaml'),
      lettersSpec.replace('introduction: I am {age} old', `introduction: ${'x'.repeat(601)}`),
    );
    expect(await run('validate', at('spec.yaml'))).toBe(1);
    expect(printed.error).toContain(`spec.yaml: invalid_spec\n${problem}`);
  });

  it('The validation and the calibration print five sample transcripts, and warn of texts that do not fit, with their path', async () => {
    const flawed = lettersSpec
      .replace('introduction: I am {age} old', 'introduction: I am {age} years old')
      .replace('chosen: "I end up {alternative}"', 'chosen: "I {alternative}"');
    writeFileSync(at('spec.yaml'), flawed);
    expect(await calibrate('made.json')).toBe(0);
    const warnings = [
      'narrative.introduction.0.text: states the unit twice: {age} already contains "years"',
      'narrative.outcome.chosen: lacks a verb',
    ];
    expect(printed.out.match(/^Transcript \d$/gm)).toHaveLength(5);
    for (const warning of warnings) expect(printed.out).toContain(`\n${warning}`);
    expect(await run('validate', at('made.json'))).toBe(0);
    expect(printed.out.match(/^Transcript \d$/gm)).toHaveLength(5);
    for (const warning of warnings) expect(printed.out).toContain(`\n${warning}`);
    expect(await run('validate', at('spec.yaml'))).toBe(0);
    expect(printed.out).not.toContain('Transcript 1');
    for (const warning of warnings) expect(printed.out).toContain(`\n${warning}`);
    expect(await run('validate', at('made.json'), '--json')).toBe(0);
    const report = JSON.parse(printed.out) as { warnings: { path: string }[]; transcripts: string[][] };
    expect(report.warnings.map(({ path }) => path)).toContain('narrative.outcome.chosen');
    expect(report.transcripts).toHaveLength(5);
  });

  it('The texts of the documented example have no warning', async () => {
    await writeDefinition('made.json');
    await run('validate', at('made.json'));
    expect(printed.out).not.toContain('Warnings');
  });

  it('A calibration rejects an invalid cell with its line and column, and a file that is not a table', async () => {
    writeFileSync(at('letters.csv'), letters(300).replace('\n2,', '\n2,x'));
    expect(await calibrate('made.json')).toBe(1);
    expect(printed.error).toMatch(
      /"x\d+" in line 3\.\n.*letters\.csv: invalid_data\nline 3, column age: is empty, but a term requires it/,
    );
    writeFileSync(at('letters.csv'), 'customer,age\n1,2,3\n');
    expect(await calibrate('made.json')).toBe(1);
    expect(printed.error).toContain('as CSV: ');
    writeFileSync(at('letters.csv'), '');
    expect(await calibrate('made.json')).toBe(1);
    expect(printed.error).toContain('is empty');
  });

  it('Line numbers in errors are correct after quoted cells with commas and line breaks', async () => {
    const quoted = letters(300).replace('customer,age', '"customer",age').replace('\n1,', '\n"1\n, quoted",');
    writeFileSync(at('letters.csv'), quoted.replace('\n3,', '\n3,y'));
    expect(await calibrate('made.json')).toBe(1);
    // The first row takes two lines.
    expect(printed.error).toMatch(/"y\d+" in line 5\.\n.*\nline 5, column age: is empty/);
  });

  it('A calibration rejects data that do not identify a parameter, and names the reason', async () => {
    writeFileSync(at('letters.csv'), letters(600).replaceAll('plain', 'friendly'));
    expect(await calibrate('made.json')).toBe(1);
    expect(printed.error).toMatch(/calibration_too_few\nfewer than 5 rows have a nonzero term of plain/);
    writeFileSync(at('letters.csv'), letters(600).replaceAll(/friendly,(yes|no)/g, 'friendly,yes'));
    expect(await calibrate('made.json')).toBe(1);
    expect(printed.error).toMatch(/calibration_separated\n.*friendly/);
    writeFileSync(at('letters.csv'), letters(600).replaceAll(',no,', ',yes,'));
    expect(await calibrate('made.json')).toBe(1);
    expect(printed.error).toMatch(/calibration_outcome_never_seen\nno row has the outcome does_not_pay/);
  });

  it('A calibration rejects a baseline that differs from the data, with both figures and the fix', async () => {
    writeFileSync(at('spec.yaml'), lettersSpec.replace(/^baseline_reason: .*\n/m, ''));
    expect(await calibrate('made.json')).toBe(1);
    expect(printed.error).toMatch(
      /calibration_baseline_differs\nthe baseline predicts [\d.]+% for "\w+" \(95% interval [\d.]+% to [\d.]+% of its estimation and simulation\), but [\d.]+% were observed among all respondents; let the parameter default to as_observed, or state in baseline_reason why the baseline is another level: "letter" \(now "none"\)/,
    );
  });

  it('With a reason for another baseline, the evidence has the reason, the observed mix and the values of all respondents', async () => {
    await writeDefinition('made.json');
    const { baseline } = parseDefinition(JSON.parse(readFileSync(at('made.json'), 'utf8'))).evidence;
    expect(baseline).toMatchObject({
      respondents: 'baseline',
      reason: 'The baseline is the control group of the experiment, which got no letter.',
      mix: [
        { parameter: 'letter', values: ['none', 'plain', 'friendly'].map((value) => ({ value, share: 0.333333 })) },
      ],
    });
    const paying = baseline!.figures.find(({ id }) => id === 'pays')!;
    expect(paying.observed_all! - paying.observed).toBeGreaterThan(0.05);
  });

  it('Wrong usage of a command results in exit code 2', async () => {
    expect(await run('fit')).toBe(2);
    expect(await run('fit', at('spec.yaml'), '--on', 'May')).toBe(2);
    expect(await run('backtest', '--agents', '1', '--data', at(''))).toBe(2);
  });

  describe('backtest', () => {
    const slug = 'reminder-letters';
    const backtest = (...more: string[]) =>
      run('backtest', slug, '--catalog', at('catalog'), '--data', at('data'), ...more);
    const definition = () => parseDefinition(JSON.parse(readFileSync(join(at('catalog'), `${slug}.json`), 'utf8')));

    beforeEach(async () => {
      mkdirSync(join(at('catalog'), 'specs'), { recursive: true });
      mkdirSync(join(at('data'), slug), { recursive: true });
      writeFileSync(join(at('catalog'), 'specs', `${slug}.yaml`), lettersSpec);
      writeFileSync(join(at('data'), slug, 'data.csv'), letters(3_000));
      await writeDefinition(`catalog/${slug}.json`);
    });

    it('A backtest simulates the held-out observations and writes the results only with --write', async () => {
      expect(await backtest()).toBe(0);
      expect(printed.out).toMatch(/18000 agents +observed +predicted +simulated/);
      expect(definition().evidence.hold_out.simulation).toBeUndefined();
      expect(await backtest('--write', '--agents', '10')).toBe(0);
      const { outcomes, simulation } = definition().evidence.hold_out;
      expect(simulation).toEqual({ agents: 9_000, seed: 1 });
      for (const { predicted, simulated } of outcomes) expect(Math.abs(simulated! - predicted)).toBeLessThan(0.02);
    });

    it('A backtest of a spec that starts from another one uses the data of its base', async () => {
      writeFileSync(join(at('catalog'), 'specs', 'variant.yaml'), `base: ${slug}.yaml`);
      writeFileSync(join(at('catalog'), 'variant.json'), JSON.stringify(definition()));
      expect(await run('backtest', '--agents', '2', '--catalog', at('catalog'), '--data', at('data'))).toBe(0);
      expect(printed.out).toMatch(/^reminder-letters\n[^]*^variant\n/m);
    });

    it('A backtest rejects a definition that was calibrated with other data', async () => {
      writeFileSync(join(at('data'), slug, 'data.csv'), letters(2_990));
      expect(await backtest()).toBe(1);
      expect(printed.error).toContain('differ from those of this recipe and data');
    });

    it('A backtest names a missing file', async () => {
      expect(await run('backtest', 'nothing', '--catalog', at('catalog'), '--data', at('data'))).toBe(1);
      expect(printed.error).toContain('The backtest of nothing requires ');
    });

    it('A backtest names the variable CALIBRATION_DATA if the data folder is missing', async () => {
      const { CALIBRATION_DATA } = process.env;
      delete process.env.CALIBRATION_DATA;
      expect(await run('backtest', slug)).toBe(2);
      expect(printed.error).toContain('specify the calibration data with --data or CALIBRATION_DATA');
      if (CALIBRATION_DATA !== undefined) process.env.CALIBRATION_DATA = CALIBRATION_DATA;
      expect(await run('backtest', slug, '--data', at('missing'))).toBe(1);
      expect(printed.error).toMatch(
        /calibration data folder .*missing does not exist\. Correct --data or CALIBRATION_DATA/,
      );
    });
  });

  const spec = (title: string, formula: string) =>
    `title: ${title}\nformula: paid ~ ${formula}\noutcome: { event: yes }\nsplit: { column: part, train: train, test: test }`;

  itInFullLevel('A calibration of the same input writes identical files', async () => {
    writeFileSync(at('letters.csv'), letters(600));
    for (const name of ['one.json', 'two.json']) expect(await calibrate(name)).toBe(0);
    expect(readFileSync(at('one.json'), 'utf8')).toBe(readFileSync(at('two.json'), 'utf8'));
  });

  itInFullLevel(
    'Two specs that are not nested are fitted to the same data and compared with the test of Vuong, not with a likelihood ratio',
    async () => {
      writeFileSync(at('letter.yaml'), spec('Letters', 'letter'));
      writeFileSync(at('age.yaml'), spec('Letters', 'age'));
      expect(await run('compare', at('letter.yaml'), at('age.yaml'), '--data', at('letters.csv'))).toBe(0);
      expect(printed.out).toContain('No likelihood ratio test: the models are not nested');
      expect(printed.out).not.toContain('Likelihood ratio: ');
      expect(printed.out).toMatch(/Vuong's test: z = -?\d+\.\d\d, p = 0\.\d{4}, from 3,000 independent observations/);
      // One row for each respondent: the mean of minus the log-likelihood is the log loss.
      const [, likelihood] = /Held-out log-likelihood +(-\d+\.\d+)/.exec(printed.out)!;
      const [, loss] = /Held-out log loss +(\d\.\d+)/.exec(printed.out)!;
      expect(Number(likelihood) / -900).toBeCloseTo(Number(loss), 4);
    },
  );

  itInFullLevel(
    'A comparison is written into the evidence of the first model, and shown with its explanation',
    async () => {
      writeFileSync(at('letter.yaml'), spec('Letter', 'letter + age'));
      writeFileSync(at('age.yaml'), spec('Age', 'age'));
      for (const name of ['letter', 'age'])
        expect(await run('fit', at(`${name}.yaml`), '--data', at('letters.csv'))).toBe(0);
      const compare = (...more: string[]) => run('compare', at('letter.yaml'), at('age.yaml'), ...more);
      const withData = ['--data', at('letters.csv')];
      expect(await compare(...withData, '--write', at('age.json'))).toBe(1);
      expect(printed.error).toContain('age.json is not the fit of the first spec to these data');
      expect(await compare('--write', at('letter.json'))).toBe(1);
      expect(printed.error).toContain('--write needs --data');
      expect(await compare(...withData, '--write', at('letter.json'), '--json')).toBe(0);
      const { comparison } = parseDefinition(JSON.parse(readFileSync(at('letter.json'), 'utf8'))).evidence;
      expect(comparison).toEqual(JSON.parse(printed.out));
      expect(comparison).toMatchObject({
        models: [{ workflow_id: 'letter' }, { workflow_id: 'age' }],
        likelihood_ratio: { degrees_of_freedom: 2 },
        vuong: null,
      });
      expect(await run('explain', at('letter.json'))).toBe(0);
      expect(printed.out).toMatch(/this model +age 1\.0\.0\n.*Likelihood ratio: /s);
    },
  );

  itInFullLevel(
    'A fit that explains itself prints robust standard errors and all correlations, and writes the same file',
    async () => {
      expect(await calibrate('plain.json')).toBe(0);
      const { evidence } = parseDefinition(JSON.parse(readFileSync(at('plain.json'), 'utf8')));
      expect(
        await run('fit', at('spec.yaml'), '--data', at('letters.csv'), '--out', at('made.json'), '--explain'),
      ).toBe(0);
      expect(readFileSync(at('made.json'), 'utf8')).toBe(readFileSync(at('plain.json'), 'utf8'));
      expect(printed.out).toContain('Covariance: robust (sandwich): 3000 rows.');
      expect(printed.out).toMatch(/^V\(\w+\) = constant \+ /m);
      expect(printed.out).toMatch(/^correlation +1 +2 +3 +4$/m);
      // The model is right, so that robust and plain errors nearly agree, but they are not the same numbers.
      const errors = evidence.estimates.map(({ coefficient, standard_error: plain }) => {
        const [, robust] = new RegExp(`^${coefficient} +-?[\\d.]+ +([\\d.]+) `, 'm').exec(printed.out)!;
        return Number(robust) / plain;
      });
      for (const ratio of errors) expect(ratio).toBeCloseTo(1, 1);
      expect(errors.some((ratio) => Math.abs(ratio - 1) > 1e-4)).toBe(true);
    },
  );
});
