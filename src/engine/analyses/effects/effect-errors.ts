import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { StreamKey } from '../../random/stream-key.js';
import type { FigureEffect } from '../../summary/changed-parameters.js';
import { agentGroupsIn } from '../../summary/model-errors.js';
import type { ErrorBudget } from '../../summary/error-budget.js';
import type { ErrorParts, Moments } from '../../summary/errors.js';
import type { Figure } from '../../summary/figures.js';
import type { Interval } from '../../summary/intervals.js';
import type { EffectGroup } from './effect-groups.js';
import { toCorrelations } from './joint-errors.js';
import { simultaneousQuantile } from './simultaneous-quantile.js';

/** An effect with its 95% interval, and the interval of an analysis of many groups. */
export interface JointEffect {
  readonly effect: number;
  readonly interval: Interval | null;
  /** Contains the true effects of all groups of the figure together with a probability of 95%. */
  readonly simultaneousInterval: Interval | null;
  readonly errors: ErrorParts;
  /** Effect minus the effect over all selected agents, with a simultaneous interval. */
  readonly contrast: { readonly value: number; readonly simultaneousInterval: Interval | null };
}

/** Mean effects of the groups, with the known correlations of their errors. All agents together are the last group. */
export interface Contribution {
  readonly groups: readonly EffectGroup[];
  readonly means: readonly Moments[];
  /** Means in the baseline. */
  readonly baselines: readonly number[];
  /** Effects of the changed parameters, by group. Undefined if unknown, or if the model error does not need them. */
  readonly parameterEffects: readonly (readonly FigureEffect[])[] | undefined;
  /** Correlations of the simulation errors. Undefined if unknown. */
  readonly correlations: Float64Array | undefined;
  /** Covariance of the estimation errors; NaN for a group without agents that have derivatives. Undefined if unknown. */
  readonly estimation: Float64Array | undefined;
  /** Covariance of the errors due to calibration targets, likewise. Undefined without targets, and for exact ones. */
  readonly targets: Float64Array | undefined;
}

export interface EffectContext {
  readonly definition: WorkflowDefinition;
  readonly isBaseline: boolean;
  readonly interacting: boolean;
  /** Agents of the simulation. */
  readonly agents: number;
  readonly key: StreamKey;
  /** Number of the figure, for its random numbers. */
  readonly step: number;
  readonly budget: ErrorBudget;
  readonly simultaneousBudget: (normalQuantile: number) => ErrorBudget;
}

/**
 * Computes the errors of the effects of all groups, and simultaneous intervals from their joint distribution (max-t). Simulation and population
 * errors of two groups are correlated by their common agents, and estimation and target errors by the coefficients. Model errors count as
 * independent, which makes the intervals wider at most. A group without agents that have derivatives has no simultaneous intervals.
 */
