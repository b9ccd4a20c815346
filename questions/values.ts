import { type NumericParameter, traitsOf } from '../model/definition.js';
import type { Amount } from './amounts.js';
import type { NumberNames } from './names.js';
import type { NotReadReason } from './reading.js';
import { pointDimension, unitOf, unitOfNumber, type Quantity } from './quantities.js';

export type Converted = { value: number } | { reason: NotReadReason; nearest?: number };

const significantDigits = 12;
const rounded = (value: number) => Number(value.toPrecision(significantDigits)) + 0;

/** Converts an amount to a value of a parameter, or returns the reason why it cannot. */
export function valueOf({ parameter, quantity }: NumberNames, amount: Amount, opposite: boolean): Converted {
  const read = raw(parameter, amount, opposite, quantity);
  if (typeof read !== 'number') return { reason: read };
  const value = rounded(read);
  const nearest = Math.min(Math.max(traitsOf(parameter).rounded(value), parameter.minimum), parameter.maximum);
  return nearest === value ? { value } : { reason: 'out_of_bounds', nearest };
}

export const isFactor = ({ unit }: NumericParameter): boolean => unit.startsWith('×') || unit === 'times';
export const isShare = ({ unit }: NumericParameter): boolean => unit === 'share';

function raw(
  parameter: NumericParameter,
  amount: Amount,
  opposite: boolean,
  quantity: NumberNames['quantity'],
): number | NotReadReason {
  const { kind, size, sign, was } = amount;
  if (isFactor(parameter) && was !== null && was > 0 && size > 0)
    return scaled(parameter, opposite ? was / size : size / was);
  const change = isFactor(parameter) && quantity ? changeOf(quantity, amount) : undefined;
  if (change !== undefined && !opposite) return scaled(parameter, 1 + change);
  switch (kind) {
    case 'none':
      return opposite ? (isShare(parameter) ? 1 : 'ambiguous') : 0;
    case 'whole':
      return isShare(parameter) ? (opposite ? 0 : 1) : 'no_amount';
    case 'ratio':
      return 'other_unit';
    case 'factor':
      // `half of the time` is the share itself.
      if (isShare(parameter) && amount.isFraction && sign === 0) return opposite ? 1 - size : size;
      if (opposite && isShare(parameter)) return 'ambiguous';
      return scaled(parameter, sign < 0 !== opposite ? 1 / size : size);
    case 'percent':
      return percent(parameter, amount, opposite);
    case 'plain': {
      const value = plain(parameter, amount);
      if (!opposite || typeof value !== 'number') return value;
      return isShare(parameter) && sign === 0 ? 1 - value : 'other_unit';
    }
  }
}

/** A factor of a baseline of 0 is ambiguous. */
const scaled = ({ default: baseline }: NumericParameter, factor: number): number | NotReadReason =>
  baseline === 0 || !Number.isFinite(factor) ? 'ambiguous' : baseline * factor;

function percent(
  parameter: NumericParameter,
  { size, sign, target, points, counted, isFraction, aspect }: Amount,
  opposite: boolean,
): number | NotReadReason {
  if (sign !== 0 && !target) {
    if (isShare(parameter) && points) return opposite ? 'ambiguous' : parameter.default + sign * size;
    // A share that is 10% higher may be a relative change or percentage points.
    if (points) return 'other_unit';
    if (isShare(parameter) && !counted && !(isFraction && sign < 0)) return 'ambiguous';
    return scaled(parameter, opposite ? 1 / (1 + sign * size) : 1 + sign * size);
  }
  if (opposite && isShare(parameter)) return 1 - size;
  if (opposite || points) return 'ambiguous';
  if (isShare(parameter)) return size;
  // A percentage of a quantity means that share of its baseline only if the words say so. Otherwise it can also be the new value.
  const isAgainst = sign !== 0 && Math.sign(size - 1) !== sign;
  return isAgainst || !(target || aspect) ? 'ambiguous' : scaled(parameter, size);
}

/** A change by an amount of the quantity that a factor multiplies, relative to its mean: 10 of 200 minutes, or 5 points of 45%. */
function changeOf({ unit, mean }: Quantity, amount: Amount): number | undefined {
  const { kind, size, sign, target, points, perYear, unit: said } = amount;
  if (sign === 0 || target || perYear !== undefined) return undefined;
  if (unit === 'share') {
    const isPoints = kind === 'percent' ? points : kind === 'plain' && said?.dimension === pointDimension;
    return isPoints ? (sign * (kind === 'percent' ? size : size / 100)) / mean : undefined;
  }
  const own = unitOf(unit);
  return kind === 'plain' && said?.dimension === own.dimension
    ? (sign * size * said.size) / own.size / mean
    : undefined;
}

const isYearly = ({ words = [] }: NumericParameter) => words.some((text) => /\byear\b/.test(text));

function plain(
  parameter: NumericParameter,
  { size: said, unit = null, perYear, sign, target }: Amount,
): number | NotReadReason {
  if (perYear !== undefined && perYear !== 1 && !isYearly(parameter)) return 'other_unit';
  const size = said * (perYear ?? 1);
  if (isFactor(parameter))
    return unit === null && ((target && size > 0) || (size === 0 && (sign === 0 || target))) ? size : 'other_unit';
  const own = unitOfNumber(parameter, unit);
  const isOwn =
    unit === null || unit.dimension === own.dimension || (unit.dimension === 'unit' && own.dimension.startsWith('of '));
  if (!isOwn || (unit !== null && isShare(parameter))) return 'other_unit';
  const value = unit === null || unit.dimension !== own.dimension ? size : (size * unit.size) / own.size;
  return sign !== 0 && !target ? parameter.default + sign * value : value;
}
