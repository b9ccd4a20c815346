import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { CompiledNests } from '../../../engine/families/conditional-logit/nests/compile-nests.js';
import type {
  ConditionalLogit,
  TasteDistribution,
} from '../../../engine/families/conditional-logit/conditional-logit.schema.js';
import { agentRenderer } from '../../../engine/simulation/render-agent.js';
import { baselineScenario } from '../../../engine/definition.js';
import { simulate } from '../../../engine/simulate.js';
import { calibrate, modelOf } from '../../calibrate.js';
import type { Calibration } from '../../calibration.js';
import { posteriorsOf } from '../../results/posteriors.js';
import { fitSample } from '../../fit-sample.js';
import { parseRecipe } from '../../recipe/parse-recipe.js';
import type { Table } from '../../rows/table.js';
import { expandSpec } from '../../spec/expand-spec.js';
import { parseSpec } from '../../spec/parse-spec.js';
import { type Fit, fitDesign } from '../../fit-design.js';
import { conditionalLogit } from '../../kernels/conditional-logit.js';
import { linkOf } from '../../../engine/families/ordered-logit/links.js';
import { orderedOutcomes } from '../../kernels/ordered-outcomes.js';
import { nestedLogit } from '../../kernels/nested-logit.js';
import { scaledUtilities } from '../../kernels/scaled-utilities.js';
import { numberLabels } from '../../covariance.js';
import { isLong } from '../../../../test/support/long.js';
import { fitRandomTastes, simulatedLikelihood } from '../../mixtures/random-tastes.js';
import { tasteDraws } from '../../mixtures/taste-draws.js';
import { nestedStart, plainStart } from './nested-start.js';
import type { Design, DesignEquation } from '../../likelihood.js';

// The survey is not part of the project: without the folder these tests are skipped.
const root = join(import.meta.dirname, '../../../..');
const folder = join(process.env.CALIBRATION_DATA ?? join(root, '../shared/calibration'), 'swissmetro-mode-choice');
const describeWithSurvey = existsSync(folder) ? describe : describe.skip;

type Row = Record<string, string>;
const alternatives = ['train', 'swissmetro', 'car'];

function surveyRows(): Row[] {
  const [header, ...lines] = readFileSync(join(folder, 'data.csv'), 'utf8').trim().replaceAll('"', '').split('\n');
  const names = header!.split(',');
  return lines.map((line) => Object.fromEntries(line.split(',').map((cell, k) => [names[k]!, cell])));
}

/** Constants of train and car, time and cost in hundreds, as in the examples of Biogeme. Owners of a travelcard pay nothing. */
function survey() {
  const rows = surveyRows();
  const number = (row: Row, column: string) => Number(row[column]);
  const fare = (row: Row, column: string) => (row.ga === '1' ? 0 : number(row, column) / 100);
  const equation = (coefficients: number[], cellsOf: (row: Row) => number[]): DesignEquation => ({
    coefficients: Int32Array.from(coefficients),
    matrix: Float64Array.from(rows.flatMap(cellsOf)),
  });
  const design: Design = {
    rows: rows.length,
    coefficients: ['train', 'car', 'time', 'cost'],
    equations: [
      equation([0, 2, 3], (row) => [1, number(row, 'train_tt') / 100, fare(row, 'train_co')]),
      equation([2, 3], (row) => [number(row, 'sm_tt') / 100, fare(row, 'sm_co')]),
      equation([1, 2, 3], (row) => [1, number(row, 'car_tt') / 100, number(row, 'car_co') / 100]),
    ],
  };
  const chosen = Int32Array.from(rows, (row) => alternatives.indexOf(row.choice!));
  const available = Uint8Array.from(rows.flatMap((row) => [number(row, 'train_av'), 1, number(row, 'car_av')]));
  return { design, chosen, available, respondents: respondentsOf(rows) };
}

function respondentsOf(rows: readonly Row[]): Int32Array {
  return numberLabels(Int32Array.from(rows, (row) => Number(row.id)));
}

