import type { WorkflowDefinition } from '../definition/definition.schema.js';
import { familyOf } from '../families/family-of.js';
import { sumOf } from '../math/linear-algebra.js';
import {
  type ErrorParts,
  estimationDegrees,
  type Moments,
  noErrors as withoutTargets,
  type Percentiles,
  type Side,
  simulationDegrees,
} from './errors.js';
import type { FigureEffect } from './changed-parameters.js';
import type { FigureError } from './experiment-errors.js';
import type { AgentGroup } from './agent-groups.js';
import { type ComparedScenarios, ModelErrors } from './model-errors.js';
import {
  combineIntervals,
  differenceRange,
  type EstimatedError,
  type Interval,
  quantileOfErrors,
  type Range,
  rangeOf,
  shiftedInterval,
  stabilizedInterval,
  transformedInterval,
  wilsonInterval,
} from './intervals.js';

/** A figure of some of the agents: all, or the agents of a group. */
export interface Estimated {
  readonly kind: 'outcome' | 'outcome_group' | 'measure' | 'curve';
  readonly id: string;
  /** Step of a curve. */
  readonly step?: number | undefined;
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
  /** Standard error due to calibration targets. Undefined if unknown. Ignored for a definition without targets, and for exact targets. */
  readonly targets?: number | undefined;
  /** Change from the baseline, for a share whose baseline matches a calibration target: only the change has simulation and population errors. */
  readonly change?: Moments | undefined;
  /** Ends of the percentile interval of the draws, in place of the standard error. */
  readonly percentiles?: Percentiles | undefined;
  /** Position of the figure in the percentiles. */
  readonly position: number;
  /** Simulation error from repeated runs; null if unknown. Undefined if agents are independent. */
  readonly repeatedRuns: number | null | undefined;
  /** Groups that all these agents are in. Default: none. */
  readonly groups?: readonly AgentGroup[] | undefined;
  /** Effects of the changed parameters on the figure. Default: unknown, or not needed. */
  readonly parameterEffects?: readonly FigureEffect[] | undefined;
  /** What the terms that the model omits say of a difference. Default: unknown. */
  readonly omitted?: FigureError | undefined;
  /** Value in the baseline. Default: unknown. */
  readonly baselineMean?: number | undefined;
  /** Errors that follow from those of other figures. Default: those of the evidence for this figure. */
  readonly known?: KnownErrors | undefined;
}

export interface KnownErrors {
  /** Model error; null if unknown. */
  readonly model: number | null;
  /** How far the true value is from the figure. Default: 0. */
  readonly shift?: number;
  /** Difference between the observed value and the value for the population; null if unknown. */
  readonly gap: number | null;
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
  /** Standard normal quantile of the limits. Default: 1.96, for 95% intervals. Simultaneous intervals have a larger one. */
  readonly normalQuantile?: number;
  /** The scenarios of the figures. Default: the model error of differences is unknown. */
  readonly compared?: ComparedScenarios;
}

/**
 * Computes the error budgets of figures: simulation error from the agents, estimation error as given, population and model error from the
 * evidence of the definition.
 */
export class ErrorBudget {
  private readonly model: ModelErrors;
  private readonly population;
  /** Effective number of rows that the agents are selected from. Undefined if the rows are exact, or if there are none. */
  private readonly rows: number | undefined;
  /** Whether the fitted distribution determines attributes of the agents. */
  private readonly isFitted: boolean;
  /** Whether the agents can differ from the respondents, because a fitted distribution stands between them. */
  private readonly hasGap: boolean;
  /** Share of the effective respondents behind the agents: less than 1 for a segment, and for other weights than the fitted ones. */
  private readonly respondentShare: number;
  private readonly hasErrors: boolean;
  private readonly isVaried: boolean;
  private readonly isSegment: boolean;
  private readonly estimationDegrees: number | undefined;
  /** Whether the constants match calibration targets: exact ones have no error. */
  private readonly targetErrors: 'none' | 'exact' | 'uncertain';
  /** Shares of all agents that calibration targets determine, by outcome or outcome group. */
  private readonly matched: ReadonlyMap<string, number>;
  /** Errors of a figure without errors. */
  readonly noErrors: ErrorParts;

