import type { Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import { productContextOf } from '../equations/products/compile-products.js';
import {
  changedParameters,
  type ChangedParameters,
  effectScenarios,
  type ParameterEffect,
  parameterEffect,
  needsEffects,
} from '../summary/changed-parameters.js';
import type { CompiledSimulation } from './compile.js';

/**
 * Effects of each changed parameter, with the other parameters at their values in the scenario, for the model error of differences. Undefined if
 * the error does not need them.
 *
 * @param parts number of parts of the agents that have effects: all agents and groups
 * @param evaluate figures of each part under the scenario of a compiled simulation
 * @returns by part, then by parameter in the order of `changedParameters`
 */
export function parameterEffectsOf(
  compiled: CompiledSimulation,
  parts: number,
  evaluate: (compiled: CompiledSimulation) => readonly Float64Array[],
): (readonly ParameterEffect[])[] | undefined {
  const { definition, scenario, baseline } = compiled;
  const changed: ChangedParameters = {
    scenario,
    baseline,
    parameters: changedParameters(definition, scenario, baseline),
  };
  if (!definition.evidence.errors?.model || !needsEffects(changed)) return undefined;
  const known = new Map<string, readonly Float64Array[]>();
  const under = (own: Scenario): readonly Float64Array[] => {
    const key = JSON.stringify(definition.scenario.parameters.map(({ id }) => own[id]));
    const figures = known.get(key) ?? evaluate(withScenario(compiled, own));
    known.set(key, figures);
    return figures;
  };
  const scenarios = changed.parameters.map((parameter) => effectScenarios(changed, parameter));
  const [own, other] = [under(scenario), under(baseline)];
  return Array.from({ length: parts }, (_, part) =>
    scenarios.map(({ without, tested }) =>
      parameterEffect(
        { scenario: own[part]!, baseline: other[part]! },
        under(without)[part]!,
        tested.map((one) => under(one)[part]!),
      ),
    ),
  );
}

function withScenario(compiled: CompiledSimulation, scenario: Scenario): CompiledSimulation {
  const { definition, baseline } = compiled;
  const context = { ...productContextOf(definition), scenario, baseline, baselineAlternatives: 'scenario' as const };
  return { ...compiled, scenario, decision: familyOf(definition.decision).compile(definition.decision, context) };
}
