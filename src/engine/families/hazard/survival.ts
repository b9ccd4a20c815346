// Bound once: test runners that give each file a global object of their own make every look-up of `Math` slow.
const { exp } = Math;

/** Predictors of all periods, from the equations of an unrolled model: first what is always there, then what each period adds. */
export interface Predictors {
  /** `[equation * count + row]`. */
  readonly values: Float64Array;
  readonly count: number;
  readonly periods: number;
}

/**
 * The chances of still being in the state: `[period * count + row]`, from period 0, in which everybody is. The chance to stay through a
 * period of predictor η is exp(-e^η). Source: Prentice and Gloeckler, "Regression analysis of grouped survival data", Biometrics 34 (1978).
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
 * The first period whose predictor plus error is above 0, for each agent; one more than there are periods where none is. With standard
 * Gumbel errors its chance is that of the model, and a greater predictor never makes it later.
 *
 * @param errors `[(period - 1) * count + row]`
 */
export function endsOf({ values, count, periods }: Predictors, errors: Float64Array): Int32Array {
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
