import { type Score, type Told } from '../families/family-fit.js';
import { type LikelihoodKernel } from '../likelihood.js';
import { choiceMetrics } from '../metrics/choice-metrics.js';

/**
 * Scores of the chances of several outcomes.
 *
 * @param kernelOf the kernel of observations that all had that outcome
 * @param chosen the outcome of each observation told of
 * @param weights how many people each stands for; 1 when absent
 */
export function choiceScores(
  told: Told,
  byShares: Told,
  outcomes: number,
  kernelOf: (outcome: number) => LikelihoodKernel,
  chosen: Int32Array,
  weights?: Float64Array,
): Score[] {
  const people = weights ? repeated(weights) : Int32Array.from(chosen.keys());
  const chancesOf = (of: Told) => {
    const chances = of.chances(outcomes, kernelOf);
    return Float64Array.from(
      { length: people.length * outcomes },
      (_, k) => chances[people[Math.floor(k / outcomes)]! * outcomes + (k % outcomes)]!,
    );
  };
  const chosenBy = people.map((observation) => chosen[observation]!);
  const metrics = choiceMetrics(chancesOf(told), chosenBy, chancesOf(byShares), outcomes);
  return [
    { id: 'brier', value: metrics.brier, null_value: metrics.brierNull },
    { id: 'accuracy', value: metrics.accuracy, null_value: metrics.accuracyMajority },
  ];
}

/** Each observation as often as people it stands for. */
function repeated(weights: Float64Array): Int32Array {
  return Int32Array.from(Array.from(weights).flatMap((weight, k) => new Array<number>(Math.round(weight)).fill(k)));
}
