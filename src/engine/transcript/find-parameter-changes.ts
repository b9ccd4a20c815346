import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { NumericParameter, Scenario } from '../definition/scenario.schema.js';
import { evaluateEquations } from '../model/evaluate-equations.js';
import type { CompiledEquations } from '../model/compile-equations.js';
import type { Explanation } from '../model/explain.js';
import { type ParameterEffect, equationFunction } from '../model/parameter-effects.js';
import { equationShowing, type LinearModel } from '../model/linear-model.js';
import { noStates, type States } from '../model/products/evaluate-products.js';
import type { AgentRecord } from './agent-record.js';
import { type DisplayedQuantity, type ParameterChange, changeToOption, changeBeyond } from './parameter-changes.js';
import { searchSwitchPoints, shareSwitchPoints, type SwitchPoint } from './switch-points.js';

/** One agent and its outcome as a function of the equations, with its random error unchanged. */
export interface CounterfactualAgent {
  readonly agent: AgentRecord;
  readonly explanation: Explanation;
  readonly outcomeOf: (equations: Float64Array) => number;
  readonly states?: States;
  /**
   * Solves for the parameter changes, nearest below and above, at which the outcome switches if every equation is linear in the parameter.
   * If omitted, the parameter's range is searched.
   */
  readonly solveLines?: (now: Float64Array, slopes: Float64Array) => number[];
}

/**
 * Finds the smallest changes of one parameter that would have changed an agent's outcome: one in each direction for a number, one for each
 * other option of a choice.
 *
 * @param effect the parameter and its effect on the equations
 * @param equations the equations compiled for `scenario`
 */
export function findParameterChanges(
  effect: ParameterEffect,
  counterfactual: CounterfactualAgent,
  definition: WorkflowDefinition,
  equations: CompiledEquations,
  scenario: Scenario,
): ParameterChange[] {
  const { agent, outcomeOf, states } = counterfactual;
  const evaluate = (compiled: CompiledEquations, assigned: readonly Uint8Array[]) =>
    evaluateEquations(compiled, agent.attributeTable, assigned, agent.index, states);
  switch (effect.kind) {
    case 'unsolved':
      return [];
    case 'options':
      return effect.others.flatMap(({ option, equations: other }) => {
        const outcome = outcomeOf(evaluate(other, agent.assigned));
        if (outcome === agent.outcome) return [];
        return [changeToOption(effect.parameter, String(scenario[effect.parameter.id]), option, outcome)];
      });
    case 'share': {
      const current = Number(scenario[effect.parameter.id]);
      const other = outcomeOf(evaluate(equations, reassigned(agent, effect.assignment)));
      const points = shareSwitchPoints(
        effect.parameter,
        current,
        agent.draws[effect.assignment]!,
        agent.outcome,
        other,
      );
      return points.flatMap((point) => changeBeyond(point, { value: current, unit: effect.parameter.unit }) ?? []);
    }
    case 'number': {
      const current = Number(scenario[effect.parameter.id]);
      const equationsAt = equationFunction(effect.curve, agent.attributeTable, agent.assigned, states ?? noStates);
      const displayed = displayedQuantity(
        definition,
        equations.model,
        effect.parameter,
        current,
        counterfactual.explanation,
      );
      return switchPointsOf(effect, counterfactual, current, equationsAt).flatMap(
        (point) => changeBeyond(point, displayed) ?? [],
      );
    }
  }
}

function switchPointsOf(
  { parameter, isLinear }: Extract<ParameterEffect, { kind: 'number' }>,
  { outcomeOf, solveLines }: CounterfactualAgent,
  current: number,
  equationsAt: (value: number) => Float64Array,
): SwitchPoint[] {
  const outcomeAt = (value: number) => outcomeOf(equationsAt(value));
  if (!isLinear || !solveLines) return searchSwitchPoints(parameter, current, outcomeAt);
  const [low, high] = [equationsAt(parameter.minimum), equationsAt(parameter.maximum)];
  const slopes = high.map((value, k) => (value - low[k]!) / (parameter.maximum - parameter.minimum));
  return solveLines(equationsAt(current), slopes).map((change) => ({
    parameter,
    current,
    direction: change > 0 ? 1 : -1,
    value: current + change,
    outcomeAt,
  }));
}

function reassigned(agent: AgentRecord, assignment: number): Uint8Array[] {
  return agent.assigned.map((own, k) => (k === assignment ? Uint8Array.of(own[0] === 1 ? 0 : 1) : own));
}

/**
 * Quantity that describes a change of a parameter: the narrative's variable, or the parameter itself if the agent does not perceive the
 * variable or perceives 0 of it.
 */
function displayedQuantity(
  { narrative }: WorkflowDefinition,
  model: LinearModel,
  parameter: NumericParameter,
  current: number,
  { perceived }: Explanation,
): DisplayedQuantity {
  const { variable: id, alternative } = narrative.levers[parameter.id]!;
  const variable = model.variables.find((candidate) => candidate.id === id);
  const value = variable && perceived[variable.id]?.[equationShowing(variable, parameter.id, alternative)];
  return value ? { value, unit: variable.unit } : { value: current, unit: parameter.unit };
}
