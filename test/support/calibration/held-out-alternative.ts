import { fitDesign } from '../../../model/fitting/fit-design.js';
import { conditionalLogit } from '../../../model/fitting/likelihoods/conditional-logit.js';
import { designAt } from '../../../model/fitting/design/design-of.js';
import type { Model } from '../../../model/fitting/fit-sample.js';
import type { Design } from '../../../model/fitting/likelihood.js';
import { observationsOf } from '../../../model/fitting/rows/table.js';

export interface HeldOutAlternative {
  readonly alternative: string;
  /** Alternative whose constant and attribute effects the new one copies. */
  readonly like: string;
  readonly observed: number;
  readonly predicted: number;
}

/**
 * Predicts the share of an alternative that the fit never contained. The model is fitted to training travelers who chose another
 * alternative. Then the alternative is added with its own times and costs, and with the constants of another one, as `alternatives.add` of
 * a create does. The prediction is compared with all held-out travelers.
 *
 * @param alternatives ids in the order of the model
 * @param chosen position of the chosen alternative, by row of the model
 */
export function predictHeldOutAlternatives(
  { design, rows, observations }: Model,
  alternatives: readonly string[],
  chosen: Int32Array,
  held: number,
): HeldOutAlternative[] {
  const kept = alternatives.flatMap((_, k) => (k === held ? [] : [k]));
  const train = observationsOf(observations, rows.train).filter((row) => chosen[row] !== held);
  const test = observationsOf(observations, rows.test);
  const usedBy = (k: number) => new Set(design.equations[k]!.coefficients);
  const identified = design.coefficients.flatMap((_, c) => (kept.some((k) => usedBy(k).has(c)) ? [c] : []));
  const fitted = designAt(design, train, rows, observations);
  const without: Design = {
    ...fitted,
    coefficients: identified.map((c) => design.coefficients[c]!),
    equations: kept.map((k) => ({
      ...fitted.equations[k]!,
      coefficients: Int32Array.from(fitted.equations[k]!.coefficients, (c) => identified.indexOf(c)),
    })),
  };
  const choices = Int32Array.from(train, (row) => kept.indexOf(chosen[row]!));
  const { estimates } = fitDesign(without, conditionalLogit(kept.length, choices));
  const values = new Map(identified.map((c, position) => [c, estimates[position]!]));
  const tested = designAt(design, test, rows, observations);
  /** Sum of the terms of an alternative for a traveler; `isOwn` selects coefficients that no other alternative uses. */
  const utility = (k: number, row: number, includes: (coefficient: number) => boolean) => {
    const { coefficients, matrix } = tested.equations[k]!;
    return coefficients.reduce(
      (sum, c, position) =>
        includes(c) ? sum + (values.get(c) ?? 0) * matrix[row * coefficients.length + position]! : sum,
      0,
    );
  };
  const isOwn = (k: number) => (c: number) => alternatives.every((_, other) => other === k || !usedBy(other).has(c));
  const observed = test.filter((row) => chosen[row] === held).length / test.length;
  return kept.map((like) => {
    let sum = 0;
    for (let row = 0; row < test.length; row++) {
      const others = kept.map((k) => Math.exp(utility(k, row, () => true)));
      const added = Math.exp(utility(held, row, (c) => !isOwn(held)(c)) + utility(like, row, isOwn(like)));
      sum += added / (added + others.reduce((total, value) => total + value, 0));
    }
    return { alternative: alternatives[held]!, like: alternatives[like]!, observed, predicted: sum / test.length };
  });
}
