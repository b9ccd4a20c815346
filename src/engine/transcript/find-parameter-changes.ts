import { type WorkflowDefinition } from '../definition/definition.schema.js';
import { type NumericParameter, type Scenario } from '../definition/scenario.schema.js';
import { evaluateEquations } from '../model/evaluate-equations.js';
import { type CompiledEquations } from '../model/compile-equations.js';
import { type Explanation } from '../model/explain.js';
import { type ParameterEffect, equationFunction } from '../model/parameter-effects.js';
import { type LinearModel } from '../model/linear-model.js';
import { noStates, type States } from '../model/products/evaluate-products.js';
import { type AgentRecord } from './agent-record.js';
import { type DisplayedQuantity, type ParameterChange, changeToOption, changeBeyond } from './parameter-changes.js';
import { searchSwitchPoints, shareSwitchPoints, type SwitchPoint } from './switch-points.js';

/** One agent as far as a change of its equations goes: what it does at other values of them, its luck being what it is. */
export interface CounterfactualAgent {
  readonly agent: AgentRecord;
  readonly explanation: Explanation;
  readonly outcomeOf: (equations: Float64Array) => number;
  readonly states?: States;
  /**
   * Where straight lines of the equations turn the outcome, as changes of the parameter, nearest down and up. Without it the parameter's
   * range is searched.
   */
  readonly solveLines?: (now: Float64Array, slopes: Float64Array) => number[];
}

/** All of a lever's smallest changes that would have changed the outcome: in both directions, or to each option. */
export function findParameterChanges(
  lever: ParameterEffect,
  tippable: CounterfactualAgent,
  definition: WorkflowDefinition,
  equations: CompiledEquations,
  scenario: Scenario,
): ParameterChange[] {
  const { agent, outcomeOf, states } = tippable;
  const evaluate = (compiled: CompiledEquations, assigned: readonly Uint8Array[]) =>
    evaluateEquations(compiled, agent.attributeTable, assigned, agent.index, states);
  switch (lever.kind) {
    case 'unsolved':
      return [];
    case 'options':
      return lever.others.flatMap(({ option, equations: other }) => {
        const outcome = outcomeOf(evaluate(other, agent.assigned));
        if (outcome === agent.outcome) return [];
        return [changeToOption(lever.parameter, String(scenario[lever.parameter.id]), option, outcome)];
      });
    case 'share': {
      const current = Number(scenario[lever.parameter.id]);
      const other = outcomeOf(evaluate(equations, reassigned(agent, lever.assignment)));
      const turns = shareSwitchPoints(lever.parameter, current, agent.draws[lever.assignment]!, agent.outcome, other);
      return turns.flatMap((turn) => changeBeyond(turn, { value: current, unit: lever.parameter.unit }) ?? []);
    }
    case 'number': {
      const current = Number(scenario[lever.parameter.id]);
      const along = equationFunction(lever.curve, agent.attributeTable, agent.assigned, states ?? noStates);
      const shown = shownBy(definition, equations.model, lever.parameter, current, tippable.explanation);
      return turnsOf(lever, tippable, current, along).flatMap((turn) => changeBeyond(turn, shown) ?? []);
    }
  }
}

function turnsOf(
  { parameter, isStraight }: Extract<ParameterEffect, { kind: 'number' }>,
  { outcomeOf, solveLines }: CounterfactualAgent,
  current: number,
  along: (value: number) => Float64Array,
): SwitchPoint[] {
  const outcomeAt = (value: number) => outcomeOf(along(value));
  if (!isStraight || !solveLines) return searchSwitchPoints(parameter, current, outcomeAt);
  const [low, high] = [along(parameter.minimum), along(parameter.maximum)];
  const slopes = high.map((value, k) => (value - low[k]!) / (parameter.maximum - parameter.minimum));
  return solveLines(along(current), slopes).map((change) => ({
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

/** The variable a lever is told by; the parameter itself where the agent perceives none of that variable now, whose change tells nothing. */
function shownBy(
  { narrative }: WorkflowDefinition,
  model: LinearModel,
  parameter: NumericParameter,
  current: number,
  { perceived }: Explanation,
): DisplayedQuantity {
  const { variable, alternative = model.equations[0]! } = narrative.levers[parameter.id]!;
  const value = variable && perceived[variable]?.[alternative];
  if (!value) return { value: current, unit: parameter.unit };
  return { value, unit: model.variables.find(({ id }) => id === variable)!.unit };
}
