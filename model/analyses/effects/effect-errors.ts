import { normalQuantile } from '../../math/normal.js';
import { zScore95 } from '../../math/student.js';
import type { GroupGradients } from '../../simulation/group-gradients.js';
import { type CoefficientShift, figureShift } from '../../simulation/omitted-terms.js';
import type { FigureEffect } from '../../summary/changed-parameters.js';
import { agentGroupsIn } from '../../summary/agent-groups.js';
import type { ErrorBudget } from '../../summary/error-budget.js';
import type { ErrorParts, Moments } from '../../summary/errors.js';
import type { Figure } from '../../summary/figures.js';
import type { Interval } from '../../summary/intervals.js';
import type { EffectGroup } from './effect-groups.js';

/** An effect with its 95% interval, and the interval of an analysis of many groups. */
export interface EffectEstimate {
  readonly effect: number;
  readonly interval: Interval | null;
  /** Contains the true effects of all groups of the figure together with a probability of at least 95%. */
  readonly simultaneousInterval: Interval | null;
  readonly errors: ErrorParts;
  /** Effect minus the effect over all selected agents, with a simultaneous interval. */
  readonly contrast: { readonly value: number; readonly simultaneousInterval: Interval | null };
}

/** Covariance of coefficients, row by row. */
type Covariance = Float64Array;

/** Mean effects of the groups of a figure. All selected agents together are the last group. */
export interface GroupMeans {
  readonly groups: readonly EffectGroup[];
  readonly means: readonly Moments[];
  readonly baselines: readonly number[];
  /** Effects of the changed parameters, by group. Undefined if unknown, or if the model error does not need them. */
  readonly parameterEffects: readonly (readonly FigureEffect[])[] | undefined;
  /** Derivatives of the mean effects by the coefficients; undefined for a group without agents that have derivatives. */
  readonly gradients: readonly (Float64Array | undefined)[] | undefined;
  /** Covariances of the coefficients by source. Undefined without this error, or if it is unknown. */
  readonly covariances: {
    readonly estimation: Covariance | undefined;
    readonly targets: Covariance | undefined;
    readonly omitted: CoefficientShift | undefined;
  };
}

export interface EffectContext {
  readonly isBaseline: boolean;
  readonly interacting: boolean;
  readonly agents: number;
  readonly budgetOf: (normalQuantile: number) => ErrorBudget;
}

/**
 * Computes the errors of the effects of all groups, with intervals that contain the true effects of all groups together. They hold for any
 * correlation of the errors. Source: Šidák, "Rectangular confidence regions for the means of multivariate normal distributions", JASA 62
 * (1967).
 *
 * A group without agents that have derivatives has no simultaneous intervals.
 */
export function effectErrors(figure: Figure, known: GroupMeans, context: EffectContext) {
  const { groups, means, baselines, parameterEffects, gradients, covariances } = known;
  const all = groups.length - 1;
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
          estimation: errorOf(gradients?.[position], covariances.estimation),
          targets: errorOf(gradients?.[position], covariances.targets),
          omitted:
            gradients?.[position] && covariances.omitted && figureShift(gradients[position], covariances.omitted),
          position: 0,
          repeatedRuns: context.interacting ? null : undefined,
        });
  const budget = context.budgetOf(zScore95);
  const single = groups.map((_, position) => of(budget, position));
  const needsGradients = covariances.estimation !== undefined || covariances.targets !== undefined;
  const isKnown = (position: number) =>
    single[position]!.errors.simulation !== null && (!needsGradients || gradients?.[position] !== undefined);
  const knownGroups = groups.slice(0, all).filter((_, position) => isKnown(position)).length;
  const hasIntervals = knownGroups > 0 && !context.isBaseline && !context.interacting;
  const quantile = simultaneousQuantile(knownGroups);
  const simultaneous = context.budgetOf(quantile);

  const contrastInterval = (value: number, position: number): Interval | null => {
    if (context.isBaseline) return [0, 0];
    if (!hasIntervals || !isKnown(position) || !isKnown(all)) return null;
    const share = groups[position]!.agents / groups[all]!.agents;
    const [own, whole] = [single[position]!.errors, single[all]!.errors];
    const gradient = gradients?.[position]?.map((derivative, k) => derivative - gradients[all]![k]!);
    const errors: ErrorParts = {
      simulation: contrastDeviation(samplingError(own), samplingError(whole), share),
      population: null,
      estimation: errorOf(gradient, covariances.estimation) ?? 0,
      model: Math.hypot(own.model ?? 0, whole.model ?? 0),
      targets: errorOf(gradient, covariances.targets) ?? 0,
    };
    const { simulation, estimation, model, targets } = errors;
    const factor = simultaneous.quantile(errors, groups[position]!.agents - 1 || Infinity);
    const margin = factor * Math.hypot(simulation!, estimation!, model!, targets!);
    return [value - margin, value + margin];
  };
  const effects = single.slice(0, all).map(({ errors, interval }, position): EffectEstimate => {
    const value = means[position]!.mean - means[all]!.mean;
    const own = hasIntervals && isKnown(position) ? of(simultaneous, position).interval : null;
    return {
      effect: means[position]!.mean,
      interval,
      simultaneousInterval: context.isBaseline ? [0, 0] : own,
      errors,
      contrast: { value, simultaneousInterval: contrastInterval(value, position) },
    };
  });
  const { errors, interval } = single[all]!;
  return {
    groups: effects,
    total: { effect: means[all]!.mean, interval, errors },
    quantile: hasIntervals ? quantile : null,
  };
}

/** The normal quantile with which intervals of several estimates, with any correlations, contain all true values with a probability of 95%. */
const simultaneousQuantile = (estimates: number) => normalQuantile((1 + 0.95 ** (1 / Math.max(1, estimates))) / 2);

const samplingError = ({ simulation, population }: ErrorParts) => Math.hypot(simulation!, population ?? 0);

/**
 * Standard error of the mean of a group minus the mean over all agents, which contains the group: the deviations of agents from the mean of
 * their group add up to 0, so that the covariance of the two means is the variance of the first times the share of the group.
 */
const contrastDeviation = (group: number, all: number, share: number) =>
  Math.sqrt(Math.max(0, (1 - 2 * share) * group ** 2 + all ** 2));

/** Standard error √(g·V·gᵗ) of a figure with the gradient g. Undefined if either is unknown. */
function errorOf(gradient: Float64Array | undefined, covariance: Covariance | undefined): number | undefined {
  if (!gradient || !covariance) return undefined;
  const width = gradient.length;
  let variance = 0;
  for (let i = 0; i < width; i++)
    for (let j = 0; j < width; j++) variance += gradient[i]! * covariance[i * width + j]! * gradient[j]!;
  return Math.sqrt(Math.max(0, variance));
}

/** Mean gradient of one difference over the agents of each group that have derivatives. Undefined for a group without such agents. */
export function meanGradients(
  gradients: readonly GroupGradients[],
  width: number,
  parts: number,
  summed: readonly number[],
) {
  return gradients.flatMap(({ counts, sums }) =>
    Array.from(counts, (count, group) => {
      if (count === 0) return undefined;
      return Float64Array.from({ length: width }, (_, coefficient) => {
        const at = (group * width + coefficient) * parts;
        return summed.reduce((total, one) => total + sums.scenario[at + one]! - sums.baseline[at + one]!, 0) / count;
      });
    }),
  );
}
