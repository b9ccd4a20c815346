import { type WorkflowOf } from '../../definition/definition.schema.js';
import { type Scenario } from '../../definition/scenario.schema.js';
import { estimateOf, type LinearModel } from '../../model/linear-model.js';
import { poissonQuantile } from '../../math/poisson-quantile.js';
import { columnFinder } from '../../transcript/agent-record.js';
import { numberTranscriber } from '../../transcript/number-story/number-transcriber.js';
import { type Rank, tellRank } from '../../transcript/number-story/tell-rank.js';
import { numberWord } from '../../transcript/number-words.js';
import { asSentence, fillTemplate } from '../../transcript/template.js';
import { type Decided } from '../../model/decision-family.js';
import { countChances } from './chances.js';
import { type Counts } from './schema.js';

/** Tells how often it happens to an agent, and why. */
export function countTranscriber(
  definition: WorkflowOf<Counts>,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<Decided>,
): (index: number) => string[] {
  const { decision, narrative } = definition;
  const named = columnFinder(decided.columns);
  const counts = named(`measure.${decision.count.id}`);
  const usual = named(`baseline_measure.${decision.count.id}`);
  const [factors, draws] = [named('rate_factor'), named('count_draw')];
  const theta = decision.dispersion ? Math.exp(estimateOf(model, decision.dispersion)) : Infinity;
  const nounOf = (count: number) => tellCount(decision.count.words, count);
  return numberTranscriber(definition, model, scenario, decided, {
    signs: { rate: 1 },
    telling: decision.telling,
    nounOf,
    endingOf(index, equations) {
      const result = counts.values[index]!;
      const choice = asSentence(fillTemplate(narrative.outcome.chosen, { alternative: nounOf(result) }));
      const rank = tellRank(narrative.peers, decision.telling, rankOf(result, Math.exp(equations[0]!), theta));
      return {
        result,
        baselineResult: usual.values[index]!,
        resultAt: (values) => poissonQuantile(draws.values[index]!, Math.exp(values[0]!) * factors.values[index]!),
        told: `${choice} ${rank}`,
      };
    },
  });
}

function tellCount({ none, one, two, more }: Counts['count']['words'], count: number): string {
  if (count === 0) return none;
  if (count === 1) return one;
  return count === 2 && two ? two : fillTemplate(more, { count: numberWord(count) });
}

function rankOf(count: number, mean: number, theta: number): Rank {
  const chances = new Float64Array(count + 1);
  countChances(mean, theta, chances);
  const same = chances[count]!;
  const less = chances.reduce((sum, chance) => sum + chance, 0) - same;
  return { less, more: Math.max(0, 1 - less - same) };
}
