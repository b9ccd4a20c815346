import { noUnit } from '../../../../model/authoring/variables/variables.js';
import { isChoice, type Parameter } from '../../../../model/definition.js';
import { rangeText, settingText } from '../../result-words.js';
import { setting } from '../../view/format-numbers.js';

const isPlain = (parameter: Parameter) => !isChoice(parameter) && parameter.unit === noUnit;

/** A value of a parameter in words. Numbers without a unit, such as the price of a file that names no currency, are not relative to the default. */
export function plainSettingText(parameter: Parameter, value: number | string | undefined): string {
  return isPlain(parameter) ? setting(Number(value)) : settingText(parameter, value);
}

/** A range of values of a parameter in words, as {@link plainSettingText}. */
export function plainRangeText(parameter: Parameter, [low, high]: readonly [number, number]): string {
  return isPlain(parameter) ? `${setting(low)} to ${setting(high)}` : rangeText(parameter, [low, high]);
}
