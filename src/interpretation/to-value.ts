import { isChoice, type Parameter } from '../engine/index.js';
import type { Amount } from './amount.js';
import { unitOf, type Unit } from './units.js';

export type NumericParameter = Extract<Parameter, { type: 'number' | 'integer' }>;

type How = 'set' | 'percent' | 'factor' | 'shift';

export type Reading =
  | { value: number; how: How }
  | { reason: 'other_unit' | 'ambiguous' }
  /** The nearest allowed value. */
  | { reason: 'out_of_bounds'; nearest: number };

const significantDigits = 12;

/** Converts an amount to a parameter value, or returns the reason why it cannot. */
export function valueOf(parameter: NumericParameter, amount: Amount, opposite: boolean): Reading {
  const reading = raw(parameter, amount, opposite);
  if ('reason' in reading) return reading;
  const value = Number(reading.value.toPrecision(significantDigits));
  const whole = parameter.type === 'number' ? value : Math.round(value);
  const nearest = Math.min(Math.max(whole, parameter.minimum), parameter.maximum);
  return nearest === value ? { value: value + 0, how: reading.how } : { reason: 'out_of_bounds', nearest };
}

export const isNumeric = (parameter: Parameter): parameter is NumericParameter => !isChoice(parameter);

const isFactor = ({ unit }: NumericParameter) => unit.startsWith('×') || unit === 'times';
const isShare = ({ unit }: NumericParameter) => unit === 'share';

const isGeneric = ({ dimension }: Unit) => dimension.startsWith('of ');

function raw(parameter: NumericParameter, amount: Amount, opposite: boolean): Reading {
  // `from 50% to 60%` of a factor is a ratio.
  if (isFactor(parameter) && amount.was !== null && amount.was > 0 && amount.size > 0)
    return multiplied(parameter, opposite ? amount.was / amount.size : amount.size / amount.was, 'factor');
  switch (amount.kind) {
    case 'none':
      if (opposite && isShare(parameter)) return { value: 1, how: 'set' };
      return opposite ? { reason: 'ambiguous' } : { value: 0, how: 'set' };
    case 'whole':
      return isShare(parameter) ? { value: opposite ? 0 : 1, how: 'set' } : { reason: 'other_unit' };
    case 'factor':
      if (opposite && isShare(parameter)) return { reason: 'ambiguous' };
      return multiplied(parameter, amount.sign < 0 !== opposite ? 1 / amount.size : amount.size, 'factor');
    case 'percent':
      return percent(parameter, amount, opposite);
    case 'plain':
      if (opposite && isShare(parameter)) return complement(plain(parameter, amount));
      return opposite ? { reason: 'other_unit' } : plain(parameter, amount);
    case 'ratio':
      return { reason: 'other_unit' };
  }
}

/** The opposite of a share: a match that stops with 20% continues with 80%. */
const complement = (reading: Reading): Reading =>
  'reason' in reading
    ? reading
    : reading.how === 'set'
      ? { ...reading, value: 1 - reading.value }
      : { reason: 'ambiguous' };

/** A factor of a baseline of 0 is ambiguous. */
function multiplied({ default: baseline }: NumericParameter, factor: number, how: How): Reading {
  return baseline === 0 || !Number.isFinite(factor) ? { reason: 'ambiguous' } : { value: baseline * factor, how };
}

function percent(parameter: NumericParameter, amount: Amount, opposite: boolean): Reading {
  const { size, sign, target, points, counted, isFraction } = amount;
  if (sign !== 0 && !target) {
    if (isShare(parameter) && points) return { value: parameter.default + sign * size, how: 'shift' };
    // A share that is 10% higher may be a relative change or percentage points.
    if (points || (isShare(parameter) && !counted && !(isFraction && sign < 0)))
      return { reason: points ? 'other_unit' : 'ambiguous' };
    return multiplied(parameter, opposite ? 1 / (1 + sign * size) : 1 + sign * size, 'percent');
  }
  if (opposite && isShare(parameter)) return complement({ value: size, how: 'set' });
  if (opposite || points) return { reason: 'ambiguous' };
  if (isShare(parameter)) return { value: size, how: 'set' };
  // A percentage of a quantity means that share of its baseline only if the words say so.
  const against = sign !== 0 && Math.sign(size - 1) !== sign;
  return against || !(target || amount.aspect) ? { reason: 'other_unit' } : multiplied(parameter, size, 'percent');
}

/** Words such as `a year` state that a parameter is an amount for each year. */
const isYearly = ({ words = [] }: NumericParameter) => words.some((text) => /\byear\b/.test(text));

function plain(parameter: NumericParameter, amount: Amount): Reading {
  const { unit, perYear, sign, target } = amount;
  if (perYear !== null && perYear !== 1 && !isYearly(parameter)) return { reason: 'other_unit' };
  const size = amount.size * (perYear ?? 1);
  // Zero is zero in every unit: `zero distance`.
  if (isFactor(parameter) && size === 0 && sign === 0) return { value: 0, how: 'set' };
  if (isFactor(parameter)) return unit === null && target ? { value: size, how: 'set' } : { reason: 'other_unit' };
  const own = unitOf(parameter.unit);
  const isOwn = unit === null || unit.dimension === own.dimension || (unit.dimension === 'unit' && isGeneric(own));
  if (!isOwn || (unit !== null && isShare(parameter))) return { reason: 'other_unit' };
  const value = unit === null || unit.dimension !== own.dimension ? size : (size * unit.size) / own.size;
  return sign !== 0 && !target ? { value: parameter.default + sign * value, how: 'shift' } : { value, how: 'set' };
}
