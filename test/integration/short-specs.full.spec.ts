import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { modelOf } from '../../model/fitting/calibrate.js';
import { fitSample } from '../../model/fitting/fit-sample.js';
import { parseRecipe } from '../../model/authoring/recipe/parse-recipe.js';
import { expandSpec } from '../../model/authoring/expand-spec.js';
import { parseSpec } from '../../model/authoring/parse-spec.js';
import { readTableFile } from '../../src/cli/workflow/read-spec.js';
import { calibrationFolder } from '../support/calibration-folder.js';

/** A formula, and the coefficients of R in the order of ours. */
interface Case {
  slug: string;
  spec: string;
  reference: readonly string[];
}

const cases: Case[] = [
  {
    slug: 'hiv-test-incentive',
    spec: `
formula: got ~ any + log1p(2 * tinc) + distvct + I(distvct^2) + age + I(age^2) + hiv2004
group: villnum
missing: drop
columns: { hiv2004: { type: number } }
parameters: { tinc: { randomized: true, change: set, compare: [0, 1, 2] } }`,
    reference: ['(Intercept)', 'any', 'log1p(2 * tinc)', 'dist', 'I(dist^2)', 'age', 'I(age^2)', 'hiv2004'],
  },
  {
    slug: 'charity-match-mailing',
    spec: `
formula: gave ~ ratio * red0 + log1p(hpa) + log1p(freq) + mrm2 + I(mrm2^2) + female + couple
parameters: { ratio: { randomized: true, compare: [none, "1:1", "2:1", "3:1"] } }`,
    reference: [
      ...['(Intercept)', 'match1to1', 'match2to1', 'match3to1', 'red0', 'lhpa', 'lfreq', 'mrm2', 'I(mrm2^2)', 'female'],
      ...['couple', 'match1to1:red0', 'match2to1:red0', 'match3to1:red0'],
    ],
  },
  {
    slug: 'housing-satisfaction',
    spec: `
formula: Sat ~ Infl + Type + Cont
outcome: { order: [Low, Medium, High] }
columns: { Infl: { levels: [Low, Medium, High] }, Type: { reference: Tower }, Cont: { reference: Low } }
parameters: { Type: {} }`,
    reference: [
      ...['InflMedium', 'InflHigh', 'TypeApartment', 'TypeAtrium', 'TypeTerrace', 'ContHigh', 'Low|Medium'],
      'Medium|High',
    ],
  },
  {
    slug: 'health-insurance-visits',
    spec: `
formula: mdvis ~ arm + linc + lfam + xage + I(xage^2) + female * child + black + educdec + physlm + disea + health
id_column: id
columns: { health: { levels: [excellent, good, fair, poor] } }
parameters: { arm: { randomized: true } }`,
    reference: [
      ...[
        '(Intercept)',
        'armcoins_25',
        'armcoins_50',
        'armcoins_95',
        'armindividual_deductible',
        'linc',
        'lfam',
        'xage',
      ],
      ...['I(xage^2)', 'female', 'child', 'black', 'educdec', 'physlm', 'disea', 'hlthg', 'hlthf', 'hlthp', 'fchild'],
    ],
  },
  {
    slug: 'intercity-mode-choice',
    spec: `
formula: choice ~ cost + freq + ovt + ivt | income + urban
alternatives: { shape: wide, reference: train }
columns: { urban: { type: number } }
parameters: { cost: { each: alternative } }`,
    reference: [
      ...['asc_air', 'asc_bus', 'asc_car', 'cost', 'freq', 'ovt', 'ivt', 'income_air', 'urban_air', 'income_bus'],
      ...['urban_bus', 'income_car', 'urban_car'],
    ],
  },
  {
    slug: 'catsup-brand-choice',
    spec: `
formula: choice ~ disp + feat + price
alternatives: { shape: wide, reference: hunts32 }
id_column: household
parameters: { price: { each: alternative, change: multiply }, disp: { each: alternative } }`,
    reference: ['asc_heinz28', 'asc_heinz32', 'asc_heinz41', 'display', 'feature', 'price'],
  },
];

interface ReferenceFit {
  loglik: number;
  coefficients: { name: string; estimate: number; se: number; se_robust?: number }[];
}

describe.each(cases)('The formula of $slug (skipped without the data folder)', ({ slug, spec, reference }) => {
  const folder = join(calibrationFolder, slug);
  const test = existsSync(folder) ? it : it.skip;

  test('gives the estimates, standard errors and log-likelihood of R', async () => {
    const data = await readTableFile(join(folder, 'data.csv'));
    const { recipe, table } = expandSpec(parseSpec(`title: ${slug}\n${spec}`), data);
    const parsed = parseRecipe(recipe);
    const model = modelOf({ recipe: parsed, data: table });
    const { fit } = fitSample(model, Int32Array.from(model.observations.row.keys()), parsed.fit);
    const file = JSON.parse(readFileSync(join(folder, 'fit.json'), 'utf8')) as { fit_full: ReferenceFit };
    const { loglik, coefficients } = file.fit_full;
    expect(Math.abs(fit.logLikelihood - loglik)).toBeLessThan(slug.startsWith('health') ? 0.2 : 1e-4);
    const differences = reference.flatMap((name, k) => {
      const theirs = coefficients.find((one) => one.name === name)!;
      const distance = Math.abs(fit.estimates[k]! - theirs.estimate) / Math.max(Math.abs(theirs.estimate), theirs.se);
      const allowed = slug.startsWith('health') ? 0.01 : 5e-5;
      return distance <= allowed ? [] : [`${fit.names[k]} ${fit.estimates[k]} ${name} ${theirs.estimate}`];
    });
    expect(differences).toEqual([]);
  });
});
