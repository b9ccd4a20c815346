import type { NumericParameter } from '../definition/scenario.schema.js';

/** Parameter value at which one agent's outcome switches, in one direction from the current value. */
export interface SwitchPoint {
  readonly parameter: NumericParameter;
  readonly current: number;
  readonly direction: 1 | -1;
  /** The outcome differs beyond this value. At the value itself, use `outcomeAt`. */
  readonly value: number;
  /** Outcome index at a value in this direction. */
  readonly outcomeAt: (value: number) => number;
}

const scanSteps = 48;
const bisectionSteps = 60;

/**
 * Searches the nearest switch point in each direction, from the parameter's minimum to its maximum: a scan in steps of 1/48 of the range,
 * then bisection. Exact if the outcome switches at most once along the parameter, as with one monotonic predictor.
 */
export function searchSwitchPoints(
  parameter: NumericParameter,
  current: number,
  outcomeAt: (value: number) => number,
): SwitchPoint[] {
  const own = outcomeAt(current);
  const step = (parameter.maximum - parameter.minimum) / scanSteps;
  return ([-1, 1] as const).flatMap((direction): SwitchPoint[] => {
    const end = direction > 0 ? parameter.maximum : parameter.minimum;
    let inner = current;
    while ((end - inner) * direction > 0) {
      const reach = inner + direction * step;
      const outer = (end - reach) * direction > 0 ? reach : end;
      if (outcomeAt(outer) !== own) {
        return [{ parameter, current, direction, value: bisect(inner, outer, own, outcomeAt), outcomeAt }];
      }
      inner = outer;
    }
    return [];
  });
}

/** Bisects to the value nearest to `inner` at which the outcome differs. */
function bisect(inner: number, outer: number, own: number, outcomeAt: (value: number) => number): number {
  for (let iteration = 0; iteration < bisectionSteps; iteration++) {
    const middle = (inner + outer) / 2;
    if (outcomeAt(middle) === own) inner = middle;
    else outer = middle;
  }
  return outer;
}

/**
 * The switch point of an assignment share. An agent is assigned if its draw is below the share.
 *
 * @param outcome outcome index with the agent's current assignment
 * @param other outcome index with the opposite assignment
 * @returns an empty list if both outcomes are equal
 */
export function shareSwitchPoints(
  parameter: NumericParameter,
  current: number,
  draw: number,
  outcome: number,
  other: number,
): SwitchPoint[] {
  if (other === outcome) return [];
  const isAssigned = draw < current;
  const outcomeAt = (value: number) => (draw < value === isAssigned ? outcome : other);
  return [{ parameter, current, direction: isAssigned ? -1 : 1, value: draw, outcomeAt }];
}
