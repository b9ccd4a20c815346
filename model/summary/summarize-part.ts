import type { ErrorBudget, Estimated } from './error-budget.js';
import type { FigureMoments, Moments, OmittedErrors, Percentiles, Side, StandardErrors } from './errors.js';
import type { FigureLayout } from './figures.js';
import { figureEffectsAt, type ParameterEffect } from './changed-parameters.js';
import { type OutcomeCounts, countOf } from './statistics.js';
import type { Errors, MeasureMean, OutcomeShare, PartFigures } from './summary.js';

/** Agents of a part of a simulation, and errors of its figures that do not follow from the agents. */
export interface PartContext extends Pick<Estimated, 'agents' | 'isWhole' | 'groups' | 'fraction'> {
  readonly budget: ErrorBudget;
  /** Whether scenario and baseline are equal. All differences are then exactly 0. */
  readonly isBaseline: boolean;
  readonly estimation: StandardErrors | undefined;
  /** Errors due to calibration targets. Undefined without targets. */
  readonly targets?: StandardErrors | undefined;
  readonly percentiles?: Readonly<Record<Side, Percentiles>> | undefined;
  /** Effects of the changed parameters. Default: unknown, or not needed. */
  readonly parameterEffects?: readonly ParameterEffect[] | undefined;
  /** What the terms that the model omits say of differences. Undefined without such terms. */
  readonly omitted?: OmittedErrors | undefined;
  /** Simulation errors from repeated runs; `unknown` for parts of interacting agents. Undefined if agents are independent. */
  readonly repeatedRuns: StandardErrors | 'unknown' | undefined;
}

const noChange: Moments = { mean: 0, deviation: 0 };

/**
 * Returns a figure with its errors.
 *
 * @param position position of the figure in the standard errors
 */
export function errorsOf(
  figure: Pick<Estimated, 'kind' | 'id' | 'step' | 'bounds'>,
  moments: FigureMoments,
  position: number,
  context: PartContext,
): Errors {
  const { budget, estimation, targets, percentiles, repeatedRuns, isBaseline, omitted, ...part } = context;
  const parameterEffects = part.parameterEffects && figureEffectsAt(position, part.parameterEffects);
  const isMatched = part.isWhole && budget.isMatched(figure.id, moments.baseline.mean);
  const { kind, id, step, bounds } = figure;
  const of = (side: Side) =>
    budget.of({
      ...part,
      ...{ kind, id, step, bounds, side, position, parameterEffects },
      moments: moments[side],
      baselineMean: moments.baseline.mean,
      estimation: estimation?.[side][position],
      targets: targets?.[side][position],
      omitted: omitted && { shift: omitted.shifts[position]!, standardError: omitted.standardErrors[position]! },
      change: !isMatched || side === 'difference' ? undefined : side === 'baseline' ? noChange : moments.difference,
      percentiles: percentiles?.[side],
      repeatedRuns: repeatedRuns === 'unknown' ? null : repeatedRuns?.[side][position],
    });
  const scenario = of('scenario');
  const difference = isBaseline ? { errors: budget.noErrors, interval: [0, 0] as const } : of('difference');
  return {
    interval: scenario.interval,
    baseline_interval: isBaseline ? scenario.interval : of('baseline').interval,
    difference: moments.difference.mean,
    difference_interval: difference.interval,
    errors: scenario.errors,
    difference_errors: difference.errors,
  };
}

/** Rounding can raise the share of a group that contains all available outcomes above 1. */
export function shareWithin(sum: number): number {
  return Math.min(1, sum);
}

/**
 * Returns the outcomes, outcome groups and measures of a part of the agents.
 *
 * @param moments moments of each figure over these agents
 */
export function summarizePart(
  figures: readonly FigureLayout[],
  moments: readonly FigureMoments[],
  counts: OutcomeCounts,
  context: PartContext,
): PartFigures {
  const size = Math.sqrt(counts.length);
  const shares = (kind: FigureLayout['kind']) =>
    figures.flatMap((figure, position): OutcomeShare[] => {
      if (figure.kind !== kind || figure.kind === 'measure') return [];
      const own = moments[position]!;
      const { interval, baseline_interval, ...errors } = errorsOf(figure, own, position, context);
      return [
        {
          id: figure.id,
          label: figure.label,
          count: countOf(counts, size, figure.outcomes),
          share: shareWithin(own.scenario.mean),
          interval,
          baseline_share: shareWithin(own.baseline.mean),
          baseline_interval,
          ...errors,
        },
      ];
    });
  const measures = figures.flatMap((figure, position): MeasureMean[] => {
    if (figure.kind !== 'measure') return [];
    const own = moments[position]!;
    const { interval, baseline_interval, ...errors } = errorsOf(figure, own, position, context);
    return [
      {
        id: figure.id,
        label: figure.label,
        unit: figure.unit,
        mean: own.scenario.mean,
        interval,
        baseline_mean: own.baseline.mean,
        baseline_interval,
        ...errors,
      },
    ];
  });
  return { outcomes: shares('outcome'), outcome_groups: shares('outcome_group'), measures };
}
