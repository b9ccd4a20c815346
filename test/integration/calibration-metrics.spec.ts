import { binaryLogit } from '../../src/calibration/kernels/binary-logit.js';
import { conditionalLogit } from '../../src/calibration/kernels/conditional-logit.js';
import { orderedLogit } from '../../src/calibration/kernels/ordered-logit.js';
import { binaryMetrics } from '../../src/calibration/metrics/binary-metrics.js';
import { constantsOnly, equalSharesLogLikelihood } from '../../src/calibration/metrics/choice-baselines.js';
import {
  type ChoiceMetrics,
  choiceMetrics,
  sameForAll,
  sharesOf,
} from '../../src/calibration/metrics/choice-metrics.js';
import { outcomeProbabilities } from '../../src/calibration/metrics/outcome-probabilities.js';
import { fitted } from '../support/calibration/agreement.js';
import { type BinaryModel, charity, gotv, hiv, welfare } from '../support/calibration/binary-surveys.js';
import { altFuel, catsup, type ChoiceModel, intercity, swissmetro } from '../support/calibration/choice-surveys.js';
import { housing } from '../support/calibration/other-surveys.js';
import { hasSurvey, reference, type ReferenceFit, Survey } from '../support/calibration/survey.js';

interface Reference {
  fit_train: ReferenceFit & { loglik_equal_shares: number; loglik_constants_only: number };
  heldout: Record<string, number> & {
    calibration: { intercept: number; slope: number; slope_se: number };
    shares: { observed: number; observed_se: number; predicted: number }[];
  };
}

const test = (slug: string) => (hasSurvey(slug) ? it : it.skip);

/** What differs from R's figure by more than rounding of the 8 decimals and of the estimates. */
const off = (pairs: Record<string, readonly [number, number | undefined]>, within = 2e-6): string[] =>
  Object.entries(pairs).flatMap(([name, [ours, theirs]]) =>
    theirs !== undefined && Math.abs(ours - theirs) <= within ? [] : [`${name}: ours ${ours}, R's ${theirs}`],
  );

const binaries: [string, (survey: Survey) => BinaryModel][] = [
  ['gotv-social-pressure', gotv],
  ['charity-match-mailing', charity],
  ['hiv-test-incentive', hiv],
  ['welfare-wording-experiment', welfare],
];

describe.each(binaries)('held-out figures of %s (skipped where the data folder is absent)', (slug, model) => {
  test(slug)('are those of R', () => {
    const train = model(Survey.read(slug).train());
    const held = model(Survey.read(slug).test());
    const chances = outcomeProbabilities(held.design, fitted(train).estimates, 1, () =>
      binaryLogit(new Float64Array(held.design.rows).fill(1)),
    );
    const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
    const share = sum(train.successes) / (train.trials ? sum(train.trials) : train.design.rows);
    const ours = binaryMetrics(chances, held.successes, share, held.trials);
    const { heldout } = reference<Reference>(slug);
    expect(
      off({
        n: [ours.n, heldout.n],
        logloss: [ours.logLoss, heldout.logloss],
        logloss_null: [ours.logLossNull, heldout.logloss_null],
        mcfadden: [ours.mcfaddenR2, heldout.mcfadden_r2_heldout],
        brier: [ours.brier, heldout.brier],
        brier_null: [ours.brierNull, heldout.brier_null],
        auc: [ours.areaUnderCurve, heldout.auc],
        accuracy: [ours.accuracy, heldout.accuracy],
        accuracy_majority: [ours.accuracyMajority, heldout.accuracy_majority],
        observed: [ours.meanObserved, heldout.mean_observed],
        observed_se: [ours.meanObservedError, heldout.mean_observed_se],
        predicted: [ours.meanPredicted, heldout.mean_predicted],
        intercept: [ours.calibration.intercept, heldout.calibration.intercept],
        slope: [ours.calibration.slope, heldout.calibration.slope],
        slope_se: [ours.calibration.slopeError, heldout.calibration.slope_se],
      }),
    ).toEqual([]);
  });
});