  constructor(
    definition: WorkflowDefinition,
    private readonly settings: BudgetSettings,
  ) {
    const { evidence, population, decision, scenario, adjustments } = definition;
    this.model = new ModelErrors(definition, settings.compared);
    this.population = evidence.errors?.population;
    const { people, restriction } = population;
    // The error of the rows of the respondents is in the evidence, with their clusters.
    const isSample = people?.origin === 'respondents';
    this.rows = isSample ? undefined : (people?.effective_count ?? undefined);
    this.isFitted = !people || people.origin !== 'imported' || people.drawn_attributes.length > 0;
    this.hasGap = this.isFitted && !isSample;
    this.respondentShare = (restriction?.share ?? 1) * (people?.respondent_share ?? 1);
    this.isSegment = restriction !== undefined;
    this.hasErrors = evidence.errors !== undefined;
    const tastes = familyOf(decision).linear(decision).tastes ?? [];
    this.isVaried = population.attributes.length + scenario.assignments.length + tastes.length > 0;
    const clusterDegrees = evidence.covariance?.degrees_of_freedom;
    this.targetErrors = !adjustments?.targets ? 'none' : adjustments.targets.covariance ? 'uncertain' : 'exact';
    this.matched = matchedShares(definition);
    this.noErrors = adjustments?.targets ? { ...withoutTargets, targets: 0 } : withoutTargets;
    this.estimationDegrees = estimationDegrees(settings.parameterDraws, clusterDegrees);
  }

  /** Whether the baseline share of these agents matches a calibration target: constants that match other agents do not fit exactly. */
  isMatched(id: string, baselineShare: number): boolean {
    const target = this.matched.get(id);
    return target !== undefined && Math.abs(baselineShare - target) <= 1e-8;
  }

  of(figure: Estimated): Budget {
    const { moments, side, percentiles, position, repeatedRuns, agents } = figure;
    const { mean: value } = moments;
    const { model, ...agentErrors } = this.agentErrors(figure);
    const targets = this.targetErrors === 'exact' ? 0 : (figure.targets ?? null);
    const errorsWith = (ofModel: number | null): ErrorParts => ({
      ...agentErrors,
      model: ofModel,
      ...(this.targetErrors !== 'none' && { targets }),
    });
    const errors = errorsWith(model && Math.hypot(model.standardError, model.shift));
    if (errors.simulation === null) return { errors, interval: null };
    const range = side === 'difference' ? rangeOfDifference(figure) : rangeOf(figure.bounds);
    const { replicates } = this.settings;
    const { standardError: ofModel, shift } = model ?? { standardError: 0, shift: 0 };
    const quantile = this.quantile(
      errorsWith(ofModel),
      simulationDegrees(agents, repeatedRuns !== undefined, replicates),
    );
    // The model error of a difference is a fraction of it: as likely above as below, also near a bound, where the whole interval is cut.
    const isOfEffect = side === 'difference';
    const others = Math.hypot(errors.simulation, errors.population ?? 0, isOfEffect ? 0 : ofModel);
    const estimation: Interval = percentiles
      ? [value - percentiles.below[position]!, value + percentiles.above[position]!]
      : transformedInterval(value, quantile * (errors.estimation ?? 0), range);
    const intervals = [estimation, stabilizedInterval(value, quantile * others, range)];
    if (isOfEffect) intervals.push([value - quantile * ofModel, value + quantile * ofModel]);
    if (errors.targets) intervals.push(transformedInterval(value, quantile * errors.targets, range));
    // A counted share of 0 or 1 has no spread over agents, so the count itself limits the share.
    if (repeatedRuns !== undefined && range.kind === 'between' && range.high === 1 && (value === 0 || value === 1))
      intervals.push(wilsonInterval(value * agents, agents));
    return { errors, interval: shiftedInterval(value, combineIntervals(value, intervals, range), shift, range) };
  }

  /**
   * Quantile of the standardized sum of the known errors at the probability of `normalQuantile`: Student's t with the degrees of freedom of
   * the simulation and the estimation error.
   *
   * @param simulationDegrees degrees of freedom of the simulation error: the number of agents minus 1
   */
  quantile({ simulation, estimation, population, model, targets }: ErrorParts, simulationDegrees: number): number {
    const errors: EstimatedError[] = [
      { standardError: simulation ?? 0, degrees: simulationDegrees },
      { standardError: estimation ?? 0, degrees: this.estimationDegrees },
    ];
    for (const part of [population, model, targets]) if (part) errors.push({ standardError: part });
    return quantileOfErrors(errors, this.settings.normalQuantile);
  }

