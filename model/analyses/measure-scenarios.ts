import type { WorkflowDefinition } from '../definition/definition.schema.js';
import type { Scenario } from '../definition/scenario.schema.js';
import { familyOf } from '../families/family-of.js';
import { sumOf } from '../math/linear-algebra.js';
import { gradientAgentsOf } from '../simulation/estimation-error.js';
import { coefficientShift, figureShift, withOmittedTerms } from '../simulation/omitted-terms.js';
import { changedParameters } from '../summary/changed-parameters.js';
import type { KnownErrors } from '../summary/error-budget.js';
import type { FigureError } from '../summary/experiment-errors.js';
import { ModelErrors } from '../summary/model-errors.js';
import type { Side } from '../summary/errors.js';
import { EvaluatedAgents } from './evaluated-agents.js';
import { type OutcomeValue, partsOfValue, type GoalFigure } from './goals/goal.js';
import { GoalFigures, minus } from './goals/goal-evaluator.js';
import { addChunk, compileQuantities } from './goals/quantities.js';

/** Scenarios of the same independent agents. */
export interface MeasuredAgents {
  readonly definition: WorkflowDefinition;
  readonly seed: number;
  readonly agentCount: number;
  /** Values of all parameters, from `resolveScenario`. */
  readonly scenarios: readonly Scenario[];
  /** Scenario that all others are compared with. Default: no differences. */
  readonly reference?: Scenario | undefined;
}

/** Value of each outcome. Omitted outcomes have the value 0. */
export type OutcomeValues = Readonly<Record<string, OutcomeValue>>;

export interface MeasuredScenario {
  readonly figure: GoalFigure;
  /** The mean minus that of the reference, for the same agents. Null without a reference. */
  readonly difference: GoalFigure | null;
}

interface Evaluated {
  readonly scenario: Scenario;
  readonly mean: number;
  readonly byAgent: Float64Array;
  readonly gradient: Float64Array;
  readonly shares: readonly number[];
  /** Value of each outcome. Undefined if a value differs between agents. */
  readonly weights: readonly number[] | undefined;
}

/**
 * Computes the mean of a value of outcomes, such as revenue, in each scenario, with its errors. Simulation and estimation error follow from
 * the values and derivatives of the agents, so that they contain the correlation between the outcomes.
 *
 * @throws EngineError `invalid_argument` if agents interact
 */
export function measureScenarios(task: MeasuredAgents, values: OutcomeValues): MeasuredScenario[] {
  const measure = new Measure(task, values);
  const reference = task.reference && measure.evaluate(task.reference);
  return task.scenarios.map((scenario) => {
    const own = measure.evaluate(scenario);
    return { figure: measure.figureOf(own), difference: reference ? measure.differenceOf(own, reference) : null };
  });
}

class Measure {
  private readonly agents: EvaluatedAgents;
  private readonly figures: GoalFigures;
  private readonly outcomes: readonly string[];

  private readonly task: MeasuredAgents;

  constructor(
    given: MeasuredAgents,
    private readonly values: OutcomeValues,
  ) {
    // Only differences need the derivatives by the terms that the model omits.
    const definition = given.reference ? withOmittedTerms(given.definition) : given.definition;
    this.task = { ...given, definition };
    const { seed, agentCount, scenarios } = given;
    this.agents = new EvaluatedAgents({ definition, seed, agentCount, scenario: scenarios[0]! });
    this.figures = new GoalFigures(definition, agentCount);
    this.outcomes = familyOf(definition.decision)
      .outcomes(definition.decision)
      .map(({ id }) => id);
  }

  evaluate(scenario: Scenario): Evaluated {
    const { definition, agentCount } = this.task;
    const compiled = compileQuantities(definition, [{ values: this.values }], scenario);
    const byAgent = new Float64Array(agentCount);
    const sums = new Float64Array(this.figures.coefficients);
    const shares = this.outcomes.map(() => 0);
    const gradientAgents = Math.min(agentCount, gradientAgentsOf(definition));
    this.agents.evaluate(scenario, gradientAgents, (chunk) => {
      addChunk(compiled, chunk, [byAgent], [sums]);
      const { values, figures: size } = chunk.figures;
      for (let row = 0; row < chunk.to - chunk.from; row++)
        for (let k = 0; k < shares.length; k++) shares[k] = shares[k]! + values[row * size + k]! / agentCount;
    });
    return {
      ...{ scenario, byAgent, shares, weights: this.weightsIn(scenario) },
      mean: sumOf(byAgent) / agentCount,
      gradient: sums.map((sum) => sum / gradientAgents),
    };
  }

