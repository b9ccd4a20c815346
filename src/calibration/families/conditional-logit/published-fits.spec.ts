import { describeWithData } from '../../../../test/support/calibration-data.js';
import { bySurvey, survey } from '../../../../test/support/swissmetro-survey.js';
import type { CompiledNests } from '../../../engine/families/conditional-logit/nests/compile-nests.js';
import type { TasteDistribution } from '../../../engine/families/conditional-logit/conditional-logit.schema.js';
import { type Fit, fitDesign } from '../../fit-design.js';
import { conditionalLogit } from '../../kernels/conditional-logit.js';
import { linkOf } from '../../../engine/model/links.js';
import { orderedOutcomes } from '../../kernels/ordered-outcomes.js';
import { nestedLogit } from '../../kernels/nested-logit.js';
import { scaledUtilities } from '../../kernels/scaled-utilities.js';
import { isLong } from '../../../../test/support/long.js';
import { fitRandomTastes, simulatedLikelihood } from '../../mixtures/random-tastes.js';
import { nestedStart, plainStart } from './nested-start.js';
import type { Design } from '../../likelihood.js';

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
  ['normal', 'normal', 100, -5214.893, [-0.401864, 0.1370657, -2.2598386, -1.2855807, 1.6576052]],
  ['uniform', 'uniform', 100, -5215.058, [-0.385032, 0.1449502, -2.3204194, -1.2779033, 2.8753136]],
  ['triangular', 'triangular', 100, -5214.19, [-0.3930275, 0.1411861, -2.2764645, -1.2812107, 3.9933331]],
  ['log-normal', 'log_normal', 100, -5231.42, [-0.3458172, 0.1746443, 0.5758209, -1.380564, 1.2396352]],
  ['normal panel', 'normal', 60, -4359.4128, [-0.5752861, 0.2818824, -3.2214176, -1.6603498, 3.652198]],
];

describeWithData('swissmetro-mode-choice', 'Published fits of Swissmetro', () => {
  it.each(published)('The %s equals the fit of Biogeme', (_, fit, logLikelihood, estimates) => {
    const found = fit(survey());
    expect(found.logLikelihood).toBeCloseTo(logLikelihood, 2);
    for (const [name, estimate] of Object.entries(estimates))
      expect(Math.abs(found.estimates[found.names.indexOf(name)]! - estimate)).toBeLessThan(1e-3);
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
      const draws = { kind: 'quadrature', count: points } as const;
      const kernel = conditionalLogit(3, chosen, available);
      const likelihood = simulatedLikelihood(own, kernel, [taste], draws);
      const gradient = new Float64Array(5);
      likelihood.follow(Float64Array.from(found));
      expect(likelihood.evaluateGradient(Float64Array.from(found), gradient)).toBeCloseTo(logLikelihood, 2);
      // The estimates have some digits only.
      for (const slope of gradient) expect(Math.abs(slope)).toBeLessThan(0.01);
      if (isLong) expect(fitRandomTastes(own, kernel, [taste], draws).logLikelihood).toBeCloseTo(logLikelihood, 2);
    },
    180_000,
  );
});
