import type { WorkflowDefinition } from '../../definition/definition.schema.js';
import type { StreamKey } from '../../random/stream-key.js';
import type { ErrorBudget } from '../../summary/error-budget.js';
import { type ErrorParts, type Moments, noErrors } from '../../summary/errors.js';
import type { Figure } from '../../summary/figures.js';
import { type Interval, quantileOfErrors } from '../../summary/intervals.js';
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

/** What is known about the mean effects of the groups. All agents together are the last group. */
export interface Contribution {
  readonly groups: readonly EffectGroup[];
  readonly means: readonly Moments[];
  /** Correlations of the simulation errors. Undefined if unknown. */
  readonly correlations: Float64Array | undefined;
  /** Covariance of the estimation errors. Undefined if unknown. */
  readonly estimation: Float64Array | undefined;
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
 * errors of two groups are correlated by their common agents, and estimation errors by the coefficients. Model errors count as independent,
 * which makes the intervals wider at most.
 */
export function effectErrors(figure: Figure, contribution: Contribution, context: EffectContext) {
  const { groups, means, estimation } = contribution;
  const size = groups.length;
  const all = size - 1;
  const of = (budget: ErrorBudget, position: number) =>
    context.isBaseline
      ? { errors: noErrors, interval: [0, 0] as const }
      : budget.of({
          ...{ kind: figure.kind, id: figure.id, bounds: figure.bounds, side: 'difference' },
          moments: means[position]!,
          agents: groups[position]!.agents,
          isWhole: position === all && groups[position]!.agents === context.agents,
          fraction: groups[position]!.agents / context.agents,
          estimation: estimation && Math.sqrt(Math.max(0, estimation[position * size + position]!)),
          position: 0,
          repeatedRuns: context.interacting ? null : undefined,
        });
  const single = groups.map((_, position) => of(context.budget, position));
  const covariance = jointCovariance(
    single.map(({ errors }) => errors),
    contribution,
  );
  const quantiles = covariance && {
    effects: quantileOf(all, 2 * context.step, context.key, (i, j) => covariance[i * size + j]!),
    contrasts: quantileOf(all, 2 * context.step + 1, context.key, (i, j) => contrastCovariance(covariance, size, i, j)),
  };
  const simultaneous = quantiles && context.simultaneousBudget(quantiles.effects);
  const effects = single.slice(0, all).map(({ errors, interval }, position): JointEffect => {
    const value = means[position]!.mean - means[all]!.mean;
    return {
      effect: means[position]!.mean,
      interval,
      simultaneousInterval: context.isBaseline ? [0, 0] : simultaneous ? of(simultaneous, position).interval : null,
      errors,
      contrast: {
        value,
        simultaneousInterval: context.isBaseline
          ? [0, 0]
          : covariance && quantiles
            ? contrastInterval(
                value,
                Math.sqrt(Math.max(0, contrastCovariance(covariance, size, position, position))),
                quantiles.contrasts,
                groups[position]!.agents,
              )
            : null,
      },
    };
  });
  const { errors, interval } = single[all]!;
  return { groups: effects, total: { effect: means[all]!.mean, interval, errors }, quantiles: quantiles ?? null };
}

/** Covariance of all errors of the mean effects. Undefined if a simulation error is unknown. */
function jointCovariance(
  errors: readonly ErrorParts[],
  { correlations, estimation }: Contribution,
): Float64Array | undefined {
  if (!correlations || errors.some(({ simulation }) => simulation === null)) return undefined;
  const size = errors.length;
  const out = estimation ? Float64Array.from(estimation) : new Float64Array(size * size);
  const sampling = errors.map(({ simulation, population }) => Math.hypot(simulation!, population ?? 0));
  for (let i = 0; i < size; i++) {
    for (let j = 0; j < size; j++)
      out[i * size + j] = out[i * size + j]! + correlations[i * size + j]! * sampling[i]! * sampling[j]!;
    out[i * size + i] = out[i * size + i]! + (errors[i]!.model ?? 0) ** 2;
  }
  return out;
}

/** Covariance of the effects of groups i and j, each minus the effect over all agents. */
function contrastCovariance(covariance: Float64Array, size: number, i: number, j: number): number {
  const all = size - 1;
  const at = (row: number, column: number) => covariance[row * size + column]!;
  return at(i, j) - at(i, all) - at(all, j) + at(all, all);
}

function quantileOf(
  groups: number,
  step: number,
  key: StreamKey,
  covarianceAt: (i: number, j: number) => number,
): number {
  const own = new Float64Array(groups * groups);
  for (let i = 0; i < groups; i++) for (let j = 0; j <= i; j++) own[i * groups + j] = covarianceAt(i, j);
  return simultaneousQuantile(toCorrelations(own, groups), groups, key, step);
}

function contrastInterval(value: number, standardError: number, normal: number, agents: number): Interval {
  const margin = quantileOfErrors([{ standardError, degrees: agents - 1 || Infinity }], normal) * standardError;
  return [value - margin, value + margin];
}
