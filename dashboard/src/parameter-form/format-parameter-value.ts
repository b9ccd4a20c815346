import { formatNumber, formatPercent } from '../format/numbers';
import type { NumberParameter, Parameter, ParameterValue } from './parameters';

/** A factor from this one on is stated as “3 times”, which reads better than “200% higher”. */
const minTimes = 2;

/** A value in words, like “20% lower”, “37%”, “150 miles” or the label of the option. */
export function formatParameterValue(parameter: Parameter, value: ParameterValue): string {
  if (parameter.kind === 'option') return parameter.options.find(({ id }) => id === value)?.label ?? String(value);
  if (typeof value !== 'number') return value;
  if (isFactor(parameter)) return factorText(value);
  return parameter.unit === 'share' ? formatPercent(value) : `${formatNumber(value)} ${parameter.unit}`.trim();
}

function isFactor({ unit, default: initial }: NumberParameter): boolean {
  return initial === 1 && (unit.startsWith('×') || unit === 'times');
}

function factorText(factor: number): string {
  if (factor === 1) return 'unchanged';
  if (factor >= minTimes) return `${formatNumber(factor)} times`;
  return `${formatPercent(Math.abs(factor - 1))} ${factor < 1 ? 'lower' : 'higher'}`;
}
