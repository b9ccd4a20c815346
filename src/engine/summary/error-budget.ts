import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import type { ErrorParts, Moments, Percentiles, Side } from './errors.js';
import {
  combineIntervals,
  differenceRange,
  type EstimatedError,
  type Interval,
  quantileOfErrors,
  rangeOf,
  stabilizedInterval,
  transformedInterval,
  wilsonInterval,
} from './intervals.js';

/** A figure of some of the agents: all, or the agents of a group. */
export interface Estimated {
  readonly kind: 'outcome' | 'outcome_group' | 'measure' | 'curve';
  readonly id: string;
  readonly bounds: readonly [number, number];
  readonly side: Side;
  readonly moments: Moments;
  /** Agents of the figure. */
  readonly agents: number;
  /** Whether these are all agents, not a group. */
  readonly isWhole: boolean;
  /** Share of these agents in all agents. */
  readonly fraction: number;
  /** Standard error from the coefficients. Undefined if unknown. */
  readonly estimation: number | undefined;
  /** Ends of the percentile interval of the draws, in place of the standard error. */
  readonly percentiles?: Percentiles | undefined;
  /** Position of the figure in the percentiles. */
  readonly position: number;
  /** Simulation error from repeated runs; null if unknown. Undefined if agents are independent. */
  readonly repeatedRuns: number | null | undefined;
}

/** Errors of a figure, and the interval that combines the known parts. */
export interface Budget {
  readonly errors: ErrorParts;
  /** Null if the simulation error is unknown. */
  readonly interval: Interval | null;
}

/** Settings of the error budget that are the same for all figures of a simulation. */
export interface BudgetSettings {
  readonly parameterDraws: number;
  readonly replicates: number | null;
}

/**
 * Computes the error budgets of figures: simulation error from the agents, estimation error as given, population and model error from the
 * evidence of the definition.
 */
export class ErrorBudget {
  private readonly model;
  private readonly population;
  private readonly hasErrors: boolean;
  private readonly isVaried: boolean;
  private readonly estimationDegrees: number | undefined;

  constructor(
    { evidence, population, decision, scenario }: WorkflowDefinition,
    private readonly settings: BudgetSettings,
  ) {
    this.model = evidence.errors?.model;
    this.population = evidence.errors?.population;
    this.hasErrors = evidence.errors !== undefined;
    const tastes = familyOf(decision).linear(decision).tastes ?? [];
    this.isVaried = population.attributes.length + scenario.assignments.length + tastes.length > 0;
    const clusterDegrees = evidence.covariance?.degrees_of_freedom;
    this.estimationDegrees = settings.parameterDraws > 0 ? settings.parameterDraws - 1 : clusterDegrees;
  }

  of(figure: Estimated): Budget {
    const { moments, side, percentiles, position, repeatedRuns, agents } = figure;
    const { mean: value } = moments;
    const errors: ErrorParts = {
      simulation: this.simulationError(figure),
      estimation: figure.estimation ?? null,
      population: this.populationError(figure),
      model: this.modelError(figure),
    };
    if (errors.simulation === null) return { errors, interval: null };
    const range = side === 'difference' ? differenceRange(figure.bounds) : rangeOf(figure.bounds);
    const known: EstimatedError[] = [
      {
        standardError: errors.simulation,
        degrees: repeatedRuns === undefined ? agents - 1 || Infinity : (this.settings.replicates ?? 2) - 1,
      },
      { standardError: errors.estimation ?? 0, degrees: this.estimationDegrees },
      { standardError: errors.population ?? 0 },
      { standardError: errors.model ?? 0 },
    ];
    const quantile = quantileOfErrors(known);
    const others = Math.hypot(errors.simulation, errors.population ?? 0, errors.model ?? 0);
    const estimation: Interval = percentiles
      ? [value - percentiles.below[position]!, value + percentiles.above[position]!]
      : transformedInterval(value, quantile * (errors.estimation ?? 0), range);
    const intervals = [estimation, stabilizedInterval(value, quantile * others, range)];
    // A counted share of 0 or 1 has no spread over agents, so the count itself limits the share.
    if (repeatedRuns !== undefined && range.kind === 'between' && range.high === 1 && (value === 0 || value === 1))
      intervals.push(wilsonInterval(value * agents, agents));
    return { errors, interval: combineIntervals(value, intervals, range) };
  }

  private simulationError({ moments, agents, repeatedRuns, bounds, side }: Estimated): number | null {
    if (repeatedRuns !== undefined) return repeatedRuns;
    const deviation = moments.deviation ?? this.boundOfDeviation(moments.mean, bounds, side);
    return deviation === null ? null : deviation / Math.sqrt(agents);
  }

  /**
   * Greatest standard deviation of values between two bounds with this mean, for agents that are too few to estimate it.
   * Source: Bhatia and Davis, "A better bound on the variance", American Mathematical Monthly 107 (2000).
   */
  private boundOfDeviation(mean: number, [low, high]: readonly [number, number], side: Side): number | null {
    if (!this.isVaried) return 0;
    if (side === 'difference' || !Number.isFinite(high - low)) return null;
    return Math.sqrt(Math.max(0, (high - mean) * (mean - low)));
  }

  private populationError({ id, kind, moments, fraction, side, repeatedRuns, bounds }: Estimated): number | null {
    if (!this.isVaried && this.hasErrors) return 0;
    if (!this.population) return null;
    const { ratio, respondents, checks } = this.population;
    const isShare = kind !== 'measure';
    // Interacting agents have outcomes, not probabilities, so the outcome's deviation is an upper bound.
    const deviation =
      repeatedRuns !== undefined && isShare && side !== 'difference'
        ? Math.sqrt(moments.mean * (1 - moments.mean))
        : (moments.deviation ?? this.boundOfDeviation(moments.mean, bounds, side));
    if (deviation === null) return null;
    const gap = side === 'difference' ? 0 : (checks.find((check) => check.id === id)?.gap ?? 0);
    return Math.hypot((ratio * deviation) / Math.sqrt(respondents * fraction), gap);
  }

  private modelError({ kind, id, side, moments, isWhole }: Estimated): number | null {
    const { model } = this;
    if (!model) return null;
    if (side === 'difference') return kind === 'curve' ? null : (model.differences[id] ?? null);
    const { mean } = moments;
    if (kind === 'measure') {
      const relative = (isWhole ? model.measures : model.segment_measures)[id];
      return relative === undefined || relative === null ? null : relative * Math.abs(mean);
    }
    const relative = kind === 'curve' ? model.curves : isWhole ? model.shares : model.segment_shares;
    return relative === null ? null : relative * Math.sqrt(Math.max(0, mean * (1 - mean)));
  }
}
