import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { NumericParameter, Scenario } from '../definition/scenario.schema.js';
import { rowEquations } from '../model/evaluate-equations.js';
import type { Explainer, Explanation } from '../model/explain.js';
import { type EquationCurve, type ParameterEffect, rowCurves } from '../model/parameter-effects.js';
import { equationShowing } from '../model/linear-model.js';
import type { States } from '../model/products/evaluate-products.js';
import { isSmaller } from './describe-parameter-change.js';
import { type DisplayedQuantity, type ParameterChange, changeToOption, changeBeyond } from './parameter-changes.js';
import type { StoredAgents } from './stored-agents.js';
import { searchSwitchPoints, shareSwitchPoints, type SwitchPoint } from './switch-points.js';

/** One agent and its outcome as a function of the equations, with its random error unchanged. */
export interface CounterfactualAgent {
  readonly index: number;
  readonly outcome: number;
  readonly explanation: Explanation;
  readonly outcomeOf: (equations: Float64Array) => number;
  /** Values of the states, and the row of the agent in them. Default of the row: `index`. */
  readonly states?: States;
  readonly stateRow?: number;
  /**
   * Solves for the parameter changes, nearest below and above, at which the outcome switches if every equation is linear in the parameter.
   * If omitted, the parameter's range is searched.
   */
  readonly solveLines?: (now: Float64Array, slopes: Float64Array) => number[];
}

/** The smallest change that can be reported, and whether any parameter change alters the outcome. */
export interface FoundChange {
  readonly smallest: ParameterChange | undefined;
  readonly isAny: boolean;
}

type Candidates = (agent: CounterfactualAgent, best: ParameterChange | undefined) => Iterable<ParameterChange>;

/**
 * Makes a function that finds the smallest change of one parameter that would have changed an agent's outcome. For a number, each direction
 * has one candidate; for a choice, each other option.
 *
 * @param effects effects of the parameters on the equations
 * @param canReport whether a change can be reported; if not, the next larger one is found
 */
export function parameterChangeFinder(
  definition: WorkflowDefinition,
  effects: readonly ParameterEffect[],
  explainer: Explainer,
  agents: StoredAgents,
  scenario: Scenario,
  canReport: (change: ParameterChange) => boolean = () => true,
): (agent: CounterfactualAgent) => FoundChange {
  const candidates = effects.map((effect) => compileEffect(definition, effect, explainer, agents, scenario));
  return (agent) => {
    let smallest: ParameterChange | undefined;
    let isAny = false;
    for (const candidatesOf of candidates) {
      for (const change of candidatesOf(agent, smallest)) {
        isAny = true;
        if (isSmaller(change, smallest) && canReport(change)) smallest = change;
      }
    }
    return { smallest, isAny };
  };
}

function compileEffect(
  definition: WorkflowDefinition,
  effect: ParameterEffect,
  explainer: Explainer,
  agents: StoredAgents,
  scenario: Scenario,
): Candidates {
  const { attributes, assigned, draws } = agents;
  switch (effect.kind) {
    case 'unsolved':
      return () => [];
    case 'options': {
      const own = String(scenario[effect.parameter.id]);
      const others = effect.others.map(({ option, equations }) => ({
        option,
        equationsOf: rowEquations(equations, attributes, assigned),
      }));
      return ({ index, outcome, outcomeOf, states, stateRow }) =>
        others.flatMap(({ option, equationsOf }) => {
          const other = outcomeOf(equationsOf(index, states, stateRow));
          return other === outcome ? [] : [changeToOption(effect.parameter, own, option, other)];
        });
    }
    case 'share': {
      const current = Number(scenario[effect.parameter.id]);
      const displayed = { value: current, unit: effect.parameter.unit };
      const reassigned = assigned.map((own, k) => (k === effect.assignment ? own.map((value) => 1 - value) : own));
      const equationsOf = rowEquations(explainer.equations, attributes, reassigned);
      return ({ index, outcome, outcomeOf, states, stateRow }, best) => {
        const other = outcomeOf(equationsOf(index, states, stateRow));
        const draw = draws[effect.assignment]![index]!;
        return changesBeyond(shareSwitchPoints(effect.parameter, current, draw, outcome, other), () => displayed, best);
      };
    }
    case 'number': {
      const current = Number(scenario[effect.parameter.id]);
      const curveOf = rowCurves(effect.curve, attributes, assigned);
      const displayed = quantityReader(definition, explainer, effect.parameter, current);
      return (agent, best) => {
        const curve = curveOf(agent.index, agent.states, agent.stateRow);
        return changesBeyond(switchPointsOf(effect, agent, current, curve), () => displayed(agent.explanation), best);
      };
    }
  }
}

function changesBeyond(
  points: readonly SwitchPoint[],
  displayed: () => DisplayedQuantity,
  best: ParameterChange | undefined,
): ParameterChange[] {
  return points.flatMap((point) => (isLarger(point, best) ? [] : (changeBeyond(point, displayed()) ?? [])));
}

/** Size that rounding can subtract from a change, relative to the value of the parameter. */
const roundingError = 1e-9;

/** Whether each change beyond a switch point is larger than the best one, so that its texts are not needed. */
function isLarger({ parameter, current, value }: SwitchPoint, best: ParameterChange | undefined): boolean {
  if (!best?.isCalibrated) return false;
  const {
    calibrated_range: [low, high],
    minimum,
    maximum,
  } = parameter;
  const distance = Math.abs(value - current) - roundingError * (1 + Math.abs(value));
  return distance / (high - low || maximum - minimum) > best.size;
}

function switchPointsOf(
  { parameter, isLinear }: Extract<ParameterEffect, { kind: 'number' }>,
  { outcomeOf, solveLines }: CounterfactualAgent,
  current: number,
  curve: EquationCurve,
): SwitchPoint[] {
  const outcomeAt = (value: number) => outcomeOf(curve(value));
  if (!isLinear || !solveLines) return searchSwitchPoints(parameter, current, outcomeAt);
  const slopes = curve(parameter.minimum).slice();
  const high = curve(parameter.maximum);
  const range = parameter.maximum - parameter.minimum;
  for (let k = 0; k < slopes.length; k++) slopes[k] = (high[k]! - slopes[k]!) / range;
  return solveLines(curve(current), slopes).map((change) => ({
    parameter,
    current,
    direction: change > 0 ? 1 : -1,
    value: current + change,
    outcomeAt,
  }));
}

/**
 * Makes a function that returns the quantity that describes a change of a parameter: the narrative's variable, or the parameter itself if the
 * agent does not perceive the variable or perceives 0 of it.
 */
function quantityReader(
  { narrative }: WorkflowDefinition,
  { equations: { model }, perceivedAt }: Explainer,
  parameter: NumericParameter,
  current: number,
): (explanation: Explanation) => DisplayedQuantity {
  const { variable: id, alternative } = narrative.levers[parameter.id]!;
  const variable = model.variables.find((candidate) => candidate.id === id);
  const own = { value: current, unit: parameter.unit };
  const position = variable && perceivedAt(variable.id, equationShowing(variable, parameter.id, alternative));
  if (!variable || position === undefined) return () => own;
  return ({ perceived }) => {
    const value = perceived[position];
    return value ? { value, unit: variable.unit } : own;
  };
}
