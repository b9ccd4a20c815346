import { type CurveCount } from '../../model/decision-family.js';

/** What agents would pay, by row: whether nothing at all, and the logarithm of the amount otherwise. */
export interface Payments {
  readonly nothing: ArrayLike<number>;
  readonly logAmounts: ArrayLike<number>;
}

/** How many agents would pay each price. */
export function countPaying(prices: readonly number[], own: Payments, usual: Payments): CurveCount[] {
  return prices.map((price) => {
    const least = Math.log(price);
    const paysIn = ({ nothing, logAmounts }: Payments, row: number) => nothing[row] === 0 && logAmounts[row]! >= least;
    let [count, baseline, both] = [0, 0, 0];
    for (let row = 0; row < own.nothing.length; row++) {
      const [pays, paid] = [paysIn(own, row), paysIn(usual, row)];
      if (pays) count++;
      if (paid) baseline++;
      if (pays && paid) both++;
    }
    return { count, baseline, both };
  });
}
