import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { LinearModel } from '../../equations/linear-model.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { numberTranscriber, describeRank } from '../../transcript/number-transcript/number-transcriber.js';
import { displayQuantity } from '../../transcript/quantity.js';
import { type Paragraph, sentence } from '../../transcript/sentence.js';
import { fillTemplate } from '../../transcript/template.js';
import type { DecisionOutput } from '../../equations/decision-family.js';
import type { Hazard } from './hazard.schema.js';
import { endPeriodsOf, survivalOf, sharedEquation } from './hazard.run.js';

/** Returns a function that writes the transcript of an agent: its duration and the reasons for it. */
export function durationTranscriber(
  definition: WorkflowOf<Hazard>,
  model: LinearModel,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision, narrative } = definition;
  const { periods } = decision;
  const columnOf = columnFinder(decided.columns);
  const [ends, baselineEnds] = [columnOf('period'), columnOf('baseline_period')];
  const errors = Array.from({ length: periods }, (_, k) => columnOf(`error.${k + 1}`));
  const nounOf = (end: number) => describeDuration(decision, end);
  const predictorsOf = (values: Float64Array) => ({ values, count: 1, periods });
  return numberTranscriber(definition, model, scenario, decided, {
    // A greater hazard means an earlier end.
    signs: { [sharedEquation]: 1 },
    phrases: decision.telling,
    nounOf,
    resultOf(index, equations) {
      const result = ends.values[index]!;
      const ownErrors = Float64Array.from(errors, ({ values }) => values[index]!);
      const staying = survivalOf(predictorsOf(equations));
      const choice = fillTemplate(narrative.outcome.chosen, { alternative: nounOf(result) });
      const rank = describeRank(narrative.peers, decision.telling, {
        less: 1 - staying[result - 1]!,
        more: staying[result] ?? 0,
      });
      return {
        result,
        baselineResult: baselineEnds.values[index]!,
        resultAt: (values) => endPeriodsOf(predictorsOf(values), ownErrors)[0]!,
        description: [sentence('outcome', choice), rank],
      };
    },
  });
}

function describeDuration({ duration, periods }: Hazard, end: number): string {
  const { ended, staying, unit, period_length: length } = duration;
  return end > periods
    ? fillTemplate(staying, { value: displayQuantity(periods * length, unit) })
    : fillTemplate(ended, { value: displayQuantity(end * length, unit) });
}
