import {
  type ChangedParameter,
  changedParameters,
  effectScenarios,
  figureEffectsAt,
  needsEffects,
  parameterEffect,
} from '../../summary/changed-parameters.js';
import type { Scenario } from '../../definition/scenario.schema.js';
import type { Interval } from '../../summary/intervals.js';
import { solutionGradientAgents, argumentErrors, type ArgumentErrors } from './argument-errors.js';
import { drawnErrors, drawnOptimum } from './drawn-optimum.js';
import { findRoot } from './search-line.js';
import { GoalEvaluator, type Evaluation, GoalFigures } from './goal-evaluator.js';
import { numericParameters } from '../../definition/parameter-types.js';
import { familyOf } from '../../families/family-of.js';
import { missingParts } from '../../summary/errors.js';
import type { EvaluatedAgents } from '../evaluated-agents.js';
import {
  type Constraint,
  type GoalRequest,
  type Quantity,
  maxEvaluationsOf,
  slacksOf,
  type GoalArgument,
  type GoalCurvePoint,
  type GoalFigure,
  type GoalResult,
} from './goal.js';
import { curveGridOf, searchGoal } from './search-goal.js';

/** Evaluations of each limit. */
const maxSteps = 10;
const leastSteps = 5;
/** Precision of a limit, relative to the width of the bounds. */
const precision = 1e-3;

/**
 * Interval of a parameter whose objective has a target: the values around the solution at which the interval of the objective contains the
 * target. It follows the curve, which is rarely straight. A limit outside the bounds is the bound.
 * Source: Casella and Berger, "Statistical inference" (2002), section 9.2.1: an interval is the set of values that a test does not reject.
 *
 * @param at the solution
 * @returns null if the objective has no interval, or too few evaluations are left
 */
function invertedInterval(evaluator: GoalEvaluator, figures: GoalFigures, at: number): Interval | null {
  const { parameters, objective } = evaluator.request;
  const { from, to } = parameters[0]!;
  const target = objective.target!;
  // Negative where the interval of the objective does not contain the target.
  const depthAt = (x: number) => {
    const { value, interval } = figures.of(objective, 0, evaluator.evaluate([x], solutionGradientAgents));
    if (!interval) return NaN;
    return value < target ? interval[1] - target : target - interval[0];
  };
  // The solution, the ends of the bounds, and the steps of both limits.
  const steps = Math.min(maxSteps, Math.floor((evaluator.left() - 3) / 2));
  if (steps < leastSteps) return null;
  const depth = depthAt(at);
  if (!(depth >= 0)) return null;
  const limit = (end: number) => {
    const own = depthAt(end);
    let used = 0;
    return own >= 0 ? end : findRoot(depthAt, [at, depth], [end, own], precision * (to - from), () => used++ < steps);
  };
  return [limit(from), limit(to)];
}

/** Agents from which the band of the curve gets its estimation error. */
const curveGradientAgents = 500;
/** A quantity this close to its limit, relative to the limit, determines the solution. */
const activeTolerance = 1e-7;
/** Steps of differences relative to the bounds. The share of an assignment changes the quantities in steps of one agent. */
const [smoothStep, stepwiseStep] = [2e-4, 0.05];

/**
 * Finds the values of one or two parameters at which the objective is reached or best, with the errors of the values and of the objective.
 * All evaluations use expected values of the same agents, so the objective is a smooth function of the parameters.
 */
export function runGoal(agents: EvaluatedAgents, request: GoalRequest): GoalResult {
  const { definition, scenario, agentCount } = agents.task;
  const { objective, constraints, parameters } = request;
  const outcomes = familyOf(definition.decision).outcomes(definition.decision);
  const shares: Quantity[] = outcomes.map(({ id }) => ({ share: id }));
  const evaluator = new GoalEvaluator(agents, request, [objective, ...constraints], maxEvaluationsOf(request));
  const figures = new GoalFigures(definition, agentCount);
  const startAt = parameters.map(({ name }) => Number(scenario[name]));
  const start = evaluator.evaluate(startAt, solutionGradientAgents, shares);
  const curve = curveGridOf(request).map((at): GoalCurvePoint => {
    const evaluation = evaluator.evaluate(at, curveGradientAgents);
    return {
      values: Object.fromEntries(parameters.map(({ name }, k) => [name, at[k]!])),
      ...figures.of(objective, 0, evaluation),
      is_feasible: slacksOf(constraints, evaluation.means).every((slack) => slack >= 0),
    };
  });
  const { at, finding, solutions } = searchGoal(evaluator);
  const evaluation = evaluator.evaluate(at, solutionGradientAgents, shares);
  const own = figures.of(objective, 0, evaluation);
  const offset = 1 + constraints.length;
  return {
    finding,
    arguments: argumentsOf(evaluator, figures, evaluation, finding),
    objective: { ...own, start_value: start.means[0]!, gain: gainOf(evaluator, evaluation, start) },
    constraints: constraints.map((constraint, k) => {
      const figure = figures.of(constraint, 1 + k, evaluation);
      const slack = slacksOf(constraints, evaluation.means)[k]!;
      const isActive = isAtLimit(constraint, slack);
      return { ...figure, limit: limitOf(constraint), is_satisfied: slack >= 0 || isActive, is_active: isActive };
    }),
    agents_reached: objective.share === undefined ? null : own.value * agentCount,
    outcomes: outcomes.map(({ id, label }, k) => {
      const share = evaluation.means[offset + k]!;
      return { id, label, share, start_share: start.means[offset + k]! };
    }),
    solutions: [...solutions],
    curve,
    evaluations: agents.evaluations,
  };
}

