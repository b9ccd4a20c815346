import { describeWithData } from '../../../test/support/calibration-data.js';
import {
  expectPublished,
  fitOfSurvey,
  orderedSpec,
  type PublishedFit,
  weightedSpec,
} from '../../../test/support/calibration/published-fits.js';
import { modesSpec } from '../../../test/support/swissmetro-survey.js';

const published: Readonly<Record<string, PublishedFit>> = {
  'a logit': {
    spec: modesSpec(),
    logLikelihood: -5331.252,
    estimates: { time: -1.278 },
    robustErrors: { constant_train: 0.0826, constant_car: 0.0582, time: 0.104, cost: 0.0682 },
  },
  'a logit with weights by survey': {
    spec: weightedSpec('weight'),
    weight: 'weight',
    logLikelihood: -5669.069,
    estimates: { time: -1.347, cost: -1.141 },
  },
  'a nested logit': {
    spec: modesSpec('nests: { existing: [train, car] }'),
    logLikelihood: -5236.9,
    estimates: { dissimilarity_existing: 1 / 2.054 },
    robustErrors: {
      constant_train: 0.0791,
      constant_car: 0.0545,
      time: 0.107,
      cost: 0.06,
      // That of Larch.
      dissimilarity_existing: 0.0389,
    },
  },
  'an ordered logit': {
    spec: orderedSpec('logit'),
    logLikelihood: -5789.309,
    estimates: { cost_train: 1.263 },
    robustErrors: { time_train: 0.0401, cost_train: 0.0585 },
  },
};

describeWithData('swissmetro-mode-choice', 'Published fits of Swissmetro', () => {
  it.each(Object.entries(published))('The fit of a spec of %s equals that of Biogeme', (_, own) =>
    expectPublished(own),
  );

  it('Standard errors of the logit, also robust ones, equal those of Larch to four digits', () => {
    const fit = fitOfSurvey(modesSpec());
    // From test_swissmetro_01logit of Larch.
    const larch = {
      constant_train: [0.0549, 0.0826],
      constant_car: [0.0432, 0.0582],
      time: [0.0569, 0.10425],
      cost: [0.0518, 0.0682],
    };
    for (const [id, [plain, robust]] of Object.entries(larch)) {
      const at = fit.names.indexOf(id);
      expect(Math.abs(fit.standardErrors[at]! - plain!)).toBeLessThan(6e-5);
      expect(Math.abs(fit.robustStandardErrors[at]! - robust!)).toBeLessThan(6e-5);
    }
  });
});
