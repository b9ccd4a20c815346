import { numericParameters, traitsOf } from '../../definition/parameter-types.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import { familyOf } from '../../families/family-of.js';
import { normalQuantile } from '../../math/normal.js';
import { type CoefficientDistribution, coefficientDistribution } from '../../simulation/draw-coefficients.js';
import { type EvaluatedAgents, expectedFigures, withEstimates } from '../evaluated-agents.js';
import { type ScreenedFactor, stepAt, type VariedParameter } from './sensitivity.js';

/** Evaluates the expected outcomes and measures of the same agents at points of the unit cube. */
export class SensitivityEvaluator {
  readonly figures: ReturnType<typeof expectedFigures>['figures'];
  readonly coefficients: CoefficientDistribution | undefined;

  constructor(
    private readonly agents: EvaluatedAgents,
    hasCoefficients: boolean,
  ) {
    const { definition } = agents.task;
    const family = familyOf(definition.decision);
    this.figures = expectedFigures(definition).figures;
    this.coefficients = hasCoefficients
      ? coefficientDistribution(definition, family.linear(definition.decision), 'estimation_and_targets')
      : undefined;
  }

  /** Means over the agents at settings of some parameters; the others have the values of the scenario of the request. */
  evaluate(settings: Scenario, coefficientPoint?: ArrayLike<number>): Float64Array {
    const { definition, scenario, agentCount } = this.agents.task;
    const own =
      this.coefficients && coefficientPoint
        ? withEstimates(
            definition,
            this.coefficients.at((k) => normalQuantile(coefficientPoint[k]!)),
          )
        : definition;
    const sums = new Float64Array(this.figures.length);
    this.agents.evaluate(
      { ...scenario, ...settings },
      0,
      ({ figures }) => {
        const { values, figures: width } = figures;
        const ownSums = Float64Array.from({ length: width }, (_, position) => sumOfEvery(values, width, position));
        this.figures.forEach(({ positions }, k) => {
          sums[k] = sums[k]! + positions.reduce((sum, position) => sum + ownSums[position]!, 0);
        });
      },
      own,
    );
    return sums.map((sum) => sum / agentCount);
  }

  settingsAt(parameters: readonly VariedParameter[], point: ArrayLike<number>): Scenario {
    return Object.fromEntries(parameters.map((parameter, k) => [parameter.name, this.settingAt(parameter, point[k]!)]));
  }

  /** The settings that a coordinate of the parameter can have. */
  screenedFactor(parameter: VariedParameter): ScreenedFactor {
    if ('options' in parameter) return { kind: 'options', count: parameter.options.length };
    const { name, from, to } = parameter;
    const { parameters } = this.agents.task.definition.scenario;
    const { step } = traitsOf(numericParameters(parameters).find(({ id }) => id === name)!);
    return step === 0 ? { kind: 'number' } : { kind: 'integer', count: to - from + 1 };
  }

  private settingAt(parameter: VariedParameter, uniform: number): number | string {
    const factor = this.screenedFactor(parameter);
    if ('options' in parameter) return parameter.options[stepAt(uniform, parameter.options.length)]!;
    const { from, to } = parameter;
    return from + (factor.kind === 'number' ? uniform * (to - from) : stepAt(uniform, factor.count));
  }
}

function sumOfEvery(values: Float64Array, step: number, first: number): number {
  let sum = 0;
  for (let at = first; at < values.length; at += step) sum += values[at]!;
  return sum;
}
