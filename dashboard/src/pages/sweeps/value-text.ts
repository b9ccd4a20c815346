import { formatParameterValue, type Parameter } from '../../parameter-form';

/** The number with its meaning, like “0.8 (20% lower)”. */
export function valueText(parameter: Parameter, value: number | string): string {
  const text = formatParameterValue(parameter, value);
  const isNumberInWords = typeof value === 'number' && !text.startsWith(String(value));
  return isNumberInWords ? `${Number(value.toPrecision(4))} (${text})` : text;
}
