import { readFileSync, writeFileSync } from 'node:fs';
import { parseDefinition } from '../../../model/simulate.js';
import { letters, lettersFolder } from '../../../test/support/letters.js';

describe('cli workflow', () => {
  const { at, run, calibrate, printed } = lettersFolder();
  const spec = (title: string, formula: string) =>
    `title: ${title}\nformula: paid ~ ${formula}\noutcome: { event: yes }\nsplit: { column: part, train: train, test: test }`;

  it('A calibration of the same input writes identical files', async () => {
    writeFileSync(at('letters.csv'), letters(600));
    for (const name of ['one.json', 'two.json']) expect(await calibrate(name)).toBe(0);
    expect(readFileSync(at('one.json'), 'utf8')).toBe(readFileSync(at('two.json'), 'utf8'));
  });

  it('Two specs that are not nested are fitted to the same data and compared with the test of Vuong, not with a likelihood ratio', async () => {
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
  });

  it('A comparison is written into the evidence of the first model, and shown with its explanation', async () => {
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
  });

  it('A fit that explains itself prints robust standard errors and all correlations, and writes the same file', async () => {
    expect(await calibrate('plain.json')).toBe(0);
    const { evidence } = parseDefinition(JSON.parse(readFileSync(at('plain.json'), 'utf8')));
    expect(await run('fit', at('spec.yaml'), '--data', at('letters.csv'), '--out', at('made.json'), '--explain')).toBe(
      0,
    );
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
  });
});
