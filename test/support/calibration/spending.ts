import { gammaQuantiles } from '../../../model/math/gamma.js';
import { uniformAt } from '../uniform-at.js';

const quantile = gammaQuantiles(1.6);
const uniform = uniformAt(7);

/** Spending in cents, of which a part is 0. */
export const people = Array.from({ length: 1_500 }, (_, k) => {
  const [letter, age] = [k % 2, 20 + Math.floor(60 * uniform(k, 0))];
  const isZero = uniform(k, 1) < 1 / (1 + Math.exp(0.4 + 0.6 * letter - 0.01 * age));
  const mean = Math.exp(9 + 0.4 * letter + 0.01 * age);
  return { spending: isZero ? 0 : 0.01 + Math.round(mean * quantile(uniform(k, 2))), letter, age };
});
