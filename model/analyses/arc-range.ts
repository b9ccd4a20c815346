import { traitsOf } from '../definition/parameter-types.js';
import type { NumericParameter, Scenario } from '../definition/scenario.schema.js';
import type { FigureEvaluator } from './figure-evaluator.js';
import type { FigureSource } from './mean-functions.js';

/** Two values of a parameter between which an arc elasticity is computed. */
export interface ArcRange {
  /** `baseline_to_scenario`: the scenario changes the parameter. `plus_minus_10_percent`: it does not. */
  rule: 'baseline_to_scenario' | 'plus_minus_10_percent';
  from: number;
  to: number;
}

const relativeStep = 0.1;

/** The range from the baseline to the scenario, or from 10% below to 10% above the value. Undefined if the bounds allow no other value. */
export function arcRangeOf(parameter: NumericParameter, value: number): ArcRange | undefined {
  const { minimum, maximum } = parameter;
  const { step, rounded } = traitsOf(parameter);
  if (value !== parameter.default) return { rule: 'baseline_to_scenario', from: parameter.default, to: value };
  // 10% of the allowed range, if 10% of the value is nothing.
  const own = Math.max(step, rounded(relativeStep * (value === 0 ? maximum - minimum : Math.abs(value))));
  const [from, to] = [Math.max(minimum, value - own), Math.min(maximum, value + own)];
  return to > from ? { rule: 'plus_minus_10_percent', from, to } : undefined;
}

/** Figures of the agents at both ends of the range, with the other parameters as in the scenario. */
export function arcSources(
  evaluator: FigureEvaluator,
  scenario: Scenario,
  parameter: string,
  { from, to }: ArcRange,
  base: FigureSource,
): { from: FigureSource; to: FigureSource } {
  const at = (value: number): FigureSource => {
    if (value === scenario[parameter]) return base;
    return evaluator.source({ ...scenario, [parameter]: value });
  };
  return { from: at(from), to: at(to) };
}
