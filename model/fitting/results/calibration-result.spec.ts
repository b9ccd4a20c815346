import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectFolder } from '../../../test/support/operator.js';
import type { WorkflowDefinition } from '../../definition.js';
import { withBoxCox, withIntercepts, withLink, withNests } from '../../testing/mixed-definitions.js';
import { calibrate } from '../calibrate.js';
import type { Calibration } from '../calibration.js';
import { parseRecipe } from '../../authoring/recipe/parse-recipe.js';
import type { Table } from '../rows/table.js';
import { expandSpec } from '../../authoring/expand-spec.js';
import { parseSpec } from '../../authoring/parse-spec.js';
import { calibrationResult } from './calibration-result.js';
import { modelWords } from './model-words.js';
import type { CalibrationResult } from './result.schema.js';
import { baselineWarnings, contrastWarnings, fitWarnings, priorWarnings } from './warnings.js';

/** Uniform numbers from 0 to 1 that are the same in every run. */
function uniform(seed: number): () => number {
  let state = seed;
  return () => (state = (state * 48_271) % 2_147_483_647) / 2_147_483_647;
}

function tableOf(rows: readonly Readonly<Record<string, string | number>>[]): Table {
  const names = Object.keys(rows[0]!);
  return {
    columns: new Map(names.map((name) => [name, rows.map((row) => String(row[name]))])),
    lines: Int32Array.from(rows, (_, row) => row + 2),
  };
}

function fitted(spec: string, table: Table): Calibration {
  const expansion = expandSpec(parseSpec(spec), table);
  return calibrate({ recipe: parseRecipe(expansion.recipe), data: expansion.table, calibratedOn: '2026-11-25' });
}

const rowCount = 600;
const next = uniform(3);
const people = Array.from({ length: rowCount }, (_, row) => {
  const group = row % 30;
  const offer = row % 2;
  const noise = next().toFixed(4);
  const share = 1 / (1 + Math.exp(-(-0.8 + 1.4 * offer)));
  return { group, offer, noise, visits: Math.floor(4 * next() * (1 + offer)), joined: next() < share ? 'yes' : 'no' };
});
const spec = `title: Offers
formula: joined ~ offer + noise
outcome: { event: yes, label: Joins }
group: group
parameters: { offer: { randomized: true }, noise: {} }
`;

