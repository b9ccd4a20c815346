import type { Evidence } from './evidence.schema.js';
import type { Parameter } from './scenario.schema.js';
import { zScore95 } from '../math/student.js';

/** Kinds of data whose authors assigned the conditions of each respondent. */
const assignedKinds: ReadonlySet<Evidence['data']['kind']> = new Set(['experiment', 'stated_preference']);

/**
 * Whether the data assigned the values of a parameter at random. Otherwise a difference between its values is an association, which can have
 * other causes. Default: true for experiments and stated preferences.
 */
export function isRandomized(
  { randomized }: Pick<Parameter, 'randomized'>,
  { data: { kind } }: { data: Pick<Evidence['data'], 'kind'> },
): boolean {
  return randomized ?? assignedKinds.has(kind);
}

type Contrast = NonNullable<Evidence['contrasts']>[number];

/** Half a point of a share, or a hundredth of a mean: the same tolerance as the check of the baseline. */
const toleranceOf = ({ measure, stated }: Contrast) => (measure === undefined ? 0.005 : 0.01 * Math.abs(stated));

/**
 * Whether an effect that the data assigned at random contradicts the model: it is outside the stated 95% interval, and by more than its own standard
 * error explains. An estimate that uses the model and one that does not differ at most by the standard error of the second.
 * Source: Hausman, "Specification tests in econometrics", Econometrica 46 (1978).
 */
export function isContradicted(contrast: Contrast): boolean {
  const { observed, observed_standard_error: error = 0, stated, interval } = contrast;
  const tolerance = toleranceOf(contrast);
  const isOutside = observed < interval[0] - tolerance || observed > interval[1] + tolerance;
  return isOutside && Math.abs(observed - stated) > zScore95 * error;
}