  figureOf(own: Evaluated): GoalFigure {
    const known = {
      model: own.weights ? errorBound(own.weights, this.modelErrors(own, own, 'scenario')) : null,
      gap: this.gapOf(own.weights),
    };
    return this.figures.ofValues(own.byAgent, own.gradient, known);
  }

  differenceOf(own: Evaluated, other: Evaluated): GoalFigure {
    const known = this.knownOfDifference(own, other);
    return this.figures.ofValues(minus(own.byAgent, other.byAgent), minus(own.gradient, other.gradient), known);
  }

  /** A difference is that of the shares at the values of the scenario, plus that of the values at the shares of the other scenario. */
  private knownOfDifference(own: Evaluated, other: Evaluated): KnownErrors {
    const omitted = this.omittedBetween(own, other);
    if (!own.weights || !other.weights) return { model: null, gap: 0 };
    const changes = own.weights.map((weight, k) => weight - other.weights![k]!);
    const ofShares = omitted?.standardError ?? errorBound(own.weights, this.modelErrors(own, other, 'difference'));
    const ofValues = errorBound(changes, this.modelErrors(other, own, 'scenario'));
    return {
      model: ofShares === null || ofValues === null ? null : ofShares + ofValues,
      shift: omitted?.shift ?? 0,
      gap: this.gapOf(changes),
    };
  }

  /** What the terms that the model omits say of a difference. Undefined if they do not cover all changed parameters. */
  private omittedBetween(own: Evaluated, other: Evaluated): FigureError | undefined {
    const { definition } = this.task;
    const covered = definition.evidence.errors?.model?.omitted?.parameters ?? [];
    const changed = changedParameters(definition, own.scenario, other.scenario);
    if (changed.length === 0 || !changed.every(({ ids: [id] }) => covered.includes(id))) return undefined;
    const { coefficients } = familyOf(definition.decision).linear(definition.decision);
    const moved = coefficientShift(definition, coefficients);
    return moved && figureShift(minus(own.gradient, other.gradient), moved);
  }

  /** Null if values differ between agents and the shares of the population have gaps. */
  private gapOf(weights: readonly number[] | undefined): number | null {
    const gaps = this.outcomes.map((share) => this.figures.gapOf({ share }));
    if (weights) return errorBound(weights, gaps);
    return gaps.every((gap) => gap === 0) ? 0 : null;
  }

  /** The model error of the share of each outcome; null if unknown. */
  private modelErrors(own: Evaluated, other: Evaluated, side: Side): (number | null)[] {
    const { definition } = this.task;
    const compared = { scenario: own.scenario, baseline: other.scenario, hasOtherAlternatives: false };
    const errors = new ModelErrors(definition, compared);
    const isWhole = definition.population.restriction === undefined;
    return this.outcomes.map((id, k) => {
      const mean = own.shares[k]! - (side === 'difference' ? other.shares[k]! : 0);
      const error = errors.of({ kind: 'outcome', id, side, mean, isWhole, groups: [] });
      return error && Math.hypot(error.standardError, error.shift);
    });
  }

  private weightsIn(scenario: Scenario): number[] | undefined {
    const parts = this.outcomes.map((id) => partsOfValue(this.values[id] ?? 0));
    if (parts.some(({ name }) => name !== undefined && scenario[name] === undefined)) return undefined;
    return parts.map(({ name, factor, constant }) =>
      name === undefined ? constant : factor * Number(scenario[name]) + constant,
    );
  }
}

/**
 * Greatest error of a weighted sum of shares, for each correlation of their errors. Shares add up to 1 and differences of shares to 0, so
 * that a constant can be subtracted from all weights without changing the error. The constant with the smallest sum is used.
 *
 * @returns null if a share that counts has an unknown error
 */
function errorBound(weights: readonly number[], errors: readonly (number | null)[]): number | null {
  const bounds = weights.map((constant) =>
    weights.reduce<number | null>((sum, weight, k) => {
      if (weight === constant || sum === null) return sum;
      const error = errors[k]!;
      return error === null ? null : sum + Math.abs((weight - constant) * error);
    }, 0),
  );
  const known = bounds.filter((bound) => bound !== null);
  return known.length > 0 ? Math.min(...known) : null;
}