export function effectErrors(figure: Figure, contribution: Contribution, context: EffectContext) {
  const { groups, means, baselines, parameterEffects, estimation, targets } = contribution;
  const size = groups.length;
  const all = size - 1;
  const errorBy = (covariance: Float64Array | undefined, position: number) => {
    const variance = covariance?.[position * size + position];
    return variance === undefined || Number.isNaN(variance) ? undefined : Math.sqrt(Math.max(0, variance));
  };
  const of = (budget: ErrorBudget, position: number) =>
    context.isBaseline
      ? { errors: budget.noErrors, interval: [0, 0] as const }
      : budget.of({
          ...{ kind: figure.kind, id: figure.id, bounds: figure.bounds, side: 'difference' },
          moments: means[position]!,
          baselineMean: baselines[position],
          parameterEffects: parameterEffects?.[position],
          agents: groups[position]!.agents,
          groups: agentGroupsIn(groups[position]!.group),
          isWhole: position === all && groups[position]!.agents === context.agents,
          fraction: groups[position]!.agents / context.agents,
          estimation: errorBy(estimation, position),
          targets: errorBy(targets, position),
          position: 0,
          repeatedRuns: context.interacting ? null : undefined,
        });
  const single = groups.map((_, position) => of(context.budget, position));
  const joint = jointCovariances(
    single.map(({ errors }) => errors),
    contribution,
  );
  const total = joint && sumOf(Object.values(joint));
  const isKnown = (position: number) => total !== undefined && !Number.isNaN(total[position * size + position]!);
  const known = groups.slice(0, all).flatMap((_, position) => (isKnown(position) ? [position] : []));
  const effectQuantile =
    total && known.length > 0
      ? quantileOf(known, 2 * context.step, context.key, (i, j) => total[i * size + j]!)
      : undefined;
  const contrastQuantile =
    total && known.length > 0 && isKnown(all)
      ? quantileOf(known, 2 * context.step + 1, context.key, (i, j) => contrastCovariance(total, size, i, j))
      : undefined;
  const simultaneous = effectQuantile === undefined ? undefined : context.simultaneousBudget(effectQuantile);
  const contrastBudget = contrastQuantile === undefined ? undefined : context.simultaneousBudget(contrastQuantile);
  const contrastInterval = (value: number, position: number): Interval | null => {
    if (!joint || !contrastBudget || !isKnown(position)) return null;
    const errorOf = (covariance: Float64Array) =>
      Math.sqrt(Math.max(0, contrastCovariance(covariance, size, position, position)));
    const errors: ErrorParts = {
      simulation: errorOf(joint.sampling),
      estimation: errorOf(joint.estimation),
      population: null,
      model: errorOf(joint.model),
      targets: errorOf(joint.targets),
    };
    const quantile = contrastBudget.quantile(errors, groups[position]!.agents - 1 || Infinity);
    const margin = quantile * Math.hypot(...Object.values(joint).map(errorOf));
    return [value - margin, value + margin];
  };
  const effects = single.slice(0, all).map(({ errors, interval }, position): JointEffect => {
    const value = means[position]!.mean - means[all]!.mean;
    const own = simultaneous && isKnown(position) ? of(simultaneous, position).interval : null;
    return {
      effect: means[position]!.mean,
      interval,
      simultaneousInterval: context.isBaseline ? [0, 0] : own,
      errors,
      contrast: { value, simultaneousInterval: context.isBaseline ? [0, 0] : contrastInterval(value, position) },
    };
  });
  const { errors, interval } = single[all]!;
  return {
    groups: effects,
    total: { effect: means[all]!.mean, interval, errors },
    quantiles: effectQuantile === undefined ? null : { effects: effectQuantile, contrasts: contrastQuantile ?? null },
  };
}

/** Covariances of the mean effects by source. Simulation and population errors have the same correlations: they are the sampling errors. */
type JointCovariances = Readonly<Record<'sampling' | 'estimation' | 'targets' | 'model', Float64Array>>;

/** Covariances of the errors of the mean effects; unknown ones are 0. Undefined if a simulation error is unknown. */
function jointCovariances(
  errors: readonly ErrorParts[],
  { correlations, estimation, targets }: Contribution,
): JointCovariances | undefined {
  if (!correlations || errors.some(({ simulation }) => simulation === null)) return undefined;
  const size = errors.length;
  const deviations = errors.map(({ simulation, population }) => Math.hypot(simulation!, population ?? 0));
  const sampling = correlations.map((value, at) => value * deviations[Math.floor(at / size)]! * deviations[at % size]!);
  const model = new Float64Array(size * size);
  errors.forEach((own, i) => (model[i * size + i] = (own.model ?? 0) ** 2));
  const none = new Float64Array(size * size);
  return { sampling, estimation: estimation ?? none, targets: targets ?? none, model };
}

function sumOf(matrices: readonly Float64Array[]): Float64Array {
  return matrices[0]!.map((_, at) => matrices.reduce((sum, matrix) => sum + matrix[at]!, 0));
}

/** Covariance of the effects of groups i and j, each minus the effect over all agents. */
function contrastCovariance(covariance: Float64Array, size: number, i: number, j: number): number {
  const all = size - 1;
  const at = (row: number, column: number) => covariance[row * size + column]!;
  return at(i, j) - at(i, all) - at(all, j) + at(all, all);
}

/** @param positions groups with a known covariance */
function quantileOf(
  positions: readonly number[],
  step: number,
  key: StreamKey,
  covarianceAt: (i: number, j: number) => number,
): number {
  const size = positions.length;
  const own = new Float64Array(size * size);
  for (let i = 0; i < size; i++)
    for (let j = 0; j <= i; j++) own[i * size + j] = covarianceAt(positions[i]!, positions[j]!);
  return simultaneousQuantile(toCorrelations(own, size), size, key, step);
}
