import { standardErrors, inverseInformation } from '../covariance.js';
import { binaryLogit } from '../kernels/binary-logit.js';
import { climbByNewton } from '../newton.js';
import { totalLikelihood } from '../total-likelihood.js';

/** How well chances of a yes, told beforehand, fit what then happened. Losses are means over answers. */
export interface BinaryMetrics {
  readonly n: number;
  /** Mean of -ln of the chance of what happened. */
  readonly logLoss: number;
  /** The same for the share of the training sample, told to everybody. */
  readonly logLossNull: number;
  /** 1 - logLoss / logLossNull. */
  readonly mcfaddenR2: number;
  /** Mean squared distance: 0 to 1. */
  readonly brier: number;
  readonly brierNull: number;
  /** How likely one who said yes was given a higher chance than one who said no; equal chances count half. */
  readonly areaUnderCurve: number;
  readonly accuracy: number;
  readonly accuracyMajority: number;
  readonly meanObserved: number;
  /** Of independent answers. */
  readonly meanObservedError: number;
  readonly meanPredicted: number;
  /** Logit of what happened on the log odds told: 0 and 1 where they are right. */
  readonly calibration: { readonly intercept: number; readonly slope: number; readonly slopeError: number };
}

/**
 * Source: Steyerberg et al., "Assessing the performance of prediction models", Epidemiology 21 (2010).
 *
 * @param probabilities of a yes, one a row, inside (0, 1)
 * @param successes of each row: 0 or 1, or how many said yes
 * @param trainingShare of yes
 * @param trials of each row; 1 when absent
 */
export function binaryMetrics(
  probabilities: Float64Array,
  successes: Float64Array,
  trainingShare: number,
  trials: Float64Array = new Float64Array(successes.length).fill(1),
): BinaryMetrics {
  const n = trials.reduce((sum, count) => sum + count, 0);
  const yes = successes.reduce((sum, count) => sum + count, 0);
  /** Mean over answers of a number for yes and one for no. */
  const mean = (ofYes: (chance: number) => number, ofNo: (chance: number) => number, chances = probabilities) => {
    let sum = 0;
    for (let row = 0; row < chances.length; row++) {
      const said = successes[row]!;
      // A loss of infinity times nobody is no loss.
      if (said > 0) sum += said * ofYes(chances[row]!);
      if (trials[row]! > said) sum += (trials[row]! - said) * ofNo(chances[row]!);
    }
    return sum / n;
  };
  const log = (chance: number) => -Math.log(chance);
  const square = (distance: number) => distance * distance;
  const base = probabilities.map(() => trainingShare);
  const logLoss = mean(log, (chance) => log(1 - chance));
  const logLossNull = mean(log, (chance) => log(1 - chance), base);
  const observed = yes / n;
  const right = [(chance: number) => (chance >= 0.5 ? 1 : 0), (chance: number) => (chance < 0.5 ? 1 : 0)] as const;
  return {
    n,
    logLoss,
    logLossNull,
    mcfaddenR2: 1 - logLoss / logLossNull,
    brier: mean((chance) => square(1 - chance), square),
    brierNull: mean((chance) => square(1 - chance), square, base),
    areaUnderCurve: areaUnderCurve(probabilities, successes, trials),
    accuracy: mean(...right),
    accuracyMajority: mean(...right, base),
    meanObserved: observed,
    meanObservedError: Math.sqrt((observed * (1 - observed)) / n),
    meanPredicted: probabilities.reduce((sum, chance, row) => sum + chance * trials[row]!, 0) / n,
    calibration: calibrationLine(probabilities, successes, trials),
  };
}

function areaUnderCurve(probabilities: Float64Array, successes: Float64Array, trials: Float64Array): number {
  const order = Array.from(probabilities.keys()).sort((a, b) => probabilities[a]! - probabilities[b]!);
  let [noBelow, allYes, won] = [0, 0, 0];
  for (let start = 0, end = 0; start < order.length; start = end) {
    let [yesHere, noHere] = [0, 0];
    for (; end < order.length && probabilities[order[end]!] === probabilities[order[start]!]; end++) {
      yesHere += successes[order[end]!]!;
      noHere += trials[order[end]!]! - successes[order[end]!]!;
    }
    won += yesHere * (noBelow + noHere / 2);
    noBelow += noHere;
    allYes += yesHere;
  }
  return won / (allYes * noBelow);
}

function calibrationLine(probabilities: Float64Array, successes: Float64Array, trials: Float64Array) {
  const matrix = new Float64Array(2 * probabilities.length);
  probabilities.forEach((chance, row) => matrix.set([1, Math.log(chance / (1 - chance))], 2 * row));
  const line = totalLikelihood(
    {
      rows: probabilities.length,
      coefficients: ['intercept', 'slope'],
      equations: [{ coefficients: Int32Array.of(0, 1), matrix }],
    },
    binaryLogit(successes, trials),
  );
  const { parameters } = climbByNewton(line, Float64Array.of(0, 1));
  const errors = standardErrors(inverseInformation(line.information(parameters, 'observed'), 2));
  return { intercept: parameters[0]!, slope: parameters[1]!, slopeError: errors[1]! };
}
