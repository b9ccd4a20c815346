import { expectFitOfR, shortFits } from '../support/calibration/logit-fits.js';
import { hasSurvey } from '../support/calibration/survey.js';

describe.each(shortFits)('the logit of %s (skipped if the data folder is absent)', (...fit) => {
  const [slug] = fit;
  const test = hasSurvey(slug) ? it : it.skip;

  test(`The logit of ${slug} matches the estimates, standard errors and log-likelihood of R on the training sample`, () =>
    expectFitOfR(fit, 'train'));
});
