import { disagreements, fitted } from '../support/calibration/agreement.js';
import { gotv } from '../support/calibration/binary-surveys.js';
import { altFuel, catsup, repeatPurchases } from '../support/calibration/choice-surveys.js';
import { expectFitOfR, longFits, roundedPriceTolerance, shortFits } from '../support/calibration/logit-fits.js';
import { hasSurvey, reference, type ReferenceFit, Survey } from '../support/calibration/survey.js';

describe.each(longFits)('the logit of %s (skipped if the data folder is absent)', (...fit) => {
  const [slug] = fit;
  const test = hasSurvey(slug) ? it : it.skip;

  test(`The logit of ${slug} matches the estimates, standard errors and log-likelihood of R on the training sample`, () =>
    expectFitOfR(fit, 'train'));
});

describe.each([...shortFits, ...longFits])('the logit of %s (skipped if the data folder is absent)', (...fit) => {
  const [slug] = fit;
  const test = hasSurvey(slug) ? it : it.skip;

  test(`The logit of ${slug} matches the estimates, standard errors and log-likelihood of R on the full sample`, () =>
    expectFitOfR(fit, 'full'));
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