/** The gain, with the model error of the same change in a simulation. */
function gainOf(evaluator: GoalEvaluator, end: Evaluation, start: Evaluation): GoalFigure {
  const { definition, agentCount } = evaluator.agents.task;
  const { parameters, objective } = evaluator.request;
  const [scenario, baseline] = [evaluator.scenarioAt(end.at), evaluator.scenarioAt(start.at)];
  const changed = { scenario, baseline, parameters: changedParameters(definition, scenario, baseline) };
  const meanAt = (values: Scenario) =>
    Float64Array.of(evaluator.means(parameters.map(({ name }) => Number(values[name])))[0]!);
  const effectOf = (parameter: ChangedParameter) => {
    const { without, tested } = effectScenarios(changed, parameter);
    return parameterEffect(
      { scenario: meanAt(scenario), baseline: meanAt(baseline) },
      meanAt(without),
      tested.map(meanAt),
    );
  };
  const effects = needsEffects(changed) ? figureEffectsAt(0, changed.parameters.map(effectOf)) : undefined;
  const figures = new GoalFigures(definition, agentCount, { scenario, baseline, hasOtherAlternatives: false });
  const omitted = evaluator.omittedBetween(end.at, start.at);
  return figures.ofGain(objective, end, start, { parameterEffects: effects, omitted });
}

function argumentsOf(
  evaluator: GoalEvaluator,
  figures: GoalFigures,
  { at, means }: Evaluation,
  finding: GoalResult['finding'],
): GoalArgument[] {
  const { definition } = evaluator.agents.task;
  const { request } = evaluator;
  const { parameters, objective, constraints } = request;
  const all = numericParameters(definition.scenario.parameters);
  const numeric = parameters.map(({ name }) => all.find(({ id }) => id === name)!);
  const bound = parameters.map(({ from, to }, k) => {
    const tolerance = 1e-9 * (to - from);
    return at[k]! <= from + tolerance ? 'from' : at[k]! >= to - tolerance ? 'to' : null;
  });
  const active = slacksOf(constraints, means).flatMap((slack, k) => (isAtLimit(constraints[k]!, slack) ? [1 + k] : []));
  const towards = objective.goal === 'minimize' ? -1 : 1;
  // The nearest reachable value is a maximum or a minimum of the objective.
  const sign =
    finding === 'reached' ? 0 : objective.goal === 'reach' ? Math.sign(objective.target! - means[0]!) : towards;
  const assigned = definition.scenario.assignments.map(({ share }) => share);
  const conditions = {
    at,
    sign,
    fixed: [...(finding === 'reached' ? [0] : []), ...active].slice(0, parameters.length),
    widths: parameters.map(({ from, to }) => to - from),
    steps: parameters.map(({ name }) => (assigned.includes(name) ? stepwiseStep : smoothStep)),
  };
  const allowed = numeric.map(({ minimum, maximum }) => [minimum, maximum] as const);
  const errorsOf = (free: readonly number[]) => argumentErrors(evaluator, figures, conditions, free, allowed);
  const inside = parameters.map((_, k) => k).filter((k) => bound[k] === null || finding === 'reached');
  const together = finding === 'infeasible' || inside.length === 0 ? [] : errorsOf(inside);
  const isRoot = finding === 'reached' && parameters.length === 1 && active.length === 0;
  const inverted = isRoot ? invertedInterval(evaluator, figures, at[0]!) : null;
  const isDrawn = finding === 'optimum' && parameters.length === 1 && constraints.length === 0;
  return parameters.map(({ name, from, to }, k): GoalArgument => {
    const position = inside.indexOf(k);
    const derived: ArgumentErrors =
      finding === 'infeasible'
        ? { interval: null, errors: null }
        : position < 0
          ? errorsOf([k])[0]!
          : together[position]!;
    const drawn = isDrawn ? drawnOptimum(evaluator, at[0]!, towards, derived.errors?.estimation ?? null) : undefined;
    const own = drawn ? drawnErrors(drawn, at[k]!, derived, bound[k] !== null, figures) : derived;
    const [low, high] = numeric[k]!.calibrated_range;
    const clip = (value: number) => Math.min(to, Math.max(from, value));
    const interval = inverted ?? (own.interval && ([clip(own.interval[0]), clip(own.interval[1])] as const));
    return {
      parameter: name,
      value: at[k]!,
      // An interval that ends beyond the bound on both sides is the bound, which has no error.
      interval: interval && interval[0] < interval[1] ? interval : null,
      errors: own.errors,
      missing_parts: own.errors ? missingParts(own.errors) : [],
      at_bound: bound[k]!,
      draws_at_bounds: drawn?.atBounds ?? null,
      is_extrapolation: at[k]! < low || at[k]! > high,
    };
  });
}

const limitOf = ({ at_most, at_least }: Constraint) => at_most ?? at_least!;

const isAtLimit = (constraint: Constraint, slack: number) =>
  Math.abs(slack) <= activeTolerance * Math.max(1, Math.abs(limitOf(constraint)));
