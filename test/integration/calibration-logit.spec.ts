import { disagreements, fitted, type Tolerance } from '../support/calibration/agreement.js';
import { gotv, charity, firstRound, hiv, laterRounds, welfare } from '../support/calibration/binary-surveys.js';
import { altFuel, catsup, repeatPurchases, intercity, swissmetro } from '../support/calibration/choice-surveys.js';
import type { Model } from '../support/calibration/designs.js';
import { hasSurvey, reference, type ReferenceFit, Survey } from '../support/calibration/survey.js';
import { rowsOf, describeInFullLevel } from '../support/full-level.js';

/** The last element names the part of a reference that has several fits. */
type LogitFit = [slug: string, model: (survey: Survey) => Model, tolerance?: Partial<Tolerance>, part?: string];

/** The file rounds prices to 4 decimals; R used unrounded prices. */
const roundedPriceTolerance = { logLikelihood: 1e-3 };
/** R computes standard errors with the weights before the last step, which matters for probabilities near 0 or 1. */
const earlyWeightsTolerance = { error: 1.2e-3 };

/** Fits that take a fraction of a second. */
const shortFits: LogitFit[] = [
  ['intercity-mode-choice', intercity],
  ['charity-match-mailing', charity, earlyWeightsTolerance],
  ['hiv-test-incentive', hiv],
  ['welfare-wording-experiment', welfare],
  ['repeated-pd-cooperation', firstRound, earlyWeightsTolerance, 'first_round'],
  ['repeated-pd-cooperation', laterRounds, earlyWeightsTolerance, 'later_rounds'],
];

/** Fits of large samples or of many alternatives. */
const longFits: LogitFit[] = [
  ['swissmetro-mode-choice', swissmetro],
  ['alt-fuel-vehicle-choice', altFuel, roundedPriceTolerance],
  ['catsup-brand-choice', catsup],
  ['gotv-social-pressure', gotv],
];

const samples = rowsOf<['training' | 'full', 'train' | 'full']>([['training', 'train']], [['full', 'full']]);

describe.each(rowsOf(shortFits, longFits))(
  'the logit of %s (skipped if the data folder is absent)',
  (slug, model, tolerance, part) => {
    const test = hasSurvey(slug) ? it : it.skip;

    test.each(samples)(
      `The logit of ${slug} matches the estimates, standard errors and log-likelihood of R on the %s sample`,
      (_, sample) => {
        const survey = Survey.read(slug);
        const found = reference<Record<string, ReferenceFit & Record<string, ReferenceFit>>>(slug)[`fit_${sample}`]!;
        const theirs = part === undefined ? found : found[part]!;
        const ours = fitted(model(sample === 'train' ? survey.train() : survey));
        expect(disagreements(ours, theirs, tolerance)).toEqual([]);
      },
    );
  },
);

describeInFullLevel('logit variants (skipped if the data folder is absent)', () => {
  const test = (slug: string) => (hasSurvey(slug) ? it : it.skip);
  const theirs = (slug: string, key: string) => reference<Record<string, ReferenceFit>>(slug)[key]!;

  test('gotv-social-pressure')('The logit of gotv-social-pressure with experimental arms only matches R', () => {
    const slug = 'gotv-social-pressure';
    expect(disagreements(fitted(gotv(Survey.read(slug), true)), theirs(slug, 'fit_full_arms_only'))).toEqual([]);
  });

  test('catsup-brand-choice')('The logit of catsup-brand-choice with the previous choice matches R', () => {
    const slug = 'catsup-brand-choice';
    const survey = repeatPurchases(Survey.read(slug).train());
    expect(disagreements(fitted(catsup(survey, true)), theirs(slug, 'fit_train_state_dependence'))).toEqual([]);
  });

  test('alt-fuel-vehicle-choice')('The logit of alt-fuel-vehicle-choice with the preferred body type matches R', () => {
    const slug = 'alt-fuel-vehicle-choice';
    const ours = fitted(altFuel(Survey.read(slug).train(), true));
    expect(disagreements(ours, theirs(slug, 'fit_train_preferred_type'), roundedPriceTolerance)).toEqual([]);
  });
});
