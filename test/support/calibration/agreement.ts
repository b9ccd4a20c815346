import { fit, type Fit } from '../../../src/engine/calibration/fit.js';
import { type Model } from './designs.js';
import { type ReferenceFit } from './survey.js';

export interface Tolerance {
  /** Relative distance of an estimate; 4 significant digits. */
  readonly estimate: number;
  /** Relative distance of a standard error; 3 significant digits. */
  readonly error: number;
  readonly logLikelihood: number;
}

const STRICT: Tolerance = { estimate: 5e-5, error: 5e-4, logLikelihood: 1e-4 };

/**
 * Everything in which our fit and R's differ by more than is allowed, told in words: nothing when they agree. Estimates that are
 * nearly zero for the precision they have are held to 4 digits of their standard error instead.
 */
export function disagreements(ours: Fit, theirs: ReferenceFit, tolerance: Partial<Tolerance> = {}): string[] {
  const allowed = { ...STRICT, ...tolerance };
  const told: string[] = [];
  const compare = (what: string, mine: number | undefined, yours: number, within: number) => {
    if (mine === undefined || !(Math.abs(mine - yours) <= within)) told.push(`${what}: ours ${mine}, R's ${yours}`);
  };
  compare('log-likelihood', ours.logLikelihood, theirs.loglik, allowed.logLikelihood);
  for (const { name, estimate, se, se_robust: robust } of theirs.coefficients) {
    const at = ours.names.indexOf(name);
    compare(name, ours.estimates[at], estimate, allowed.estimate * Math.max(Math.abs(estimate), se ?? 0));
    // The reference is printed with 8 decimals.
    if (se !== undefined) compare(`se of ${name}`, ours.standardErrors[at], se, allowed.error * se + 5e-9);
    if (robust !== undefined)
      compare(`robust se of ${name}`, ours.robustStandardErrors[at], robust, allowed.error * robust + 5e-9);
  }
  return told;
}

export const fitted = ({ design, kernel }: Model): Fit => fit(design, kernel);