/** The same columns in hundreds as a file. */
function surveyTable(): Table {
  const rows = surveyRows();
  const hundreds = (column: string) => (row: Row) => String(Number(row[column]) / 100);
  const fare = (column: string) => (row: Row) => (row.ga === '1' ? '0' : hundreds(column)(row));
  const columns: Record<string, (row: Row) => string> = {
    choice: (row) => row.choice!,
    train_av: (row) => row.train_av!,
    car_av: (row) => row.car_av!,
    time_train: hundreds('train_tt'),
    time_swissmetro: hundreds('sm_tt'),
    time_car: hundreds('car_tt'),
    cost_train: fare('train_co'),
    cost_swissmetro: fare('sm_co'),
    cost_car: hundreds('car_co'),
  };
  const surveys = bySurvey(respondentsOf(rows));
  return {
    lines: Int32Array.from(rows, (_, k) => k + 2),
    columns: new Map([
      ...Object.entries(columns).map(([name, read]): [string, string[]] => [name, rows.map(read)]),
      ['survey', Array.from(surveys, (own) => ['rail', 'road'][own]!)],
    ]),
  };
}

/** Existing modes: train and car. Public modes: train and Swissmetro. */
const existing: CompiledNests = {
  alternatives: 3,
  members: [Int32Array.of(0, 2), Int32Array.of(1)],
  dissimilarities: [0, -1],
  divided: [],
};
const crossed: CompiledNests = {
  alternatives: 3,
  members: [Int32Array.of(0, 2), Int32Array.of(0, 1)],
  dissimilarities: [0, 1],
  divided: [
    {
      alternative: 0,
      share: 2,
      nests: [
        { nest: 0, member: 0 },
        { nest: 1, member: 0 },
      ],
    },
  ],
};

function fitNested({ design, chosen, available }: ReturnType<typeof survey>, nests: CompiledNests, ids: string[]): Fit {
  const kernel = nestedLogit(nests, ids, chosen, available);
  const start = nestedStart(design, conditionalLogit(3, chosen, available), kernel, (id) => id === 'share');
  return fitDesign(design, kernel, { start });
}

/** Estimates of Biogeme 3.3 on this survey, from its published examples b01, b09 and b11. Its parameter of a nest is 1 / dissimilarity. */
const published: [string, (data: ReturnType<typeof survey>) => Fit, number, Record<string, number>][] = [
  [
    'conditional logit',
    ({ design, chosen, available }) => fitDesign(design, conditionalLogit(3, chosen, available)),
    -5331.252,
    { time: -1.278 },
  ],
  ['nested logit', (data) => fitNested(data, existing, ['existing']), -5236.9, { existing: 1 / 2.054 }],
  [
    'cross-nested logit',
    (data) => fitNested(data, crossed, ['existing', 'public', 'share']),
    -5214.049,
    { existing: 1 / 2.515, public: 1 / 4.114, share: 0.495 },
  ],
];

/**
 * Maxima of mixed logits with a random coefficient of time: the estimates of train, car, time, cost and the spread of time, found by a fit with
 * the same number of points, and the log-likelihood of Biogeme. In the panel, the coefficient is the same for all choices of a respondent.
 */
const mixed: [string, TasteDistribution, number, number, readonly number[]][] = [
  ['normal', 'normal', 200, -5214.893, [-0.401864, 0.1370657, -2.2598386, -1.2855807, 1.6576052]],
  ['uniform', 'uniform', 200, -5215.058, [-0.385032, 0.1449502, -2.3204194, -1.2779033, 2.8753136]],
  ['triangular', 'triangular', 200, -5214.19, [-0.3930593, 0.1411907, -2.2765205, -1.2812283, 3.9938336]],
  ['log-normal', 'log_normal', 200, -5231.42, [-0.3458172, 0.1746443, 0.5758209, -1.380564, 1.2396352]],
  ['normal panel', 'normal', 800, -4359.413, [-0.5752861, 0.2818824, -3.2214176, -1.6603498, 3.652198]],
];