  /**
   * Population error of a mean over agents: their attributes come from a finite number of respondents and of rows. Null if unknown.
   *
   * @param deviation standard deviation of the values over agents
   * @param fraction share of the agents of the mean in all agents
   */
  private samplingError(deviation: number, fraction: number): number | null {
    if (this.isFitted && !this.population) return null;
    // Rows are a sample of a larger population.
    const ofRows = this.rows === undefined ? 0 : deviation / Math.sqrt(this.rows * fraction);
    if (!this.isFitted || !this.population) return ofRows;
    const { ratio, respondents } = this.population;
    const ofRespondents = (ratio * deviation) / Math.sqrt(respondents * fraction * this.respondentShare);
    return Math.hypot(ofRespondents, ofRows);
  }

  private agentErrors(figure: Estimated): Omit<ErrorParts, 'model'> & { readonly model: FigureError | null } {
    const { estimation = null, change } = figure;
    const errors = {
      simulation: this.simulationError(figure),
      estimation,
      population: this.populationError(figure),
      model: this.modelError(figure),
    };
    if (!change) return errors;
    if (change.deviation === 0 && change.mean === 0)
      return { simulation: 0, estimation, population: 0, model: { standardError: 0, shift: 0 } };
    const ofChange = { ...figure, side: 'difference', moments: change } as const;
    return {
      simulation: this.simulationError(ofChange) ?? errors.simulation,
      estimation,
      population: this.populationError(ofChange) ?? errors.population,
      model: this.modelError(ofChange) ?? errors.model,
    };
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

  private populationError({ id, kind, moments, fraction, side, repeatedRuns, bounds, known }: Estimated) {
    if (!this.isVaried && this.hasErrors) return 0;
    if (this.isFitted && !this.population) return null;
    const isShare = kind !== 'measure';
    // Interacting agents have outcomes, not probabilities, so the outcome's deviation is an upper bound.
    const deviation =
      repeatedRuns !== undefined && isShare && side !== 'difference'
        ? Math.sqrt(moments.mean * (1 - moments.mean))
        : (moments.deviation ?? this.boundOfDeviation(moments.mean, bounds, side));
    const sampling = deviation === null ? null : this.samplingError(deviation, fraction);
    const gap = known ? known.gap : this.gapOf(id);
    return sampling === null || side === 'difference' ? sampling : gap === null ? null : Math.hypot(sampling, gap);
  }

  /** Gap between the observed value of a figure and its value for the fitted population; 0 if unknown. */
  gapOf(id: string): number {
    if (!this.hasGap) return 0;
    return this.population?.checks.find((check) => check.id === id)?.gap ?? 0;
  }

  private modelError({ known, isWhole, groups = noGroups, ...figure }: Estimated): FigureError | null {
    if (known) return known.model === null ? null : { standardError: known.model, shift: known.shift ?? 0 };
    // The held-out data measure the error of all agents for the whole population only.
    return this.model.of({ ...figure, groups, mean: figure.moments.mean, isWhole: isWhole && !this.isSegment });
  }
}

const noGroups: readonly AgentGroup[] = [];

/** Values of a difference that leave the scenario between the bounds. A scenario at a bound has no scale between them. */
function rangeOfDifference({ bounds, baselineMean, moments }: Estimated): Range {
  const [low, high] = bounds;
  const scenario = (baselineMean ?? NaN) + moments.mean;
  return differenceRange(bounds, scenario > low && scenario < high ? baselineMean : undefined);
}

/** Shares of the calibration targets of all agents, and the shares that follow from them: of the last outcome, and of outcome groups. */
function matchedShares({
  adjustments,
  decision,
  outcome_groups: groups = [],
}: WorkflowDefinition): Map<string, number> {
  const targets = adjustments?.targets?.targets ?? [];
  const matched = new Map(targets.flatMap(({ outcome, share, where }) => (where ? [] : [[outcome, share] as const])));
  if (matched.size === 0) return matched;
  const ids = familyOf(decision)
    .outcomes(decision)
    .map(({ id }) => id);
  const withLast = (known: readonly string[], share: number) => {
    const others = ids.filter((id) => !known.includes(id));
    if (others.length === 1) matched.set(others[0]!, 1 - share);
  };
  const known = ids.filter((id) => matched.has(id));
  withLast(known, sumOf(known.map((id) => matched.get(id)!)));
  for (const { id, outcomes } of groups) if (matched.has(id)) withLast(outcomes, matched.get(id)!);
  for (const { id, outcomes } of groups) {
    if (outcomes.every((outcome) => matched.has(outcome)))
      matched.set(id, sumOf(outcomes.map((outcome) => matched.get(outcome)!)));
  }
  return matched;
}
