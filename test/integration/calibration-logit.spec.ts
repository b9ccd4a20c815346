import { disagreements, fitted, type Tolerance } from '../support/calibration/agreement.js';
import { charity, firstRound, gotv, hiv, laterRounds, welfare } from '../support/calibration/binary-surveys.js';
import { altFuel, catsup, intercity, repeatPurchases, swissmetro } from '../support/calibration/choice-surveys.js';
import { type Model } from '../support/calibration/designs.js';
import { hasSurvey, reference, type ReferenceFit, Survey } from '../support/calibration/survey.js';

type Reference = Record<string, ReferenceFit & Record<string, ReferenceFit>>;

/** The price in the file is rounded to 4 decimals; R had it whole. */
const ROUNDED_PRICE = { logLikelihood: 1e-3 };
/** R takes the weights of the step before the last for standard errors; where some chances are near 0 or 1 that shows. */
const LATE_WEIGHTS = { error: 1.2e-3 };

const fits: [string, string, (survey: Survey) => Model, Partial<Tolerance>?, string?][] = [
  ['swissmetro-mode-choice', 'fit', swissmetro],
  ['intercity-mode-choice', 'fit', intercity],
  ['alt-fuel-vehicle-choice', 'fit', altFuel, ROUNDED_PRICE],
  ['catsup-brand-choice', 'fit', catsup],
  ['gotv-social-pressure', 'fit', gotv],
  ['charity-match-mailing', 'fit', charity, LATE_WEIGHTS],
  ['hiv-test-incentive', 'fit', hiv],
  ['welfare-wording-experiment', 'fit', welfare],
  ['repeated-pd-cooperation', 'fit', firstRound, LATE_WEIGHTS, 'first_round'],
  ['repeated-pd-cooperation', 'fit', laterRounds, LATE_WEIGHTS, 'later_rounds'],
];

describe.each(fits)(
  'logit of %s against R (skipped where the data folder is absent)',
  (slug, key, model, tolerance, part) => {
    const test = hasSurvey(slug) ? it : it.skip;
    const theirs = (sample: string): ReferenceFit => {
      const found = reference<Reference>(slug)[`${key}_${sample}`]!;
      return part ? found[part]! : found;
    };

    test('has the estimates, standard errors and log-likelihood of the training sample', () => {
      expect(disagreements(fitted(model(Survey.read(slug).train())), theirs('train'), tolerance)).toEqual([]);
    });

    test('has those of the full sample', () => {
      expect(disagreements(fitted(model(Survey.read(slug))), theirs('full'), tolerance)).toEqual([]);
    });
  },
);

describe('further logits against R (skipped where the data folder is absent)', () => {
  const test = (slug: string) => (hasSurvey(slug) ? it : it.skip);
  const theirs = (slug: string, key: string) => reference<Record<string, ReferenceFit>>(slug)[key]!;

  test('gotv-social-pressure')('has the effects of the arms alone', () => {
    const slug = 'gotv-social-pressure';
    expect(disagreements(fitted(gotv(Survey.read(slug), true)), theirs(slug, 'fit_full_arms_only'))).toEqual([]);
  });

  test('catsup-brand-choice')('has the pull of the brand bought last time', () => {
    const slug = 'catsup-brand-choice';
    const survey = repeatPurchases(Survey.read(slug).train());
    expect(disagreements(fitted(catsup(survey, true)), theirs(slug, 'fit_train_state_dependence'))).toEqual([]);
  });

  test('alt-fuel-vehicle-choice')('has the pull of the preferred body type', () => {
    const slug = 'alt-fuel-vehicle-choice';
    const ours = fitted(altFuel(Survey.read(slug).train(), true));
    expect(disagreements(ours, theirs(slug, 'fit_train_preferred_type'), ROUNDED_PRICE)).toEqual([]);
  });
});
