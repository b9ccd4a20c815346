import { disagreements, fitted } from '../support/calibration/agreement.js';
import { familyPlanning, hybridCorn } from '../support/calibration/network-surveys.js';
import { conservation, healthVisits, housing, unemployment } from '../support/calibration/other-surveys.js';
import { hasSurvey, reference, type ReferenceFit, Survey } from '../support/calibration/survey.js';

type Sample = 'train' | 'full';
const samples: Sample[] = ['train', 'full'];
const test = (slug: string) => (hasSurvey(slug) ? it : it.skip);
const sampleOf = (slug: string, sample: Sample) => (sample === 'train' ? Survey.read(slug).train() : Survey.read(slug));
const theirs = (slug: string, sample: Sample) => reference<Record<string, ReferenceFit>>(slug)[`fit_${sample}`]!;

describe.each(samples)('decision families on the %s sample (skipped if the data folder is absent)', (sample) => {
  test('housing-satisfaction')(
    `The ordered logit on the ${sample} sample matches the estimates and thresholds of MASS::polr`,
    () => {
      const slug = 'housing-satisfaction';
      const { names, ...ours } = fitted(housing(sampleOf(slug, sample)));
      const thresholds = new Map([
        ['cut_1', 'Low|Medium'],
        ['cut_2', 'Medium|High'],
      ]);
      const renamed = { ...ours, names: names.map((name) => thresholds.get(name) ?? name) };
      expect(disagreements(renamed, theirs(slug, sample))).toEqual([]);
    },
  );

  test('conservation-wtp')(`The log-normal amounts with a spike at zero on the ${sample} sample match R`, () => {
    const slug = 'conservation-wtp';
    expect(disagreements(fitted(conservation(sampleOf(slug, sample))), theirs(slug, sample))).toEqual([]);
  });

  test('hybrid-corn-network')(`The hazard with network exposure of farmers on the ${sample} sample matches R`, () => {
    const slug = 'hybrid-corn-network';
    expect(disagreements(fitted(hybridCorn(sample)), theirs(slug, sample))).toEqual([]);
  });

  test('family-planning-network')(`The hazard with network exposure of women on the ${sample} sample matches R`, () => {
    const slug = 'family-planning-network';
    expect(disagreements(fitted(familyPlanning(sample)), theirs(slug, sample))).toEqual([]);
  });

  // The file rounds wages to 3 decimals; R used unrounded wages. The effect: 0.0004 standard errors, 0.0015 log-likelihood.
  test('unemployment-duration')(
    `The complementary log-log hazard on the ${sample} sample matches R within the rounding of wages`,
    () => {
      const slug = 'unemployment-duration';
      const allowed = { estimate: 1e-3, logLikelihood: 2e-3 };
      expect(disagreements(fitted(unemployment(sampleOf(slug, sample))), theirs(slug, sample), allowed)).toEqual([]);
    },
  );

  // The file rounds incomes, ages and conditions; R used unrounded data. The effect: 0.01 standard errors, 0.15 log-likelihood.
  test('health-insurance-visits')(
    `The negative binomial on the ${sample} sample matches R within the rounding of attributes`,
    () => {
      const slug = 'health-insurance-visits';
      const fit = fitted(healthVisits(sampleOf(slug, sample)));
      const {
        theta,
        theta_se: error,
        ...rest
      } = theirs(slug, sample) as ReferenceFit & { theta: number; theta_se: number };
      expect(disagreements(fit, rest, { estimate: 0.01, error: 1e-3, logLikelihood: 0.2 })).toEqual([]);
      const index = fit.names.indexOf('log_theta');
      const ours = Math.exp(fit.estimates[index]!);
      expect(ours).toBeCloseTo(theta, 4);
      expect(ours * fit.standardErrors[index]!).toBeCloseTo(error, 5);
    },
  );
});
