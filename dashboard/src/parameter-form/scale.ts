import { isRelative, settingText } from '../../../src/simulations/result-words';
import type { NumberParameter } from './parameters';

/** The unit in which a control, a table and an axis show a parameter, and the conversion of its values. */
export interface Scale {
  unit: string;
  shown: (value: number) => number;
  read: (shown: number) => number;
  /** A value in words, like “CHF 62.4, 20% lower”. */
  text: (value: number) => string;
  /** Whether the numbers are those of the median agent. */
  isMedian?: boolean;
}

/** Typed numbers have fewer digits, so that they survive the conversion to the parameter and back. */
const [shownDigits, valueDigits] = [5, 9];
const rounded = (value: number, digits: number) => Number(value.toPrecision(digits)) + 0;

/** The unit of the definition. */
export const plainScale = (parameter: NumberParameter): Scale => ({
  unit: parameter.unit,
  shown: (value) => value,
  read: (shown) => shown,
  text: (value) => settingText(parameter, value),
});

/**
 * The unit in which people think: a share is a percentage, a factor is the quantity that it multiplies, and a factor without one is a change in
 * percent.
 *
 * @param quantity what the parameter multiplies, at the baseline
 */
export function naturalScale(
  parameter: NumberParameter,
  quantity?: { unit: string; value: number; varies: boolean },
): Scale {
  const { unit, default: initial } = parameter;
  if (unit === 'share') return scaled(parameter, '%', 100, 0);
  if (!isRelative(parameter) || initial !== 1) return plainScale(parameter);
  if (!quantity) return scaled(parameter, '% change', 100, -100);
  const amount = { label: '', unit: quantity.unit, default: 0 };
  return {
    ...scaled(parameter, quantity.unit, quantity.value, 0),
    isMedian: quantity.varies,
    text: (value) =>
      `${settingText(amount, rounded(value * quantity.value, 4))}${value === 1 ? '' : `, ${settingText(parameter, value)}`}`,
  };
}

function scaled(parameter: NumberParameter, unit: string, factor: number, shift: number): Scale {
  return {
    unit,
    shown: (value) => rounded(value * factor + shift, shownDigits),
    read: (shown) => rounded((shown - shift) / factor, valueDigits),
    text: (value) => settingText(parameter, value),
  };
}
