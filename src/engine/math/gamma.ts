import { log } from './elementary.js';

const minSeriesArgument = 12;
const logSqrt2Pi = 0.9189385332046727;

/** ln Γ(x) for x > 0, to about 15 digits: the recurrence up to 12, then Stirling's series. Source: Abramowitz and Stegun, 6.1.40. */
export function logGamma(x: number): number {
  let shift = 1;
  let z = x;
  while (z < minSeriesArgument) shift *= z++;
  const inverse = 1 / z;
  const square = inverse * inverse;
  const series =
    inverse *
    (1 / 12 -
      square * (1 / 360 - square * (1 / 1260 - square * (1 / 1680 - square * (1 / 1188 - (square * 691) / 360360)))));
  return (z - 0.5) * log(z) - z + logSqrt2Pi + series - log(shift);
}

/** ψ(x), the derivative of ln Γ, for x > 0. Source: Abramowitz and Stegun, 6.3.5 and 6.3.18. */
export function digamma(x: number): number {
  let shift = 0;
  let z = x;
  while (z < minSeriesArgument) shift += 1 / z++;
  const square = 1 / (z * z);
  const series = square * (1 / 12 - square * (1 / 120 - square * (1 / 252 - square * (1 / 240 - square * (1 / 132)))));
  return log(z) - 1 / (2 * z) - series - shift;
}

/** ψ'(x), the second derivative of ln Γ, for x > 0. Source: Abramowitz and Stegun, 6.4.6 and 6.4.12. */
export function trigamma(x: number): number {
  let shift = 0;
  let z = x;
  while (z < minSeriesArgument) {
    shift += 1 / (z * z);
    z++;
  }
  const inverse = 1 / z;
  const square = inverse * inverse;
  const series =
    inverse * square * (1 / 6 - square * (1 / 30 - square * (1 / 42 - square * (1 / 30 - (square * 5) / 66))));
  return inverse + square / 2 + series + shift;
}
