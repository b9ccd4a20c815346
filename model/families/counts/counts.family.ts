import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { estimatesOf, compileBothSides } from '../../equations/compile-equations.js';
import { type LinearModel, indexModel } from '../../equations/linear-model.js';
import { poissonQuantile } from '../../math/gamma.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { numberTranscriber, type Rank } from '../../transcript/predictor-transcriber.js';
import { numberWord, type Paragraph, fillTemplate } from '../../transcript/template.js';
import type { DecisionOutput, DecisionFamily } from '../../equations/decision-family.js';
import { countProbabilities } from './count-probabilities.js';
import {
  type CountDistribution,
  distributionOf,
  greatestCount,
  parametersOf,
  expectCounts,
  greatestSpread,
  runCounts,
  countFigures,
} from './counts.run.js';
import type { Counts } from './counts.schema.js';
import { exp } from '../../math/elementary.js';
import { checkIntercept, spreadsOf } from '../../equations/random-intercepts.js';
import { boundDecision, checkBands, familyDefaults } from '../outcome-columns.js';
import { predictorName } from '../../equations/formulas.js';

function countTranscriber(
  definition: WorkflowOf<Counts>,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision } = definition;
  const model = rateOf(decision);
  const columnOf = columnFinder(decided.columns);
  const counts = columnOf(`measure.${decision.count.id}`);
  const baselineCounts = columnOf(`baseline_measure.${decision.count.id}`);
  const [factors, draws] = [columnOf('rate_factor'), columnOf('count_draw')];
  const distribution = distributionOf(parametersOf(decision), estimatesOf(model));
  return numberTranscriber(definition, model, scenario, decided, {
    signs: { rate: 1 },
    phrases: decision.telling,
    nounOf: (count) => describeCount(decision.count.words, count),
    resultOf: (index, equations) => ({
      result: counts.values[index]!,
      baselineResult: baselineCounts.values[index]!,
      // The search for a change also evaluates values at which a simulation fails.
      resultAt: (values) =>
        poissonQuantile(draws.values[index]!, Math.min(greatestCount.most, exp(values[0]!) * factors.values[index]!)),
      rank: rankOf(counts.values[index]!, exp(equations[0]!), distribution),
    }),
  });
}

function describeCount({ none, one, two, more }: Counts['count']['words'], count: number): string {
  if (count === 0) return none;
  if (count === 1) return one;
  return count === 2 && two ? two : fillTemplate(more, { count: numberWord(count) });
}

function rankOf(
  count: number,
  typical: number,
  { theta, spread, points: { points, densities, total } }: CountDistribution,
): Rank {
  const probabilities = new Float64Array(count + 1);
  let [less, same] = [0, 0];
  for (let k = 0; k < points.length; k++) {
    countProbabilities(typical * exp(spread * points[k]!), theta, probabilities);
    const own = probabilities[count]!;
    const weight = densities[k]! / total;
    same += weight * own;
    less += weight * (probabilities.reduce((sum, probability) => sum + probability, 0) - own);
  }
  return { less, more: Math.max(0, 1 - less - same) };
}

/** The time of a simulation grows with the number of counts below the last band and with its square root. */
const greatestBandWithIntercept = 200;

function rateOf(decision: Counts): LinearModel {
  return indexModel(decision, 'rate', [...(decision.dispersion ? [decision.dispersion] : []), ...spreadsOf(decision)]);
}

/**
 * Counts: Poisson, or negative binomial (NB2) as a Poisson count with a mean multiplied by a gamma variate of the agent.
 * Source: Cameron and Trivedi, "Regression analysis of count data", 2nd edition, sections 3.2 and 3.3.
 */
export const counts: DecisionFamily<Counts> = {
  ...familyDefaults,
  linear: rateOf,
  formulas: ({ count, dispersion, random_intercept: intercept }) => {
    const inGroup = intercept ? ' in a group' : '';
    const predictor = predictorName('rate');
    return [
      `mean(${count.id})${inGroup} = exp(${intercept ? `${predictor} + u` : predictor})`,
      `variance(${count.id})${inGroup} = mean${dispersion === undefined ? '' : ` + mean² / exp(${dispersion})`}`,
      ...(intercept ? [`u is normal with mean 0 and standard deviation ${intercept.spread}`] : []),
    ];
  },
  check(list, decision) {
    const { outcomes, random_intercept: intercept } = decision;
    checkBands(list, outcomes);
    checkIntercept(list, decision);
    const spread = intercept && decision.coefficients.find(({ id }) => id === intercept.spread);
    if (spread && spread.estimate > greatestSpread)
      list.add(
        ['decision', 'random_intercept', 'spread'],
        `"${spread.id}" is ${spread.estimate}, but a standard deviation of the logarithms of means is at most ${greatestSpread}`,
      );
    const last = outcomes.at(-1)!;
    if (intercept && last.from > greatestBandWithIntercept)
      list.add(
        ['decision', 'outcomes', outcomes.length - 1, 'from'],
        `"${last.id}" starts at ${last.from}, but with random intercepts the last band starts at ${greatestBandWithIntercept} at most`,
      );
  },
  measures: ({ count: { id, label, unit } }) => [{ id, label, unit, bounds: [0, Infinity] }],
  compile(decision, context) {
    const compiled = { ...parametersOf(decision), ...compileBothSides(rateOf(decision), context) };
    return boundDecision(compiled, runCounts, expectCounts, countFigures);
  },
  transcriber: countTranscriber,
};
