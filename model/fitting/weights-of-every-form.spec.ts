import { formSamples } from '../../test/support/calibration/form-samples.js';
import { expectFitOfCopies } from '../../test/support/calibration/weighted-copies.js';

describe('weights of every form of separate rows', () => {
  it.each(formSamples.filter(({ unit }) => !unit))(
    '$name: weight k for a row, respondent or group gives the estimates and the log-likelihood of k copies',
    expectFitOfCopies,
  );
});