describe('the result of a calibration', () => {
  let calibration: Calibration;
  let result: CalibrationResult;
  beforeAll(() => {
    calibration = fitted(spec, tableOf(people));
    result = calibrationResult(calibration);
  });
  const codes = () => result.warnings.map(({ code }) => code);

  it('Estimates have the standard errors, the tests and the intervals of the degrees of freedom of few groups', () => {
    const { fit } = calibration.samples[0]!.fitted;
    for (const [k, own] of result.estimates.entries()) {
      const degrees = fit.fewClusters!.degreesOfFreedom[k]!;
      const margin = (own.interval![1] - own.interval![0]) / 2;
      expect(own.z).toBeCloseTo(own.estimate / own.standard_error!, 2);
      // A quantile of Student's t distribution is greater than the normal one, and decreases with the degrees of freedom.
      expect(margin / own.standard_error!).toBeGreaterThan(1.96);
      expect(margin / own.standard_error!).toBeLessThan(1.96 * (1 + 2 / Math.floor(degrees)));
      // The interval excludes 0 exactly if the probability is below 5%.
      expect(own.interval![0] > 0 || own.interval![1] < 0).toBe(own.p! < 0.05);
    }
  });

  it('Without groups, the standard errors are robust and named so', () => {
    const own = fitted(spec.replace('group: group\n', ''), tableOf(people));
    const { estimates, fit } = calibrationResult(own);
    expect(fit.standard_errors).toBe('robust (sandwich covariance)');
    const { robustStandardErrors } = own.samples[0]!.fitted.fit;
    for (const [k, { standard_error }] of estimates.entries())
      expect(standard_error).toBeCloseTo(robustStandardErrors[k]!, 6);
  });

  it('Priors of a spec are in the evidence, and replace the information criteria', () => {
    const own = fitted(`${spec}priors: { noise: { mean: 0, sd: 0.05 }, offer: { mean: 1, sd: 2 } }\n`, tableOf(people));
    const { fit, warnings } = calibrationResult(own);
    expect([fit.aic, fit.bic]).toEqual([null, null]);
    const { estimates, fits } = own.definition.evidence;
    expect(fits[0]!.method).toMatch(/^maximum a posteriori with normal priors/);
    const [noise, offer] = ['noise', 'offer'].map((id) =>
      estimates.find(({ coefficient }) => coefficient.includes(id))!,
    );
    expect(offer!.prior!.share).toBeLessThan(0.1);
    expect(noise!.prior!.share).toBeGreaterThan(0.8);
    expect(Math.abs(noise!.estimate)).toBeLessThan(Math.abs(noise!.prior!.estimate_without!));
    expect(warnings.filter(({ code }) => code === 'prior_dominates').map(({ message }) => message)).toEqual([
      expect.stringMatching(/^Noise: \d\d% of the information comes from the prior/i),
    ]);
  });

  it('A fit warns first of a column that a randomized parameter changed', () => {
    const changed = people.map((one) => ({ ...one, noise: (Number(one.noise) + one.offer).toFixed(4) }));
    const own = fitted(spec, tableOf(changed));
    expect(own.definition.evidence.unbalanced).toMatchObject([{ parameter: 'offer', attribute: 'noise' }]);
    expect(calibrationResult(own).warnings[0]!.code).toBe('unbalanced_attribute');
    expect(codes()).not.toContain('unbalanced_attribute');
  });

  it('A prior that the data contradict is named with its distance', () => {
    const own = fitted(`${spec}priors: { offer: { mean: -3, sd: 0.4 } }\n`, tableOf(people));
    const [warning, ...others] = priorWarnings(own.definition);
    expect([warning!.code, others]).toEqual(['prior_contradicted', []]);
    expect(warning!.message).toMatch(
      /^Offer: the data alone give 1\.\d+, \d+\.\d standard deviations from the mean .* \(-3\)/i,
    );
  });

  it('A simulated baseline outside the error of its estimates is named, also inside an interval that a model error widens', () => {
    const { definition } = calibration;
    const withGap = (gap: number, respondents: 'all' | 'baseline') => {
      const figures = [
        { id: definition.headline_outcome!, observed: 0.265, observed_standard_error: 0.03, simulated: 0.265 - gap },
      ].map((own) => ({ ...own, standard_error: 0.01, interval: [0, 1] as [number, number] }));
      const evidence = { ...definition.evidence, baseline: { respondents, agents: 1_000, figures } };
      return baselineWarnings({ ...definition, evidence }).map(({ message }) => message);
    };
    expect(withGap(0.031, 'all')).toEqual([
      expect.stringMatching(/^A simulation of the baseline gives 23.4% .* 26.5%/),
    ]);
    expect(withGap(0.024, 'all')).toEqual([]);
    expect(withGap(0.031, 'baseline')).toEqual([]);
  });

  it('An effect of an experiment outside the stated interval is named, and is no error within its own standard error', () => {
    const { definition } = calibration;
    const withContrast = (error: number) => {
      const own = { label: 'Major impact', parameter: 'impact', option: 'major', against: 'minor', curve: 'demand' };
      const interval: [number, number] = [-0.004, 0.07];
      const contrast = { ...own, observed: 0.101, observed_standard_error: error, stated: 0.033, interval };
      const evidence = { ...definition.evidence, contrasts: [contrast] };
      return contrastWarnings({ ...definition, evidence }).map(({ message }) => message);
    };
    expect(withContrast(0.025)).toEqual([
      expect.stringMatching(/^Major impact: the data show \+10.1 points, but .* \+3.3 points .*−0.4 points to \+7.0/),
    ]);
    expect(withContrast(0.05)).toEqual([]);
  });

  it('The effect of an experiment in the rows is inside the stated interval, unless the model contains what the treatment changed', () => {
    const draw = uniform(11);
    const arms = people.map(({ group, offer }) => {
      const opinion = offer + 4 * draw() - 2;
      const joined = draw() < 1 / (1 + Math.exp(-(2 * opinion - 1))) ? 'yes' : 'no';
      return { group, offer: offer === 1 ? 'made' : 'none', opinion: opinion.toFixed(4), joined };
    });
    const shareOf = (offer: string) => {
      const own = arms.filter((one) => one.offer === offer);
      return own.filter(({ joined }) => joined === 'yes').length / own.length;
    };
    const contrastOf = (formula: string) => {
      const parameters = 'parameters: { offer: { randomized: true, compare: [none, made] } }';
      const { definition } = fitted(
        `title: Offers\nformula: ${formula}\noutcome: { event: yes, label: Joins }\n${parameters}\n`,
        tableOf(arms),
      );
      return { contrast: definition.evidence.contrasts![0]!, warnings: contrastWarnings(definition) };
    };
    const plain = contrastOf('joined ~ offer');
    expect(plain.contrast.observed).toBeCloseTo(shareOf('made') - shareOf('none'), 6);
    expect([plain.contrast.stated - plain.contrast.observed, plain.warnings]).toEqual([expect.closeTo(0, 1), []]);
    const { contrast, warnings } = contrastOf('joined ~ offer + opinion');
    expect(contrast.observed).toBe(plain.contrast.observed);
    expect(contrast.stated).toBeLessThan(contrast.observed / 2);
    expect(warnings.map(({ code }) => code)).toEqual(['experiment_contradicted']);
  });

  it('Few responses with the rarer outcome are named with their number for each coefficient', () => {
    const rare = people.map((one, row) => ({ ...one, joined: row % 35 < 1 ? one.joined : 'no' }));
    const events = rare.filter(({ joined }) => joined === 'yes').length;
    const { warnings } = calibrationResult(fitted(spec.replace('group: group\n', ''), tableOf(rare)));
    expect(warnings.filter(({ code }) => code === 'few_events').map(({ message }) => message)).toEqual([
      expect.stringContaining(`The data have ${events} responses “Joins” for 3 coefficients`),
    ]);
    expect(codes()).not.toContain('few_events');
  });

  it('Standard errors of a bootstrap replace the robust ones, and the result names their method', () => {
    const own = fitted(`${spec}fit: { bootstrap: { replicates: 60 } }\n`, tableOf(people));
    const { estimates, fit } = calibrationResult(own);
    expect(fit.standard_errors).toBe('bootstrap: 30 clusters, 60 replicates');
    const { covariance } = own.definition.evidence;
    for (const [k, { coefficient, standard_error: error, estimate }] of estimates.entries()) {
      expect(covariance!.coefficients[k]).toBe(coefficient);
      expect(error! ** 2).toBeCloseTo(covariance!.matrix[k]![k]!, 6);
      expect(estimate).toBe(result.estimates[k]!.estimate);
      expect(error).not.toBe(result.estimates[k]!.standard_error);
    }
  });

  it('The information criteria follow from the log-likelihood, the coefficients and the observations', () => {
    const { log_likelihood: value, aic, bic, coefficients, observations, clusters } = result.fit;
    expect([coefficients, observations, clusters]).toEqual([3, rowCount, 30]);
    expect(aic).toBeCloseTo(2 * 3 - 2 * value, 6);
    expect(bic).toBeCloseTo(3 * Math.log(rowCount) - 2 * value, 6);
  });

  it('The groups of the calibration plot contain every held-out row once, and their predictions rise', () => {
    const [plot, ...others] = result.calibration_plot;
    expect(others).toEqual([]);
    const { points } = plot!;
    const total = points.reduce((sum, { observations }) => sum + observations, 0);
    expect(total).toBe(result.held_out.observations);
    const predictions = points.map(({ predicted }) => predicted);
    expect(predictions).toEqual(predictions.toSorted((a, b) => a - b));
    const mean = points.reduce((sum, { observed, observations }) => sum + observed * observations, 0) / total;
    expect(mean).toBeCloseTo(result.held_out.figures.find(({ id }) => id === 'joins')!.observed, 4);
  });

  it('A parameter with an effect is distinguishable from 0, and noise is a warning', () => {
    const offer = result.effects.find(({ parameter }) => parameter === 'offer')!;
    const noise = result.effects.find(({ parameter }) => parameter === 'noise')!;
    expect(offer).toMatchObject({ is_randomized: true, is_distinguishable: true });
    expect(offer.simulated).toBeGreaterThan(0.2);
    expect(offer.held_out!.predicted).toBeGreaterThan(0.2);
    expect(noise.held_out).toBeNull();
    expect(noise).toMatchObject({ is_randomized: false, is_distinguishable: false });
    expect(codes()).toContain('effect_not_distinguishable');
  });

  it('An effect that the held-out rows reverse is a warning', () => {
    const effects = result.effects.map((effect) => ({
      ...{ ...effect, simulated: -0.1 },
      held_out: effect.held_out && { ...effect.held_out, observed: 0.2, interval: [0.1, 0.3] as [number, number] },
    }));
    const { message } = fitWarnings({ ...result, effects }).find(({ code }) => code === 'effect_reversed')!;
    expect(message).toMatch(
      /the model states −10.0 points. Variables of the formula that were measured after the change/,
    );
    expect(codes()).not.toContain('effect_reversed');
  });

  it('Fewer than 50 groups are a warning', () => expect(codes()).toContain('few_clusters'));

  it('Held-out rows that the model predicts worse than a constant, or with another mean, are the first warnings', () => {
    const scores = result.held_out.scores.map((score) => ({ ...score, model: 0.9, constants_only: 0.7 }));
    const figures = result.held_out.figures.map((figure) => ({ ...figure, predicted: 0.99 }));
    const own = fitWarnings({ ...result, held_out: { ...result.held_out, scores, figures } });
    expect(own.slice(0, 2).map(({ code }) => code)).toEqual(['worse_than_constants', 'held_out_differs']);
    expect(own[0]!.message).toContain('(log loss)');
  });

  it('The warning about a difference in the held-out rows names the simulated difference of the table too', () => {
    const [effect] = result.effects;
    const heldOut = { observed: 0.1, interval: [0.05, 0.15] as [number, number], predicted: 0.298 };
    const effects = [{ ...effect!, simulated: 0.055, held_out: heldOut }];
    const { message } = fitWarnings({ ...result, effects }).find(({ code }) => code === 'effect_differs_held_out')!;
    expect(message).toContain('the prediction for the same rows is +29.8 points');
    expect(message).toContain('the simulated difference of the same agents is +5.5 points');
  });

  it('A model of counts compares means, not shares', () => {
    const own = calibrationResult(
      fitted('title: Visits\nformula: visits ~ offer\nparameters: { offer: {} }\n', tableOf(people)),
    );
    expect(own.calibration_plot.map(({ unit }) => unit)).not.toContain(null);
    expect(own.effects[0]!.unit).not.toBeNull();
  });

  it('The effect of an amount asked is on the share that pays it', () => {
    const rows = people.map(({ noise }, row) => {
      const asked = [5, 10, 20][row % 3]!;
      const pays = Number(noise) > 0.2 && 30 * Number(noise) > asked;
      return { lower: pays ? asked : 0, upper: pays ? '' : asked };
    });
    const { effects } = calibrationResult(
      fitted('title: Payments\nformula: interval(lower, upper) ~ 1', tableOf(rows)),
    );
    const asked = effects.filter(({ parameter }) => parameter === 'price');
    expect(asked.map(({ figure, simulated }) => [figure, Math.sign(simulated)])).toEqual([
      ['at_least', 1],
      ['at_least', -1],
    ]);
  });

  it('The words of the model name what it predicts and each variable', () => {
    expect(modelWords(calibration.definition)).toBe('The log-odds of “Joins” are a weighted sum of offer and noise.');
    expect(modelWords(withLink(calibration.definition, 'complementary_log_log'))).toBe(
      'The complementary log-log of the probability of “Joins” is a weighted sum of offer and noise.',
    );
  });

  it('The words of the model name random intercepts of groups', () => {
    const words = modelWords(withIntercepts(calibration.definition));
    expect(words).toBe(
      'The log-odds of “Joins” are a weighted sum of offer and noise, plus a random number of the group.',
    );
    const catalog = join(projectFolder, 'catalog/housing-satisfaction.json');
    const ordered = withIntercepts(JSON.parse(readFileSync(catalog, 'utf8')) as WorkflowDefinition);
    expect(modelWords(ordered)).toMatch(/, plus a random number of the group, makes the later outcomes/);
  });

  it('The words of the model leave out parameters that weigh no variable, such as a power or a dissimilarity', () => {
    const catalog = join(projectFolder, 'catalog/swissmetro-mode-choice.json');
    const definition = withBoxCox(withNests(JSON.parse(readFileSync(catalog, 'utf8')) as WorkflowDefinition));
    expect(modelWords(definition)).toMatch(/100 min in first class, plus a random error\.$/);
  });

  it('The same calibration gives the same result', () => {
    expect(calibrationResult(fitted(spec, tableOf(people)))).toEqual(result);
  });
});