const choices: [string, (survey: Survey) => ChoiceModel][] = [
  ['swissmetro-mode-choice', swissmetro],
  ['intercity-mode-choice', intercity],
  ['alt-fuel-vehicle-choice', altFuel],
  ['catsup-brand-choice', catsup],
];

describe.each(choices)('figures of %s (skipped where the data folder is absent)', (slug, model) => {
  test(slug)('held out are those of R', () => {
    const train = model(Survey.read(slug).train());
    const held = model(Survey.read(slug).test());
    const { alternatives, available } = held;
    const probabilities = outcomeProbabilities(held.design, fitted(train).estimates, alternatives, (outcome) =>
      conditionalLogit(alternatives, new Int32Array(held.design.rows).fill(outcome), available),
    );
    const base = constantsOnly(alternatives, train.chosen, train.available).probabilities(held.design.rows, available);
    const ours = choiceMetrics(probabilities, held.chosen, base, alternatives);
    expect(offChoices(ours, reference<Reference>(slug).heldout, slug.startsWith('alt-fuel') ? 1e-5 : 2e-6)).toEqual([]);
  });

  test(slug)('of the training sample against equal shares and against constants are those of R', () => {
    const { alternatives, chosen, available } = model(Survey.read(slug).train());
    const { fit_train: theirs } = reference<Reference>(slug);
    expect(
      off({
        equal: [equalSharesLogLikelihood(chosen.length, alternatives, available), theirs.loglik_equal_shares],
        constants: [constantsOnly(alternatives, chosen, available).logLikelihood, theirs.loglik_constants_only],
      }),
    ).toEqual([]);
  });
});

describe('figures of ordered outcomes (skipped where the data folder is absent)', () => {
  const slug = 'housing-satisfaction';
  test(slug)('held out are those of R, the ranked probability score among them', () => {
    const survey = Survey.read(slug);
    const levels = (part: Survey) =>
      Int32Array.from(part.text('Sat'), (level) => ['Low', 'Medium', 'High'].indexOf(level));
    const held = housing(survey.test());
    const probabilities = outcomeProbabilities(held.design, fitted(housing(survey.train())).estimates, 3, (outcome) =>
      orderedLogit(new Int32Array(held.design.rows).fill(outcome), 3),
    );
    const base = sameForAll(sharesOf(levels(survey.train()), 3), held.design.rows);
    const ours = choiceMetrics(probabilities, levels(survey.test()), base, 3);
    expect(offChoices(ours, reference<Reference>(slug).heldout)).toEqual([]);
    const { heldout } = reference<Reference>(slug);
    expect(
      off({
        rps: [ours.rankedProbabilityScore, heldout.rps],
        rps_null: [ours.rankedProbabilityScoreNull, heldout.rps_null],
      }),
    ).toEqual([]);
  });
});

function offChoices(ours: ChoiceMetrics, heldout: Reference['heldout'], within?: number): string[] {
  const shares = ours.shares.map((share, k) => [share, heldout.shares[k]!] as const);
  return off(
    {
      n: [ours.n, heldout.n],
      logloss: [ours.logLoss, heldout.logloss],
      logloss_null: [ours.logLossNull, heldout.logloss_null],
      mcfadden: [ours.mcfaddenR2, heldout.mcfadden_r2_heldout],
      brier: [ours.brier, heldout.brier],
      brier_null: [ours.brierNull, heldout.brier_null],
      accuracy: [ours.accuracy, heldout.accuracy],
      accuracy_majority: [ours.accuracyMajority, heldout.accuracy_majority],
      share_mae: [ours.shareMeanError, heldout.share_mae],
      share_max_abs_err: [ours.shareMaxError, heldout.share_max_abs_err],
      ...Object.fromEntries(
        shares.flatMap(([mine, theirs], k) => [
          [`observed ${k}`, [mine.observed, theirs.observed]],
          [`error ${k}`, [mine.observedError, theirs.observed_se]],
          [`predicted ${k}`, [mine.predicted, theirs.predicted]],
        ]),
      ),
    },
    within,
  );
}
