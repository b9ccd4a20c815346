import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { NumericParameter, Scenario } from '../definition/scenario.schema.js';
import { rowEquations, type Explainer, type Explanation } from '../equations/evaluate-equations.js';
import { type EquationCurve, type ParameterEffect, rowCurves, rowSlopes } from '../equations/parameter-effects.js';
import { equationShowing } from '../equations/linear-model.js';
import type { States } from '../equations/products/evaluate-products.js';
import {
  isSmaller,
  type DisplayedQuantity,
  type ParameterChange,
  changeToOption,
  changeBeyond,
  optionSize,
  sizeOf,
} from './parameter-changes.js';
import type { StoredAgents } from './stored-agents.js';
import type { TranscriptParts } from './transcript-parts.js';
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
   * Solves for the parameter changes, nearest below and above, at which the outcome switches if every equation is linear in the parameter,
   * from the changes of the equations per unit of the parameter. If omitted, the parameter's range is searched.
   */
  readonly solveLines?: (slopes: Float64Array) => number[];
}

/** The smallest change that can be reported, and whether any parameter change alters the outcome. */
export interface FoundChange {
  readonly smallest: ParameterChange | undefined;
  readonly isAny: boolean;
}

/** A change that may be the smallest one. */
interface Candidate {
  /** Size that the change has at least. */
  readonly minSize: number;
  /** The change with its texts; undefined if no value of the parameter in its direction alters the outcome. */
  readonly change: () => ParameterChange | undefined;
}

/**
 * Makes a function that finds the smallest change of one parameter that would have changed an agent's outcome. For a number, each direction
 * has one candidate; for a choice, each other option. Of equal changes, it finds the first in the order of the parameters.
 *
 * @param canReport whether a change can be reported; if not, the next larger one is found
 */
export function parameterChangeFinder(
  definition: WorkflowDefinition,
  scenario: Scenario,
  { effects, explainer, agents }: Pick<TranscriptParts, 'effects' | 'explainer' | 'agents'>,
  canReport: (change: ParameterChange) => boolean = () => true,
): (agent: CounterfactualAgent) => FoundChange {
  const candidatesOf = effects.map((effect) => compileEffect(definition, effect, explainer, agents, scenario));
  return (agent) => {
    const candidates = candidatesOf.flatMap((candidates) => candidates(agent));
    // Most changes are larger than the smallest one, so that their texts are not needed.
    const order = [...candidates.keys()].sort((a, b) => candidates[a]!.minSize - candidates[b]!.minSize || a - b);
    let smallest: ParameterChange | undefined;
    let position = Infinity;
    let isAny = false;
    for (const own of order) {
      const { minSize, change: changeOf } = candidates[own]!;
      if (smallest?.isCalibrated && minSize > smallest.size) break;
      const change = changeOf();
      if (!change) continue;
      isAny = true;
      const isBetter = isSmaller(change, smallest) || (own < position && !isSmaller(smallest!, change));
      if (isBetter && canReport(change)) [smallest, position] = [change, own];
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
): (agent: CounterfactualAgent) => Candidate[] {
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
        others.map(({ option, equationsOf }) => ({
          minSize: optionSize,
          change: () => {
            const other = outcomeOf(equationsOf(index, states, stateRow));
            return other === outcome ? undefined : changeToOption(effect.parameter, own, option, other);
          },
        }));
    }
    case 'share': {
      const current = Number(scenario[effect.parameter.id]);
      const displayed = { value: current, unit: effect.parameter.unit };
      const reassigned = assigned.map((own, k) => (k === effect.assignment ? own.map((value) => 1 - value) : own));
      const equationsOf = rowEquations(explainer.equations, attributes, reassigned);
      return ({ index, outcome, outcomeOf, states, stateRow }) => {
        const other = outcomeOf(equationsOf(index, states, stateRow));
        const draw = draws[effect.assignment]![index]!;
        const points = shareSwitchPoints(effect.parameter, current, draw, outcome, other);
        return points.map((point) => candidateBeyond(point, () => displayed));
      };
    }
    case 'number': {
      const { parameter, isLinear } = effect;
      const current = Number(scenario[parameter.id]);
      const curveOf = rowCurves(effect.curve, attributes, assigned);
      const slopesOf = isLinear ? rowSlopes(effect.curve, parameter, attributes, assigned) : undefined;
      const displayed = quantityReader(definition, explainer, parameter, current);
      return ({ index, explanation, states, stateRow, outcomeOf, solveLines }) => {
        let curve: EquationCurve | undefined;
        const outcomeAt = (value: number) => outcomeOf((curve ??= curveOf(index, states, stateRow))(value));
        const points =
          slopesOf && solveLines
            ? solveLines(slopesOf(index, states, stateRow)).map((change): SwitchPoint => {
                const direction = change > 0 ? 1 : -1;
                return { parameter, current, direction, value: current + change, outcomeAt };
              })
            : searchSwitchPoints(parameter, current, outcomeAt);
        return points.map((point) => candidateBeyond(point, () => displayed(explanation)));
      };
    }
  }
}

function candidateBeyond(point: SwitchPoint, displayed: () => DisplayedQuantity): Candidate {
  return { minSize: sizeBefore(point), change: () => changeBeyond(point, displayed()) };
}

/** Size that rounding can subtract from a change, relative to the value of the parameter. */
const roundingError = 1e-9;

/** Size that each change beyond a switch point has at least. */
function sizeBefore({ parameter, current, value }: SwitchPoint): number {
  return sizeOf(parameter, Math.abs(value - current) - roundingError * (1 + Math.abs(value)));
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
