import type { components } from '../api/client';
import { isRelative, settingText } from '../../../src/simulations/result-words';

export { changeText, outsideTheData, rangeText, settingText } from '../../../src/simulations/result-words';

export type ParameterValue = number | string;
/** Values by parameter id. A parameter without a value has its default. */
export type ParameterValues = Readonly<Record<string, ParameterValue>>;

interface ParameterTexts {
  id: string;
  label: string;
  description: string;
}

export interface NumberParameter extends ParameterTexts {
  kind: 'number';
  unit: string;
  default: number;
  minimum: number;
  maximum: number;
  integer: boolean;
  /** Lowest and highest value in the data. Results outside it are extrapolations. */
  calibratedRange: readonly [number, number];
}

export interface OptionParameter extends ParameterTexts {
  kind: 'option';
  default: string;
  options: readonly { id: string; label: string }[];
  unit?: undefined;
  calibratedRange?: undefined;
}

export type Parameter = NumberParameter | OptionParameter;

/** The parameters of a workflow, from its `scenario_schema`, in the order of the definition. */
export function parametersOf({ scenario_schema }: Pick<components['schemas']['CaseStudy'], 'scenario_schema'>) {
  return Object.entries(scenario_schema.properties).map(([id, schema]): Parameter => {
    const texts = { id, label: schema.title, description: schema.description };
    if (schema.type === 'string') {
      const options = schema.enum.map((option) => ({ id: option, label: schema['x-labels'][option] ?? option }));
      return { ...texts, kind: 'option', default: schema.default, options };
    }
    const [low, high] = schema['x-calibrated-range'] as [number, number];
    return {
      ...texts,
      kind: 'number',
      unit: schema['x-unit'],
      default: schema.default,
      minimum: schema.minimum,
      maximum: schema.maximum,
      integer: schema.type === 'integer',
      calibratedRange: [low, high],
    };
  });
}

export function valueOf(parameter: Parameter, values: ParameterValues): ParameterValue {
  return values[parameter.id] ?? parameter.default;
}

/** The values that differ from the defaults. */
export function changedValues(parameters: readonly Parameter[], values: ParameterValues): ParameterValues {
  const changed = parameters.filter((parameter) => valueOf(parameter, values) !== parameter.default);
  return Object.fromEntries(changed.map((parameter) => [parameter.id, valueOf(parameter, values)]));
}

/** The range of the data; the allowed values if the data contain only one. Sliders span it, and analyses vary it by default. */
export function studiedRange({ calibratedRange, minimum, maximum }: NumberParameter): readonly [number, number] {
  return calibratedRange[0] < calibratedRange[1] ? calibratedRange : [minimum, maximum];
}

/** Sets one value. The default needs no value. */
export function withValue(values: ParameterValues, { id, default: initial }: Parameter, value: ParameterValue) {
  const others = Object.fromEntries(Object.entries(values).filter(([other]) => other !== id));
  return value === initial ? others : { ...others, [id]: value };
}

/**
 * What is wrong with a value, or undefined. The service rejects such values.
 *
 * @param shown conversion to the unit of the control
 */
export function problemOf(
  parameter: Parameter,
  value: ParameterValue,
  shown = (own: number) => own,
): string | undefined {
  if (parameter.kind === 'option')
    return parameter.options.some(({ id }) => id === value) ? undefined : 'Select one of the options.';
  const { minimum, maximum, integer } = parameter;
  const isNumber = typeof value === 'number' && Number.isFinite(value);
  if (!isNumber || value < minimum || value > maximum || (integer && !Number.isInteger(value)))
    return `Enter a ${integer ? 'whole ' : ''}number from ${shown(minimum)} to ${shown(maximum)}.`;
  return undefined;
}

export function hasProblems(parameters: readonly Parameter[], values: ParameterValues): boolean {
  return parameters.some((parameter) => problemOf(parameter, valueOf(parameter, values)) !== undefined);
}

export function isOutsideCalibratedRange(parameter: Parameter, value: ParameterValue): boolean {
  const [low, high] = parameter.calibratedRange ?? [-Infinity, Infinity];
  return typeof value === 'number' && (value < low || value > high);
}

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
