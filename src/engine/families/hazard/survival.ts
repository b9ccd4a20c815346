import { exp } from '../../math/elementary.js';

/** Predictors of all periods: the value shared by all periods, followed by the additional value of each period. */
export interface Predictors {
  /** `[equation * count + row]`. */
  readonly values: Float64Array;
  readonly count: number;
  readonly periods: number;
}

/**
 * Probabilities of still being in the state after each period: `[period * count + row]`, from period 0, where they are 1. The probability of
 * staying through a period with predictor η is exp(-e^η). Source: Prentice and Gloeckler, "Regression analysis of grouped survival data", Biometrics 34 (1978).
 */
export function survivalOf({ values, count, periods }: Predictors): Float64Array {
  const survival = new Float64Array((periods + 1) * count);
  for (let row = 0; row < count; row++) {
    let hazard = 0;
    survival[row] = 1;
    for (let period = 1; period <= periods; period++) {
      hazard += exp(values[row]! + values[period * count + row]!);
      survival[period * count + row] = exp(-hazard);
    }
  }
  return survival;
}

/**
 * Period in which the state ends, for each agent: the first period in which predictor plus error is above 0, or number of periods + 1 if there is
 * none. With standard Gumbel errors, the distribution is the model's, and a greater predictor never delays the end.
 *
 * @param errors `[(period - 1) * count + row]`
 */
export function endPeriodsOf({ values, count, periods }: Predictors, errors: Float64Array): Int32Array {
  const ends = new Int32Array(count);
  for (let row = 0; row < count; row++) {
    let period = 1;
    while (
      period <= periods &&
      !(values[row]! + values[period * count + row]! + errors[(period - 1) * count + row]! > 0)
    )
      period++;
    ends[row] = period;
  }
  return ends;
}
