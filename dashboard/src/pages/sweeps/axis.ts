import { isOutsideCalibratedRange, outsideTheData, settingText, type Parameter } from '../../parameter-form';

/** Numbers in their order. Options keep the order of the points. */
export function compareValues(a: number | string | undefined, b: number | string | undefined): number {
  return typeof a === 'number' && typeof b === 'number' ? a - b : 0;
}

export function axisLabel(parameter: Parameter): string {
  return parameter.unit === undefined ? parameter.label : `${parameter.label} (${parameter.unit})`;
}

/** A value in words, and whether the data do not contain it. */
export function pointValue(parameter: Parameter, value: number | string): string {
  return `${settingText(parameter, value)}${isOutsideCalibratedRange(parameter, value) ? outsideTheData : ''}`;
}
