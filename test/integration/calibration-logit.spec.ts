import { disagreements, fitted, type Tolerance } from '../support/calibration/agreement.js';
import { charity, firstRound, gotv, hiv, laterRounds, welfare } from '../support/calibration/binary-surveys.js';
import { altFuel, catsup, intercity, repeatPurchases, swissmetro } from '../support/calibration/choice-surveys.js';
import type { Model } from '../support/calibration/designs.js';
import { hasSurvey, reference, type ReferenceFit, Survey } from '../support/calibration/survey.js';

type Reference = Record<string, ReferenceFit & Record<string, ReferenceFit>>;

/** The file rounds prices to 4 decimals; R used unrounded prices. */
const roundedPriceTolerance = { logLikelihood: 1e-3 };
/** R computes standard errors with the weights before the last step, which matters for probabilities near 0 or 1. */
const earlyWeightsTolerance = { error: 1.2e-3 };

const fits: [string, string, (survey: Survey) => Model, Partial<Tolerance>?, string?][] = [
  ['swissmetro-mode-choice', 'fit', swissmetro],
  ['intercity-mode-choice', 'fit', intercity],
  ['alt-fuel-vehicle-choice', 'fit', altFuel, roundedPriceTolerance],
  ['catsup-brand-choice', 'fit', catsup],
  ['gotv-social-pressure', 'fit', gotv],
  ['charity-match-mailing', 'fit', charity, earlyWeightsTolerance],
  ['hiv-test-incentive', 'fit', hiv],
  ['welfare-wording-experiment', 'fit', welfare],
  ['repeated-pd-cooperation', 'fit', firstRound, earlyWeightsTolerance, 'first_round'],
  ['repeated-pd-cooperation', 'fit', laterRounds, earlyWeightsTolerance, 'later_rounds'],
];

describe.each(fits)('the logit of %s (skipped if the data folder is absent)', (slug, key, model, tolerance, part) => {
  const test = hasSurvey(slug) ? it : it.skip;
  const theirs = (sample: string): ReferenceFit => {
    const found = reference<Reference>(slug)[`${key}_${sample}`]!;
    return part ? found[part]! : found;
  };

  test(`The logit of ${slug} matches the estimates, standard errors and log-likelihood of R on the training sample`, () => {
    expect(disagreements(fitted(model(Survey.read(slug).train())), theirs('train'), tolerance)).toEqual([]);
  });

  test(`The logit of ${slug} matches the estimates, standard errors and log-likelihood of R on the full sample`, () => {
    expect(disagreements(fitted(model(Survey.read(slug))), theirs('full'), tolerance)).toEqual([]);
  });
});

describe('logit variants (skipped if the data folder is absent)', () => {
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
