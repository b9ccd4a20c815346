import { zScore95 } from '../math/student-quantile.js';
import type { Evidence } from './evidence.schema.js';

type Contrast = NonNullable<Evidence['contrasts']>[number];

/**
 * Whether an effect that the data assigned at random contradicts the model: it is outside the stated 95% interval, and by more than its own standard
 * error explains. An estimate that uses the model and one that does not differ at most by the standard error of the second.
 * Source: Hausman, "Specification tests in econometrics", Econometrica 46 (1978).
 */
export function isContradicted({ observed, observed_standard_error: error = 0, stated, interval }: Contrast): boolean {
  const isOutside = observed < interval[0] || observed > interval[1];
  return isOutside && Math.abs(observed - stated) > zScore95 * error;
}
