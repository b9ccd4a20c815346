import type { Amount } from './amount.js';
import type { Quantity } from './quantities.js';
import { valueOf, type NumericParameter } from './to-value.js';
import { unitOf } from './units.js';

/** Sizes of a change without an amount: `cheaper tickets`. */
const changes = [0.1, 0.25, 0.5];
/** Shares that a caller may mean by `more` or `less`. */
const shares = [0, 0.25, 0.5, 0.75, 1];
/** Parts of the way from the baseline to the end of the range. */
const parts = [0.25, 0.5, 1];
const significantDigits = 3;

/**
 * Values that the caller can choose from if the question names only a direction: changes in percent, or shares. Near the end of the range,
 * where fewer than two of them are allowed, parts of the way to the end.
 *
 * @param direction an amount without a size, whose sign is the direction
 * @param opposite whether the words name the opposite of the parameter, such as a speed for a time
 */
export function valuesInDirection(parameter: NumericParameter, direction: Amount, opposite: boolean): number[] {
  const { unit, default: baseline, minimum, maximum } = parameter;
  const isUp = direction.sign > 0 !== opposite;
  const round = parameter.type === 'integer' ? Math.round : rounded;
  const allowed = (values: readonly number[]) =>
    [...new Set(values.map(round))].filter((value) => value !== baseline && value >= minimum && value <= maximum);
  const common = allowed(
    unit === 'share'
      ? shares.filter((share) => (isUp ? share > baseline : share < baseline))
      : changes.flatMap((size) => {
          const reading = valueOf(parameter, { ...direction, kind: 'percent', size }, opposite);
          return 'reason' in reading ? [] : [reading.value];
        }),
  );
  if (common.length >= 2) return [...common.slice(0, 2), ...common.slice(2).slice(-1)];
  const [lowest, highest] = boundsOf(parameter);
  return allowed(parts.map((part) => baseline + part * ((isUp ? highest : lowest) - baseline)));
}

/** The calibrated range, extended to the bounds on a side where it has no values. */
function boundsOf({ calibrated_range, minimum, maximum, default: baseline }: NumericParameter): [number, number] {
  const [low, high] = calibrated_range;
  return [low < baseline ? low : minimum, high > baseline ? high : maximum];
}

/**
 * The factor that changes the mean of a quantity by an amount in its unit: `an hour faster`, `the center is 3 km away`. Undefined for another
 * unit, and outside the bounds of the parameter.
 */
export function factorFor(parameter: NumericParameter, { unit, mean }: Quantity, amount: Amount): number | undefined {
  const size = sizeIn(unit, amount);
  if (size === undefined) return undefined;
  const changed = amount.sign !== 0 && !amount.target ? mean + amount.sign * size : size;
  const value = rounded(changed / mean);
  return value >= parameter.minimum && value <= parameter.maximum ? value : undefined;
}

/** The size of an amount in a unit. Percentages of a share are points, or the new share. */
function sizeIn(text: string, { kind, size, unit, perYear, points, sign }: Amount): number | undefined {
  if (perYear !== null) return undefined;
  if (text === 'share') return kind === 'percent' && !(points && sign === 0) ? size : undefined;
  const own = unitOf(text);
  if (kind !== 'plain' || unit?.dimension !== own.dimension) return undefined;
  return (size * unit.size) / own.size;
}

const rounded = (value: number): number => Number(value.toPrecision(significantDigits));
