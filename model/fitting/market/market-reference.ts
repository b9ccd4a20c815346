import type { AdoptionFit } from '../bass.js';
import type { Agreement, CoefficientAgreement } from '../reference.js';
import { recordsOf, recordOf } from '../../authoring/recipe/fill-draft.js';
import { DataError } from '../../authoring/spec-error.js';
import type { RecipeReference } from '../../authoring/recipe/recipe.schema.js';
import type { MarketEstimates } from './market-estimates.js';

/** Names of the parameters in the other program's fits, and their conversion to ours. */
const referenceFields = [
  { field: 'p', of: Math.log },
  { field: 'q', of: Math.log },
  { field: 'm', of: (percent: number) => percent / 100 },
] as const;

/** Log-likelihood of normal residuals with their maximum likelihood variance. */
export function normalLogLikelihood(readings: number, meanSquare: number): number {
  return (-readings / 2) * (Math.log(2 * Math.PI * meanSquare) + 1);
}

/**
 * Compares our curves with the fits of another program: a list with `technology`, `p`, `q`, `m`, `rmse` and `n`. The
 * recipe names the technology of each market under the market's first coefficient. For markets with p at its bound, p is
 * not compared, because the curve does not depend on it.
 *
 * @throws DataError if the file lacks a market that the recipe names
 */
export function marketAgreement(
  document: unknown,
  reference: RecipeReference | undefined,
  groups: readonly MarketEstimates[],
  fits: readonly AdoptionFit[],
): Agreement[] {
  if (!reference?.full || document === undefined) return [];
  const list = recordsOf(recordOf(document)[reference.full]);
  const coefficients: CoefficientAgreement[] = [];
  const logLikelihood = { ours: 0, theirs: 0 };
  fits.forEach(({ readings, rootMeanSquare, standardErrors }, k) => {
    const { ids, values } = groups[k]!;
    const name = reference.coefficients[ids[0]!];
    const theirs = list.find(({ technology }) => technology === name);
    if (!theirs) {
      const message = `the reference fit has no market ${JSON.stringify(name)} for "${ids[0]}"`;
      throw new DataError([{ line: 0, column: '', message }]);
    }
    logLikelihood.ours += normalLogLikelihood(readings, rootMeanSquare ** 2);
    logLikelihood.theirs += normalLogLikelihood(Number(theirs.n), Number(theirs.rmse) ** 2);
    referenceFields.forEach(({ field, of }, place) => {
      if (field === 'p' && Number.isNaN(standardErrors[0])) return;
      coefficients.push({ coefficient: ids[place]!, ours: values[place]!, theirs: of(Number(theirs[field])) });
    });
  });
  return [{ sample: 'full', logLikelihood, coefficients }];
}
