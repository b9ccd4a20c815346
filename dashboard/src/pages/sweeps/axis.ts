import { settingText, type Parameter } from '../../parameter-form';

/** Numbers in their order. Options keep the order of the points. */
export function compareValues(a: number | string | undefined, b: number | string | undefined): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0;
}

export function axisLabel(parameter: Parameter): string {
  return parameter.kind === 'number' ? `${parameter.label} (${parameter.unit})` : parameter.label;
}

/** Numbers on an axis have no unit, because its label states it. */
export function axisValue(parameter: Parameter, value: number | string): string {
  return typeof value === 'number' ? String(Number(value.toPrecision(4))) : settingText(parameter, value);
}
