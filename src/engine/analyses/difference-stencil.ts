/** Points at which a function is evaluated, and the weights with which their sum is a derivative. */
export type Stencil = readonly { readonly at: number; readonly weight: number }[];

/**
 * Step relative to the value, near the cube root of the rounding error of a double: the truncation error (step²) and the rounding error
 * (1 / step) of a central difference are then about equal. Source: Press et al., "Numerical recipes" (3rd edition), section 5.7.
 */
const relativeStep = 6e-6;

/** Central difference at a value, or a one-sided difference of the same order if the value is at a bound. */
export function differenceStencil(value: number, minimum: number, maximum: number): Stencil {
  const step = relativeStep * Math.max(Math.abs(value), 1);
  const oneSided = (h: number): Stencil => [
    { at: value, weight: -1.5 / h },
    { at: value + h, weight: 2 / h },
    { at: value + 2 * h, weight: -0.5 / h },
  ];
  if (value - step < minimum) return oneSided(step);
  if (value + step > maximum) return oneSided(-step);
  return [
    { at: value - step, weight: -0.5 / step },
    { at: value + step, weight: 0.5 / step },
  ];
}
