import { disagreements, fitted } from '../support/calibration/agreement.js';
import { familyPlanning, hybridCorn } from '../support/calibration/network-surveys.js';
import { conservation, healthVisits, housing, unemployment } from '../support/calibration/other-surveys.js';
import { hasSurvey, reference, type ReferenceFit, Survey } from '../support/calibration/survey.js';

type Sample = 'train' | 'full';
const samples: Sample[] = ['train', 'full'];
const test = (slug: string) => (hasSurvey(slug) ? it : it.skip);
const sampleOf = (slug: string, sample: Sample) => (sample === 'train' ? Survey.read(slug).train() : Survey.read(slug));
const theirs = (slug: string, sample: Sample) => reference<Record<string, ReferenceFit>>(slug)[`fit_${sample}`]!;

describe.each(samples)('families against R on the %s sample (skipped where the data folder is absent)', (sample) => {
  test('housing-satisfaction')(
    'the ordered logit has its estimates and thresholds, with the sign of MASS::polr',
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

  test('conservation-wtp')('the spike at zero with log-normal amounts has its estimates', () => {
    const slug = 'conservation-wtp';
    expect(disagreements(fitted(conservation(sampleOf(slug, sample))), theirs(slug, sample))).toEqual([]);
  });

  test('hybrid-corn-network')('the hazard with network exposure has those of the farmers', () => {
    const slug = 'hybrid-corn-network';
    expect(disagreements(fitted(hybridCorn(sample)), theirs(slug, sample))).toEqual([]);
  });

  test('family-planning-network')('the hazard with network exposure has those of the women', () => {
    const slug = 'family-planning-network';
    expect(disagreements(fitted(familyPlanning(sample)), theirs(slug, sample))).toEqual([]);
  });

  // Wages are rounded to 3 decimals in the file, which R had whole: 0.0004 standard errors and 0.0015 of log-likelihood.
  test('unemployment-duration')(
    'the complementary log-log hazard has its estimates as far as rounded wages allow',
    () => {
      const slug = 'unemployment-duration';
      const allowed = { estimate: 1e-3, logLikelihood: 2e-3 };
      expect(disagreements(fitted(unemployment(sampleOf(slug, sample))), theirs(slug, sample), allowed)).toEqual([]);
    },
  );

  // Incomes, ages and conditions are rounded in the file, which R had whole: 0.01 standard errors and 0.15 of log-likelihood.
  test('health-insurance-visits')('the negative binomial has its estimates as far as rounded attributes allow', () => {
    const slug = 'health-insurance-visits';
    const fit = fitted(healthVisits(sampleOf(slug, sample)));
    const {
      theta,
      theta_se: error,
      ...rest
    } = theirs(slug, sample) as ReferenceFit & { theta: number; theta_se: number };
    expect(disagreements(fit, rest, { estimate: 0.01, error: 1e-3, logLikelihood: 0.2 })).toEqual([]);
    const at = fit.names.indexOf('log_theta');
    const ours = Math.exp(fit.estimates[at]!);
    expect(ours).toBeCloseTo(theta, 4);
    expect(ours * fit.standardErrors[at]!).toBeCloseTo(error, 5);
  });
});
