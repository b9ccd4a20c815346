import { fitDesign, type Fit } from '../../../model/fitting/fit-design.js';
import type { Model } from './designs.js';
import type { ReferenceFit } from './survey.js';

export interface Tolerance {
  /** Maximum relative difference of an estimate: 4 significant digits. */
  readonly estimate: number;
  /** Maximum relative difference of a standard error: 3 significant digits. */
  readonly error: number;
  readonly logLikelihood: number;
}

const strictTolerance: Tolerance = { estimate: 5e-5, error: 5e-4, logLikelihood: 1e-4 };

/**
 * Lists the differences between our fit and R's fit that exceed the tolerance. For an estimate smaller than its standard error, the
 * tolerance is relative to the standard error.
 */
export function disagreements(ours: Fit, theirs: ReferenceFit, tolerance: Partial<Tolerance> = {}): string[] {
  const allowed = { ...strictTolerance, ...tolerance };
  const differences: string[] = [];
  const compare = (label: string, actual: number | undefined, expected: number, within: number) => {
    if (actual === undefined || !(Math.abs(actual - expected) <= within))
      differences.push(`${label}: ours ${actual}, R's ${expected}`);
  };
  compare('log-likelihood', ours.logLikelihood, theirs.loglik, allowed.logLikelihood);
  for (const { name, estimate, se, se_robust: robust } of theirs.coefficients) {
    const index = ours.names.indexOf(name);
    compare(name, ours.estimates[index], estimate, allowed.estimate * Math.max(Math.abs(estimate), se ?? 0));
    // The reference is printed with 8 decimals.
    if (se !== undefined) compare(`se of ${name}`, ours.standardErrors[index], se, allowed.error * se + 5e-9);
    if (robust !== undefined)
      compare(`robust se of ${name}`, ours.robustStandardErrors[index], robust, allowed.error * robust + 5e-9);
  }
  return differences;
}

export const fitted = ({ design, kernel }: Model): Fit => fitDesign(design, kernel);
