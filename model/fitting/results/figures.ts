import type { WorkflowDefinition } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';
import { zScore95 } from '../../math/student.js';
import { decimals6 } from '../evidence/round.js';
import { Comparison, targetsOf } from '../evidence/compare.js';
import { expectRows } from '../evidence/simulate-rows.js';
import type { Model } from '../fit-sample.js';
import type { CalibrationResult } from './result.schema.js';

/** An outcome or a measure with its display name. */
export interface NamedFigure {
  readonly id: string;
  readonly label: string;
  /** Null for a share. */
  readonly unit: string | null;
}

/** Returns the outcomes, the outcome groups and the measures of a definition, by id. */
export function namedFigures({
  decision,
  scenario,
  outcome_groups = [],
}: WorkflowDefinition): Map<string, NamedFigure> {
  const family = familyOf(decision);
  const figures = [
    ...[...family.outcomes(decision), ...outcome_groups].map(({ id, label }) => ({ id, label, unit: null })),
    ...family.measures(decision, scenario.parameters).map(({ id, label, unit }) => ({ id, label, unit })),
  ];
  return new Map(figures.map((figure) => [figure.id, figure]));
}

/**
 * Returns the 95% interval of an observed value; null if its standard error is unknown.
 *
 * @param isShare whether the value is between 0 and 1
 */
export function observedInterval(
  value: number,
  standardError: number | undefined,
  isShare: boolean,
): [number, number] | null {
  if (standardError === undefined || Number.isNaN(standardError)) return null;
  const ends = [value - zScore95 * standardError, value + zScore95 * standardError] as const;
  const [low, high] = isShare ? [Math.max(0, ends[0]), Math.min(1, ends[1])] : ends;
  return [decimals6(low), decimals6(high)];
}

const maxGroups = 10;
/** Fewer responses show random error only. */
const leastResponses = 20;

type Plot = CalibrationResult['calibration_plot'][number];

/**
 * Compares the held-out rows with their predictions in groups of equal size, from the lowest to the highest prediction: each mean of a model
 * with measures, otherwise the share of each outcome. Of two outcomes, the first is left out: it is the complement of the other one.
 *
 * @param trained definition with the training estimates
 */
export function calibrationPlots(trained: WorkflowDefinition, model: Model): Plot[] {
  const { rows, simulationWeights } = model;
  const targets = targetsOf(trained);
  const expected = expectRows(trained, model, rows.test);
  const comparison = new Comparison(model, targets, expected);
  const figures = namedFigures(trained);
  const selected = rows.test.filter((row) => simulationWeights[row]! > 0);
  const kind = targets.some((target) => target.kind === 'measure') ? 'measure' : 'outcome';
  const outcomes = targets.filter((target) => target.kind === 'outcome');
  const positions = targets.flatMap((target, k) =>
    target.kind === kind && !(kind === 'outcome' && outcomes.length === 2 && target.id === outcomes[0]!.id) ? [k] : [],
  );
  return positions.flatMap((k) => {
    const figure = figures.get(targets[k]!.id);
    if (!figure) return [];
    const predictionOf = (row: number) => expected.values[row * targets.length + k]!;
    const sorted = selected.toSorted((a, b) => predictionOf(a) - predictionOf(b));
    const points = groupsOf(sorted, (group) => comparison.countResponses(group)).flatMap((group) => {
      const compared = comparison.compare(group)[k];
      if (!compared) return [];
      const { observed, observed_standard_error: error, predicted } = compared;
      const observations = comparison.countResponses(group);
      const isShare = figure.unit === null;
      // An observed share of 0 or 1 has no estimated variance: the binomial variance of the prediction replaces it.
      const used = isShare && error === 0 ? Math.sqrt((predicted * (1 - predicted)) / observations) : error;
      return [{ predicted, observed, interval: observedInterval(observed, used, isShare), observations }];
    });
    return points.length > 0 ? [{ ...figure, points }] : [];
  });
}

/** Cuts sorted rows into at most ten groups of about equal size. */
function groupsOf(sorted: Int32Array, countOf: (rows: Int32Array) => number): Int32Array[] {
  const groups = Math.max(1, Math.min(maxGroups, Math.floor(countOf(sorted) / leastResponses)));
  return Array.from({ length: groups }, (_, k) =>
    sorted.slice(Math.floor((k * sorted.length) / groups), Math.floor(((k + 1) * sorted.length) / groups)),
  ).filter(({ length }) => length > 0);
}
