import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { estimatesOf } from '../../equations/compile-equations.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { poissonQuantile } from '../../math/poisson-quantile.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { numberTranscriber, type Rank, describeRank } from '../../transcript/number-transcript/number-transcriber.js';
import { numberWord } from '../../transcript/number-words.js';
import { type Paragraph, sentence } from '../../transcript/sentence.js';
import { fillTemplate } from '../../transcript/template.js';
import type { DecisionOutput } from '../../equations/decision-family.js';
import { countProbabilities } from './count-probabilities.js';
import { type CountDistribution, distributionOf, greatestCount, parametersOf } from './counts.run.js';
import type { Counts } from './counts.schema.js';
import { exp } from '../../math/elementary.js';

/** Returns a function that writes the transcript of an agent: its count and the reasons for it. */
export function countTranscriber(
  definition: WorkflowOf<Counts>,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision, narrative } = definition;
  const columnOf = columnFinder(decided.columns);
  const counts = columnOf(`measure.${decision.count.id}`);
  const baselineCounts = columnOf(`baseline_measure.${decision.count.id}`);
  const [factors, draws] = [columnOf('rate_factor'), columnOf('count_draw')];
  const distribution = distributionOf(parametersOf(decision), estimatesOf(model));
  const nounOf = (count: number) => describeCount(decision.count.words, count);
  return numberTranscriber(definition, model, scenario, decided, {
    signs: { rate: 1 },
    phrases: decision.telling,
    nounOf,
    resultOf(index, equations) {
      const result = counts.values[index]!;
      const choice = fillTemplate(narrative.outcome.chosen, { alternative: nounOf(result) });
      const rank = describeRank(narrative.peers, decision.telling, rankOf(result, exp(equations[0]!), distribution));
      return {
        result,
        baselineResult: baselineCounts.values[index]!,
        // The search for a change also evaluates values at which a simulation fails.
        resultAt: (values) =>
          poissonQuantile(draws.values[index]!, Math.min(greatestCount.most, exp(values[0]!) * factors.values[index]!)),
        description: [sentence('outcome', choice), rank],
      };
    },
  });
}

function describeCount({ none, one, two, more }: Counts['count']['words'], count: number): string {
  if (count === 0) return none;
  if (count === 1) return one;
  return count === 2 && two ? two : fillTemplate(more, { count: numberWord(count) });
}

/** Probabilities of a smaller and of a greater count. */
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
