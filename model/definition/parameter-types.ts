import { z } from 'zod';
import type { IssueList, Path } from './issue-list.js';
import type { ChoiceParameter, NumericParameter, Parameter } from './scenario.schema.js';

const text = z.string();
const titleShape = { title: text, description: text };

/** JSON Schema of the values of a parameter. Unit, labels and calibrated range are annotations without validation. */
export const valueJsonSchema = z.discriminatedUnion('type', [
  z.strictObject({
    ...{ type: z.enum(['number', 'integer']), ...titleShape },
    ...{ default: z.number(), minimum: z.number(), maximum: z.number() },
    'x-unit': text,
    'x-calibrated-range': z.tuple([z.number(), z.number()]).readonly(),
  }),
  z.strictObject({
    ...{ type: z.literal('string'), ...titleShape, default: text, enum: z.array(text) },
    /** Labels of the options, by option id. */
    'x-labels': z.record(z.string(), text),
  }),
]);

/** What differs between the types of parameters. A new type is one more entry of the table below, next to its schema. */
export interface ParameterTraits {
  /** The options of a choice; empty for numbers. */
  readonly options: ChoiceParameter['options'];
  /** Undefined for choices. */
  readonly unit: string | undefined;
  /** Whether the parameter can be the share of agents for which a condition applies. */
  readonly canBeShare: boolean;
  /** Lowest and highest allowed value, or all options. */
  readonly limits: readonly (number | string)[];
  /** Whether the data contain different values. */
  readonly isVaried: boolean;
  /** Returns what is wrong with a value, or undefined. Values are never coerced. */
  readonly problemOf: (value: unknown) => string | undefined;
  /** Whether the data contain an allowed value. Results for other values are extrapolations. */
  readonly isInData: (value: number | string | undefined) => boolean;
  /** Adds the issues of the parameter in a definition. */
  readonly check: (list: IssueList, path: Path) => void;
  readonly jsonSchema: () => z.infer<typeof valueJsonSchema>;
}

interface NumericTraits extends ParameterTraits {
  /** Distance of allowed values; 0 if all values between the bounds are allowed. */
  readonly step: number;
  /** Range of the data, or the bounds if the data contain one value only. */
  readonly studiedRange: readonly [number, number];
  /** The nearest allowed value, or with another rounding the next one below or above. Ignores the bounds. */
  readonly rounded: (value: number, round?: (value: number) => number) => number;
  readonly stepProblem: (value: number) => string | undefined;
  readonly boundsProblem: (value: number) => string | undefined;
}

const parameterTypes = {
  number: (parameter: NumericParameter) => numericTraits(parameter, 0),
  integer: (parameter: NumericParameter) => numericTraits(parameter, 1),
  choice: choiceTraits,
};

/** The entry of the parameter's type, applied to the parameter. */
export function traitsOf(parameter: NumericParameter): NumericTraits;
export function traitsOf(parameter: Parameter): ParameterTraits;
export function traitsOf(parameter: Parameter): ParameterTraits {
  return (parameterTypes[parameter.type] as (own: Parameter) => ParameterTraits)(parameter);
}

export function isChoice(parameter: Parameter): parameter is ChoiceParameter {
  return parameter.type === 'choice';
}

export function numericParameters(parameters: readonly Parameter[]): NumericParameter[] {
  return parameters.filter((parameter) => !isChoice(parameter));
}

function numericTraits(parameter: NumericParameter, step: number): NumericTraits {
  const { type, label, description, unit, default: baseline, minimum, maximum, calibrated_range: range } = parameter;
  const [low, high] = range;
  const stepProblem = (value: number) => (step > 0 && !Number.isInteger(value) ? 'expected an integer' : undefined);
  const boundsProblem = (value: number) => {
    if (value < minimum) return `expected at least ${minimum} (${unit})`;
    return value > maximum ? `expected at most ${maximum} (${unit})` : undefined;
  };
  return {
    options: [],
    unit,
    canBeShare: step === 0 && minimum >= 0 && maximum <= 1,
    limits: [minimum, maximum],
    isVaried: low < high,
    step,
    studiedRange: low < high ? range : [minimum, maximum],
    rounded: (value, round = Math.round) => (step > 0 ? round(value) : value),
    stepProblem,
    boundsProblem,
    problemOf: (value) =>
      typeof value === 'number' && Number.isFinite(value)
        ? (stepProblem(value) ?? boundsProblem(value))
        : 'expected a number',
    isInData: (value) => typeof value !== 'number' || (value >= low && value <= high),
    check: (list, path) => checkRange(list, path, parameter, step),
    jsonSchema: () => ({
      ...{ type, title: label, description, default: baseline, minimum, maximum },
      ...{ 'x-unit': unit, 'x-calibrated-range': range },
    }),
  };
}

function choiceTraits({ id, label, description, options, default: defaultOption }: ChoiceParameter): ParameterTraits {
  const ids = options.map((option) => option.id);
  return {
    options,
    unit: undefined,
    canBeShare: false,
    limits: ids,
    isVaried: true,
    problemOf: (value) => (ids.some((own) => own === value) ? undefined : `expected one of ${ids.join(', ')}`),
    isInData: () => true,
    check: (list, path) => {
      list.unique([...path, 'options'], ids, 'option');
      list.known([...path, 'default'], defaultOption, new Set(ids), `option of ${id}`);
    },
    jsonSchema: () => ({
      ...{ type: 'string', title: label, description, default: defaultOption, enum: ids },
      'x-labels': Object.fromEntries(options.map((option) => [option.id, option.label])),
    }),
  };
}

function checkRange(list: IssueList, path: Path, parameter: NumericParameter, step: number): void {
  const { id, default: baseline, minimum, maximum } = parameter;
  const [low, high] = parameter.calibrated_range;
  if (minimum >= maximum) list.add(path, `the minimum ${minimum} of "${id}" must be below its maximum ${maximum}`);
  if (baseline < minimum || baseline > maximum)
    list.add([...path, 'default'], `the default ${baseline} of "${id}" is outside its bounds ${minimum} to ${maximum}`);
  if (low > high)
    list.add([...path, 'calibrated_range'], `the calibrated range of "${id}" must list its lower bound first`);
  if (low < minimum || high > maximum)
    list.add(
      [...path, 'calibrated_range'],
      `the calibrated range of "${id}" is outside its bounds ${minimum} to ${maximum}`,
    );
  if (baseline < low || baseline > high)
    list.add(
      [...path, 'default'],
      `the default ${baseline} of "${id}" is the calibrated baseline, so it must be in the calibrated range`,
    );
  if (step > 0 && ![baseline, minimum, maximum].every(Number.isInteger))
    list.add(path, `"${id}" is an integer parameter, so its default and bounds must be integers`);
}
