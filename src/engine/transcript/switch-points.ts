import { type NumericParameter } from '../definition/scenario.schema.js';

/** Where one agent's outcome turns to another when one parameter is moved one way. All values are the parameter's. */
export interface SwitchPoint {
  readonly parameter: NumericParameter;
  readonly current: number;
  readonly direction: 1 | -1;
  /** Beyond this value the outcome is another; whether it is at the value itself, `outcomeAt` tells. */
  readonly value: number;
  /** The outcome at a value in this direction. */
  readonly outcomeAt: (value: number) => number;
}

const PARTS = 48;
const HALVINGS = 60;

/**
 * The nearest turn in either direction, searched within the bounds: a scan of the range in 48 parts, then bisection of the first part at
 * whose end the outcome is another. Exact where the outcome changes once along the parameter, as with one rising or falling predictor.
 */
export function searchSwitchPoints(
  parameter: NumericParameter,
  current: number,
  outcomeAt: (value: number) => number,
): SwitchPoint[] {
  const own = outcomeAt(current);
  const step = (parameter.maximum - parameter.minimum) / PARTS;
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

/** The least value found, seen from `inner`, at which the outcome is another. */
function bisect(inner: number, outer: number, own: number, outcomeAt: (value: number) => number): number {
  for (let halving = 0; halving < HALVINGS; halving++) {
    const middle = (inner + outer) / 2;
    if (outcomeAt(middle) === own) inner = middle;
    else outer = middle;
  }
  return outer;
}

/** An agent joins those assigned once the share passes its draw, and leaves them once the share falls to it. */
export function shareSwitchPoints(
  parameter: NumericParameter,
  current: number,
  draw: number,
  own: number,
  other: number,
): SwitchPoint[] {
  if (other === own) return [];
  const isAssigned = draw < current;
  const outcomeAt = (value: number) => (draw < value === isAssigned ? own : other);
  return [{ parameter, current, direction: isAssigned ? -1 : 1, value: draw, outcomeAt }];
}
