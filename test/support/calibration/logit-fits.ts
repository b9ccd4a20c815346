import { disagreements, fitted, type Tolerance } from './agreement.js';
import { charity, firstRound, gotv, hiv, laterRounds, welfare } from './binary-surveys.js';
import { altFuel, catsup, intercity, swissmetro } from './choice-surveys.js';
import type { Model } from './designs.js';
import { reference, type ReferenceFit, Survey } from './survey.js';

/** The last element names the part of a reference that has several fits. */
type LogitFit = [slug: string, model: (survey: Survey) => Model, tolerance?: Partial<Tolerance>, part?: string];

/** The file rounds prices to 4 decimals; R used unrounded prices. */
export const roundedPriceTolerance = { logLikelihood: 1e-3 };
/** R computes standard errors with the weights before the last step, which matters for probabilities near 0 or 1. */
const earlyWeightsTolerance = { error: 1.2e-3 };

/** Fits that take a fraction of a second. */
export const shortFits: LogitFit[] = [
  ['intercity-mode-choice', intercity],
  ['charity-match-mailing', charity, earlyWeightsTolerance],
  ['hiv-test-incentive', hiv],
  ['welfare-wording-experiment', welfare],
  ['repeated-pd-cooperation', firstRound, earlyWeightsTolerance, 'first_round'],
  ['repeated-pd-cooperation', laterRounds, earlyWeightsTolerance, 'later_rounds'],
];

/** Fits of large samples or of many alternatives. */
export const longFits: LogitFit[] = [
  ['swissmetro-mode-choice', swissmetro],
  ['alt-fuel-vehicle-choice', altFuel, roundedPriceTolerance],
  ['catsup-brand-choice', catsup],
  ['gotv-social-pressure', gotv],
];

/** Expects the estimates, standard errors and log-likelihood of R. */
export function expectFitOfR([slug, model, tolerance, part]: LogitFit, sample: 'train' | 'full'): void {
  const survey = Survey.read(slug);
  const found = reference<Record<string, ReferenceFit & Record<string, ReferenceFit>>>(slug)[`fit_${sample}`]!;
  const theirs = part === undefined ? found : found[part]!;
  expect(disagreements(fitted(model(sample === 'train' ? survey.train() : survey)), theirs, tolerance)).toEqual([]);
}
