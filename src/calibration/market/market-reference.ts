import { type AdoptionFit } from '../bass.js';
import { type Agreement, type CoefficientAgreement } from '../reference.js';
import { listOf, looseOf } from '../spec/fill-draft.js';
import { DataError } from '../spec/spec-error.js';
import { type SpecReference } from '../spec/spec.schema.js';
import { type Estimates } from './market-estimates.js';

/** How the numbers of a market are called in the other program's fits, and how ours are made of them. */
const FIELDS = [
  { field: 'p', of: Math.log },
  { field: 'q', of: Math.log },
  { field: 'm', of: (percent: number) => percent / 100 },
] as const;

/** The log-likelihood of readings that miss a curve by normal errors of one size, at the size that suits best. */
export function normalLogLikelihood(readings: number, meanSquare: number): number {
  return (-readings / 2) * (Math.log(2 * Math.PI * meanSquare) + 1);
}

/**
 * Our curves beside another program's: a list of fits with `technology`, `p`, `q`, `m`, `rmse` and `n`. The spec names for a market's first
 * coefficient which of them it is; markets whose curve has p at its bound agree in the curve, not in p.
 *
 * @throws DataError where the file lacks what the spec names
 */
export function marketAgreement(
  document: unknown,
  reference: SpecReference | undefined,
  groups: readonly Estimates[],
  fits: readonly AdoptionFit[],
): Agreement[] {
  if (!reference?.full || document === undefined) return [];
  const list = listOf(looseOf(document)[reference.full]);
  const coefficients: CoefficientAgreement[] = [];
  const logLikelihood = { ours: 0, theirs: 0 };
  fits.forEach(({ readings, rootMeanSquare, standardErrors }, k) => {
    const { ids, values } = groups[k]!;
    const name = reference.coefficients[ids[0]!];
    const theirs = list.find(({ technology }) => technology === name);
    if (!theirs) {
      const message = `the reference fit lacks a market ${JSON.stringify(name)} for "${ids[0]}"`;
      throw new DataError([{ line: 0, column: '', message }]);
    }
    logLikelihood.ours += normalLogLikelihood(readings, rootMeanSquare ** 2);
    logLikelihood.theirs += normalLogLikelihood(Number(theirs.n), Number(theirs.rmse) ** 2);
    FIELDS.forEach(({ field, of }, place) => {
      if (field === 'p' && Number.isNaN(standardErrors[0])) return;
      coefficients.push({ coefficient: ids[place]!, ours: values[place]!, theirs: of(Number(theirs[field])) });
    });
  });
  return [{ sample: 'full', logLikelihood, coefficients }];
}
