import type { WorkflowDefinition } from '../../definition.js';
import { familyOf } from '../../families/family-of.js';
import { zScore95 } from '../../math/student.js';
import { decimals6 } from '../evidence/round.js';

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
