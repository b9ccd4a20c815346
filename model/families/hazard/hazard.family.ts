import type { IssueList } from '../../definition/issue-list.js';
import type { Hazard } from './hazard.schema.js';
import type { WorkflowOf } from '../../definition/definition.schema.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { indexModel } from '../../equations/linear-model.js';
import { columnFinder } from '../../transcript/stored-agents.js';
import { numberTranscriber } from '../../transcript/predictor-transcriber.js';
import { displayQuantity } from '../../transcript/quantity.js';
import { type Paragraph, fillTemplate } from '../../transcript/template.js';
import type { DecisionOutput, DecisionFamily } from '../../equations/decision-family.js';
import {
  endPeriodsOf,
  survivalOf,
  sharedEquation,
  countStaying,
  expectHazard,
  runHazard,
  expandPeriods,
} from './hazard.run.js';
import { compileBothSides } from '../../equations/compile-equations.js';
import { durationFigures } from './hazard.figures.js';
import { predictorName } from '../../equations/formulas.js';
import { boundDecision, familyDefaults } from '../outcome-columns.js';

/** Checks that the bands cover every period once and that the last band is for agents still in the state at the end. */
export function checkHazard(list: IssueList, { outcomes, periods }: Hazard): void {
  const path = ['decision', 'outcomes'];
  list.unique(path, outcomes, 'outcome');
  let before = 0;
  outcomes.forEach(({ id, until }, index) => {
    const untilPath = [...path, index, 'until'];
    if (index === outcomes.length - 1) {
      if (until !== undefined)
        list.add(
          untilPath,
          `"${id}" is the last band, for agents still in the state at the end, so it must not have "until"`,
        );
      return;
    }
    if (until === undefined) list.add(untilPath, `"${id}" needs "until", its last period`);
    else if (until <= before)
      list.add(untilPath, `"${id}" ends in period ${until}, which is not after period ${before}`);
    before = until ?? before;
  });
  if (before !== periods) list.add(path, `must cover all ${periods} periods, but end at period ${before}`);
}

function durationTranscriber(
  definition: WorkflowOf<Hazard>,
  scenario: Scenario,
  decided: Readonly<DecisionOutput>,
): (index: number) => Paragraph[] {
  const { decision } = definition;
  const { periods } = decision;
  const columnOf = columnFinder(decided.columns);
  const [ends, baselineEnds] = [columnOf('period'), columnOf('baseline_period')];
  const errors = Array.from({ length: periods }, (_, k) => columnOf(`error.${k + 1}`));
  const predictorsOf = (values: Float64Array) => ({ values, count: 1, periods });
  return numberTranscriber(definition, expandPeriods(hazardOf(decision), periods), scenario, decided, {
    // A greater hazard means an earlier end.
    signs: { [sharedEquation]: 1 },
    phrases: decision.telling,
    nounOf: (end) => describeDuration(decision, end),
    resultOf(index, equations) {
      const result = ends.values[index]!;
      const ownErrors = Float64Array.from(errors, ({ values }) => values[index]!);
      const staying = survivalOf(predictorsOf(equations));
      return {
        result,
        baselineResult: baselineEnds.values[index]!,
        resultAt: (values) => endPeriodsOf(predictorsOf(values), ownErrors)[0]!,
        rank: { less: 1 - staying[result - 1]!, more: staying[result] ?? 0 },
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

function hazardOf(decision: Hazard) {
  return indexModel(decision, 'hazard');
}

/**
 * Discrete-time proportional hazards: in each period, the state ends with probability 1 - exp(-e^η). Agents start in the state and are
 * observed for a fixed number of periods. Source: Prentice and Gloeckler, "Regression analysis of grouped survival data", Biometrics 34 (1978).
 */
export const hazard: DecisionFamily<Hazard> = {
  ...familyDefaults,
  states: ['period'],
  linear: hazardOf,
  formulas: ({ duration }) => [`P(${duration.id} ends in the period) = 1 - exp(-exp(${predictorName('hazard')}))`],
  check: checkHazard,
  measures: ({ duration: { id, label, unit, period_length: length }, periods }) => [
    { id, label, unit, bounds: [length, periods * length] },
  ],
  curves: ({ curve, duration: { unit, period_length: length }, periods }) => [
    { ...curve, step_unit: unit, steps: Array.from({ length: periods }, (_, k) => (k + 1) * length) },
  ],
  compile(decision, context) {
    const model = expandPeriods(hazardOf(decision), decision.periods);
    const compiled = { decision, ...compileBothSides(model, context) };
    return boundDecision(compiled, runHazard, expectHazard, durationFigures);
  },
  countCurves({ periods }, { columns }) {
    const columnOf = columnFinder(columns);
    return [
      countStaying({ scenario: columnOf('period').values, baseline: columnOf('baseline_period').values }, periods),
    ];
  },
  transcriber: durationTranscriber,
};