/**
 * Survey of each row: travelers by rail, then by road. Biogeme has this column. Here, it follows from the order of the respondents: the first
 * 283 travel by rail, so that the weights 1 and 1.2, times .8890991, of an early example of Biogeme sum to the number of rows.
 */
function bySurvey(respondents: Int32Array): Int32Array {
  return respondents.map((respondent) => Number(respondent >= 283));
}

describeWithSurvey('Published fits of Swissmetro (skipped where the data folder is absent)', () => {
  const specWith = (nests: string, time = 'time') => `
title: Modes
formula: choice ~ ${time} + cost
alternatives:
  shape: wide
  columns: { time: "time_{alt}", cost: "cost_{alt}" }
  available: { train: train_av, car: car_av }
  reference: swissmetro
  nests: ${nests}`;
  const fitOf = (nests: string, time?: string) => {
    const table = surveyTable();
    const recipe = parseRecipe(expandSpec(parseSpec(specWith(nests, time)), table).recipe);
    const model = modelOf({ recipe, data: table });
    return {
      decision: recipe.definition.decision as ConditionalLogit,
      fit: fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit).fit,
    };
  };

  it('A short spec gives the same fit from a list of nests, with labels for its coefficients', () => {
    const { decision, fit } = fitOf('{ existing: [train, car], public: [train, swissmetro] }');
    expect(fit.logLikelihood).toBeCloseTo(-5214.049, 2);
    expect(decision.coefficients.slice(-3).map(({ label }) => label)).toEqual([
      'Dissimilarity of Existing',
      'Dissimilarity of Public',
      'Share of Train in Existing',
    ]);
    expect(1 / fit.estimates[fit.names.indexOf('dissimilarity_public')]!).toBeCloseTo(4.114, 2);
  });

  it('A nest whose alternatives are no close substitutes is refused with its name', () => {
    expect(() => fitOf('{ fast: [swissmetro, car] }')).toThrow(
      /^the dissimilarity of the nest "Fast" is 2\.\d\d, above 1: its alternatives are not closer substitutes/,
    );
  });

  it('A calibration with nests gives a definition with evidence that simulates', () => {
    const data = surveyTable();
    const recipe = parseRecipe(expandSpec(parseSpec(specWith('{ existing: [train, car] }')), data).recipe);
    const { definition } = calibrate({ recipe, data, calibratedOn: '2026-11-27' });
    expect(definition.evidence.fits[0]!.log_likelihood).toBeCloseTo(-5236.9, 2);
    expect(definition.evidence.fits[0]!.method).toBe('maximum likelihood (BFGS, then Newton)');
    const [logLoss] = definition.evidence.hold_out.scores;
    const { definition: plain } = calibrate({
      recipe: parseRecipe(expandSpec(parseSpec(specWith('{}')), data).recipe),
      data,
      calibratedOn: '2026-11-27',
    });
    expect(logLoss!.value).toBeLessThan(plain.evidence.hold_out.scores[0]!.value);
    expect(logLoss!.null_value).toBe(plain.evidence.hold_out.scores[0]!.null_value);
    const scenario = baselineScenario(definition);
    const decided = simulate({ definition, scenario, seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
    expect(agentRenderer(definition, scenario, decided)(0).transcript.join(' ')).toContain('I choose');
  });

  it.each(published)('The %s equals the fit of Biogeme', (_, fit, logLikelihood, estimates) => {
    const found = fit(survey());
    expect(found.logLikelihood).toBeCloseTo(logLikelihood, 2);
    for (const [name, estimate] of Object.entries(estimates))
      expect(Math.abs(found.estimates[found.names.indexOf(name)]! - estimate)).toBeLessThan(1e-3);
  });

  it('A calibration with a scale by survey gives a definition with evidence that simulates', () => {
    const data = surveyTable();
    const text = specWith('{}\n  scale: survey');
    const { definition } = calibrate({
      recipe: parseRecipe(expandSpec(parseSpec(text), data).recipe),
      data,
      calibratedOn: '2026-11-27',
    });
    expect(definition.evidence.fits[0]!.method).toBe('maximum likelihood (Newton)');
    // With a free cost and a scale of 1 for rail, the likelihood is the same as with a fixed cost and two scales.
    expect(definition.evidence.fits[0]!.log_likelihood).toBeCloseTo(-4976.691, 2);
    const scale = definition.evidence.estimates.find(({ coefficient }) => coefficient === 'scale_survey_road')!;
    expect(Math.abs(scale.estimate - 1.493 / 0.357)).toBeLessThan(0.01);
    expect((definition.decision as ConditionalLogit).coefficients.at(-1)!.label).toBe('Scale of Survey road');
    const decided = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
  });

  it('Two latent classes of rows, one of which ignores time, equal the fit of Biogeme', () => {
    const data = surveyTable();
    const { recipe: expanded } = expandSpec(parseSpec(specWith('{}')), data);
    const decision = expanded.definition.decision as { coefficients: object[]; classes?: object[] };
    decision.coefficients.push(
      { id: 'no_time', label: 'Time, of the careless', estimate: 0, fixed: true },
      { id: 'log_odds', label: 'Log odds of the careless' },
    );
    decision.classes = [
      { id: 'attentive', label: 'Attentive', phrase: 'I look at the time', coefficients: {} },
      {
        ...{ id: 'careless', label: 'Careless', phrase: 'I do not look at the time', log_odds: 'log_odds' },
        coefficients: { time: 'no_time' },
      },
    ];
    const recipe = parseRecipe(expanded);
    const model = modelOf({ recipe, data });
    const fitted = fitSample(model, Int32Array.from(model.observations.row.keys()), recipe.fit);
    const { fit } = fitted;
    expect(fit.logLikelihood).toBeCloseTo(-5208.498, 2);
    const posteriors = posteriorsOf(
      { samples: [{ fitted }], held: { model } } as unknown as Calibration,
      recipe,
      data,
    )!;
    expect([posteriors.respondents.length, posteriors.respondents[0]]).toEqual([6_768, '2']);
    const [attentive, careless] = posteriors.columns;
    expect([attentive!.name, careless!.name]).toEqual(['class_attentive', 'class_careless']);
    attentive!.values.forEach((value, row) => expect(value + careless!.values[row]!).toBeCloseTo(1, 12));
    // At the maximum, the mean of the posterior probabilities is the share of the class.
    expect(attentive!.values.reduce((sum, value) => sum + value, 0) / 6_768).toBeCloseTo(0.749, 3);
    expect(fit.names).toEqual(['constant_car', 'constant_train', 'time', 'cost', 'log_odds']);
    const share = 1 / (1 + Math.exp(-fit.estimates[4]!));
    expect(Math.abs(share - 0.251)).toBeLessThan(1e-3);
  });

  it('A nested logit of a choice-based sample equals the fit of Biogeme, and simulates the population', () => {
    const data = surveyTable();
    const text = specWith(
      '{ existing: [train, car] }\n  sampling: { train: 0.0442, swissmetro: 0.00336, car: 0.0075 }',
    );
    const recipe = parseRecipe(expandSpec(parseSpec(text), data).recipe);
    const { definition } = calibrate({ recipe, data, calibratedOn: '2026-11-27' });
    expect(definition.evidence.fits[0]!.log_likelihood).toBeCloseTo(-5202.916, 2);
    const nest = definition.evidence.estimates.find(({ coefficient }) => coefficient === 'dissimilarity_existing')!;
    expect(Math.abs(1 / nest.estimate - 1.631)).toBeLessThan(1e-3);
    // In the sample, 13% choose the train, whose passengers were sampled 13 times as often as those of Swissmetro.
    const { summary } = simulate({ definition, scenario: baselineScenario(definition), seed: 1, agentCount: 2_000 });
    const train = definition.evidence.baseline!.figures.find(({ id }) => id === 'train')!;
    expect(train.observed).toBeLessThan(0.03);
    const simulated = summary.outcomes.find(({ id }) => id === 'train')!;
    expect(Math.abs(simulated.share - train.observed)).toBeLessThan(0.02);
  });

  it.each([
    ['logit', -5789.309, 1.263],
    ['probit', -5789.055, 0.687],
  ] as const)('The ordered %s equals the fit of Biogeme', (link, logLikelihood, cost) => {
    const { design, chosen } = survey();
    // Train, Swissmetro and car in this order, predicted by time and cost of the train.
    const [train] = design.equations;
    const matrix = train!.matrix.filter((_, at) => at % 3 > 0);
    const own: Design = {
      rows: design.rows,
      coefficients: ['time', 'cost'],
      equations: [{ coefficients: Int32Array.of(0, 1), matrix }],
    };
    const fit = fitDesign(own, orderedOutcomes(chosen, 3, linkOf({ link })));
    expect(fit.logLikelihood).toBeCloseTo(logLikelihood, 2);
    expect(Math.abs(fit.estimates[1]! - cost)).toBeLessThan(1e-3);
  });

  it.each([
    ['logit', -872.905],
    ['probit', -906.946],
  ] as const)('The binary %s equals the fit of Biogeme', (link, logLikelihood) => {
    const { design, chosen, available } = survey();
    const rows = Array.from(chosen.keys()).filter(
      (row) => chosen[row] !== 1 && available[3 * row] === 1 && available[3 * row + 2] === 1,
    );
    const [train, , car] = design.equations;
    const cells = rows.flatMap((row) =>
      [train!, car!].flatMap(({ matrix }) => [matrix[row * 3 + 1]!, matrix[row * 3 + 2]!]),
    );
    const own: Design = {
      rows: rows.length,
      coefficients: ['time_train', 'cost_train', 'time_car', 'cost_car'],
      equations: [{ coefficients: Int32Array.of(0, 1, 2, 3), matrix: Float64Array.from(cells) }],
    };
    const outcomes = Int32Array.from(rows, (row) => Number(chosen[row] === 2));
    const fit = fitDesign(own, orderedOutcomes(outcomes, 2, linkOf({ link })));
    expect(fit.logLikelihood).toBeCloseTo(logLikelihood, 2);
  });

  it('Choice-based weights equal the fit of Biogeme', () => {
    const { design, chosen, available, respondents } = survey();
    const fitWith = (roadWeight: number) => {
      const weights = Float64Array.from(bySurvey(respondents), (road) => (road ? roadWeight : 0.8890991));
      return fitDesign({ ...design, weights }, conditionalLogit(3, chosen, available));
    };
    // Example b02 of Biogeme 3.3.
    const fit = fitWith(1.2);
    expect(fit.logLikelihood).toBeCloseTo(-5669.069, 2);
    expect(Math.abs(fit.estimates[2]! + 1.347)).toBeLessThan(1e-3);
    expect(Math.abs(fit.estimates[3]! + 1.141)).toBeLessThan(1e-3);
    // Its earlier versions, whose weights sum to the number of rows.
    expect(fitWith(1.2 * 0.8890991).logLikelihood).toBeCloseTo(-5273.743, 2);
  });

  it('Standard errors of the conditional logit, also robust ones, equal those of Larch', () => {
    const { design, chosen, available } = survey();
    const fit = fitDesign(design, conditionalLogit(3, chosen, available));
    // Constants of train and car, time and cost, from test_swissmetro_01logit of Larch.
    const larch = [0.0549, 0.0432, 0.0569, 0.0518];
    const larchRobust = [0.0826, 0.0582, 0.10425, 0.0682];
    larch.forEach((own, k) => expect(Math.abs(fit.standardErrors[k]! - own)).toBeLessThan(6e-5));
    larchRobust.forEach((own, k) => expect(Math.abs(fit.robustStandardErrors[k]! - own)).toBeLessThan(6e-5));
  });

  it('A calibration with a Box-Cox transform equals the fit of Biogeme, and gives a definition that simulates', () => {
    const data = surveyTable();
    const { recipe } = expandSpec(parseSpec(specWith('{}', 'box_cox(time)')), data);
    const { definition } = calibrate({ recipe: parseRecipe(recipe), data, calibratedOn: '2026-11-27' });
    // Biogeme 3.3, example b08. The travel time by car of respondents without a car is 0.
    expect(definition.evidence.fits[0]!.log_likelihood).toBeCloseTo(-5292.095, 2);
    const power = definition.evidence.estimates.find(({ coefficient }) => coefficient === 'lambda_time')!;
    expect(Math.abs(power.estimate - 0.51)).toBeLessThan(1e-3);
    expect((definition.decision as ConditionalLogit).coefficients.at(-1)!.label).toBe('Box-Cox power of Time');
    const scenario = baselineScenario(definition);
    const decided = simulate({ definition, scenario, seed: 1, agentCount: 200 });
    expect(decided.summary.outcomes.every(({ errors }) => errors.estimation! > 0)).toBe(true);
    expect(agentRenderer(definition, scenario, decided)(0).transcript.join(' ')).toContain('I choose');
  });

  it('A Box-Cox transform is fitted together with nests and scales', () => {
    const { fit: plain } = fitOf('{ existing: [train, car] }\n  scale: survey');
    const { fit } = fitOf('{ existing: [train, car] }\n  scale: survey', 'box_cox(time)');
    expect(fit.logLikelihood).toBeGreaterThan(plain.logLikelihood + 40);
    expect(fit.names.slice(-3)).toEqual(['dissimilarity_existing', 'scale_survey_road', 'lambda_time']);
  });

  it('Scales by survey with a fixed cost equal the fit of Biogeme', () => {
    const { design, chosen, available, respondents } = survey();
    const [train, swissmetro, car] = design.equations.map(({ coefficients, matrix }) => {
      const width = coefficients.length;
      const keep = (_: number, at: number) => at % width !== width - 1;
      const cost = matrix.filter((value, at) => !keep(value, at));
      return {
        coefficients: coefficients.filter(keep),
        matrix: matrix.filter(keep),
        offset: cost.map((value) => -value),
      };
    });
    const own = { ...design, coefficients: ['train', 'car', 'time'], equations: [train!, swissmetro!, car!] };
    const choice = conditionalLogit(3, chosen, available);
    const kernel = scaledUtilities(choice, ['rail', 'road'], bySurvey(respondents));
    const fit = fitDesign(own, kernel, { start: Float64Array.of(...plainStart(own, choice), 1, 1) });
    expect(fit.logLikelihood).toBeCloseTo(-4976.691, 2);
    expect(Math.abs(fit.estimates[3]! - 0.357)).toBeLessThan(1e-3);
    expect(Math.abs(fit.estimates[4]! - 1.493)).toBeLessThan(1e-3);
  });

  it.each(mixed)(
    'The mixed logit of a %s coefficient has its maximum where Biogeme has',
    (name, distribution, points, logLikelihood, found) => {
      const { design, chosen, available, respondents } = survey();
      const own = name === 'normal panel' ? { ...design, clusters: respondents } : design;
      const taste = { coefficient: 'time', distribution, ...(distribution === 'log_normal' && { sign: -1 as const }) };
      const draws = tasteDraws('quadrature', own.rows, points, [distribution]);
      const kernel = conditionalLogit(3, chosen, available);
      const likelihood = simulatedLikelihood(own, kernel, [taste], draws);
      const gradient = new Float64Array(5);
      expect(likelihood.evaluateGradient(Float64Array.from(found), gradient)).toBeCloseTo(logLikelihood, 2);
      // The estimates have some digits only.
      for (const slope of gradient) expect(Math.abs(slope)).toBeLessThan(0.01);
      if (isLong) expect(fitRandomTastes(own, kernel, [taste], draws).logLikelihood).toBeCloseTo(logLikelihood, 2);
    },
    180_000,
  );
});
