import { binaryLogit } from '../../model/fitting/likelihoods/binary-outcomes.js';
import { conditionalLogit } from '../../model/fitting/likelihoods/conditional-logit.js';
import { orderedOutcomes } from '../../model/fitting/likelihoods/ordered-outcomes.js';
import { outcomeProbabilities } from '../../model/fitting/evidence/scores.js';
import { fitted } from '../support/calibration/agreement.js';
import { type BinaryModel, charity, gotv, hiv, welfare } from '../support/calibration/binary-surveys.js';
import { altFuel, catsup, type ChoiceModel, intercity, swissmetro } from '../support/calibration/choice-surveys.js';
import { housing } from '../support/calibration/other-surveys.js';
import {
  binaryMetrics,
  constantsOnly,
  type ChoiceMetrics,
  choiceMetrics,
  repeatShares,
  sharesOf,
} from '../support/calibration/metrics.js';
import { hasSurvey, reference, type ReferenceFit, Survey } from '../support/calibration/survey.js';

interface Reference {
  fit_train: ReferenceFit & { loglik_constants_only: number };
  heldout: Record<string, number> & {
    shares: { observed: number; observed_se: number; predicted: number }[];
  };
}

const test = (slug: string) => (hasSurvey(slug) ? it : it.skip);

/** Lists metrics that differ from R by more than the rounding of 8 decimals and of the estimates. */
const differences = (pairs: Record<string, readonly [number, number | undefined]>, within = 2e-6): string[] =>
  Object.entries(pairs).flatMap(([name, [ours, theirs]]) =>
    theirs !== undefined && Math.abs(ours - theirs) <= within ? [] : [`${name}: ours ${ours}, R's ${theirs}`],
  );

const binaries: [string, (survey: Survey) => BinaryModel][] = [
  ['gotv-social-pressure', gotv],
  ['charity-match-mailing', charity],
  ['hiv-test-incentive', hiv],
  ['welfare-wording-experiment', welfare],
];

describe.each(binaries)('held-out metrics of %s (skipped if the data folder is absent)', (slug, model) => {
  test(slug)(`The held-out metrics of ${slug} match R`, () => {
    const train = model(Survey.read(slug).train());
    const heldOut = model(Survey.read(slug).test());
    const probabilities = outcomeProbabilities(heldOut.design, fitted(train).estimates, 1, () =>
      binaryLogit(new Float64Array(heldOut.design.rows).fill(1)),
    );
    const sum = (values: Float64Array) => values.reduce((total, value) => total + value, 0);
    const share = sum(train.successes) / (train.trials ? sum(train.trials) : train.design.rows);
    const ours = binaryMetrics(probabilities, heldOut.successes, share, heldOut.trials);
    const { heldout } = reference<Reference>(slug);
    expect(
      differences({
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

describe.each(choices)('metrics of %s (skipped if the data folder is absent)', (slug, model) => {
  test(slug)(`The held-out metrics of ${slug} match R`, () => {
    const train = model(Survey.read(slug).train());
    const heldOut = model(Survey.read(slug).test());
    const { alternatives, available } = heldOut;
    const probabilities = outcomeProbabilities(heldOut.design, fitted(train).estimates, alternatives, (outcome) =>
      conditionalLogit(alternatives, new Int32Array(heldOut.design.rows).fill(outcome), available),
    );
    const base = constantsOnly(alternatives, train.chosen, train.available).probabilities(
      heldOut.design.rows,
      available,
    );
    const ours = choiceMetrics(probabilities, heldOut.chosen, base, alternatives);
    expect(
      choiceDifferences(ours, reference<Reference>(slug).heldout, slug.startsWith('alt-fuel') ? 1e-5 : 2e-6),
    ).toEqual([]);
  });

  test(slug)(`The log-likelihood of constants only for ${slug} matches R`, () => {
    const { alternatives, chosen, available } = model(Survey.read(slug).train());
    const { fit_train: theirs } = reference<Reference>(slug);
    expect(
      differences({
        constants: [constantsOnly(alternatives, chosen, available).logLikelihood, theirs.loglik_constants_only],
      }),
    ).toEqual([]);
  });
});

describe('metrics of ordered outcomes (skipped if the data folder is absent)', () => {
  const slug = 'housing-satisfaction';
  test(slug)(`The held-out metrics of ${slug}, including the ranked probability score, match R`, () => {
    const survey = Survey.read(slug);
    const levels = (part: Survey) =>
      Int32Array.from(part.text('Sat'), (level) => ['Low', 'Medium', 'High'].indexOf(level));
    const heldOut = housing(survey.test());
    const probabilities = outcomeProbabilities(
      heldOut.design,
      fitted(housing(survey.train())).estimates,
      3,
      (outcome) => orderedOutcomes(new Int32Array(heldOut.design.rows).fill(outcome), 3),
    );
    const base = repeatShares(sharesOf(levels(survey.train()), 3), heldOut.design.rows);
    const ours = choiceMetrics(probabilities, levels(survey.test()), base, 3);
    expect(choiceDifferences(ours, reference<Reference>(slug).heldout)).toEqual([]);
    const { heldout } = reference<Reference>(slug);
    expect(
      differences({
        rps: [ours.rankedProbabilityScore, heldout.rps],
        rps_null: [ours.rankedProbabilityScoreNull, heldout.rps_null],
      }),
    ).toEqual([]);
  });
});

function choiceDifferences(ours: ChoiceMetrics, heldout: Reference['heldout'], within?: number): string[] {
  const shares = ours.shares.map((share, k) => [share, heldout.shares[k]!] as const);
  return differences(
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
        shares.flatMap(([actual, theirs], k) => [
          [`observed ${k}`, [actual.observed, theirs.observed]],
          [`error ${k}`, [actual.observedError, theirs.observed_se]],
          [`predicted ${k}`, [actual.predicted, theirs.predicted]],
        ]),
      ),
    },
    within,
  );
}
