import {
  isOutsideCalibratedRange,
  type Parameter,
  problemOf,
  settingText,
  studiedRange,
} from '../../parameter-form/parameters';
import { CheckboxGroup, DecimalField, SelectField, TextField } from '../../components/field';

export interface SweptInput {
  parameter: Parameter;
  kind: 'range' | 'list';
  from: string;
  to: string;
  steps: string;
  /** Numbers separated by spaces, commas or semicolons. */
  list: string;
  options: readonly string[];
}

type SweptParameter =
  | { name: string; values: (number | string)[] }
  | { name: string; from: number; to: number; steps: number };

/** Maximum points of a sweep. The service rejects more. */
export const maxPoints = 200;
const maxDefaultSteps = 5;

/** All options, or evenly spaced values over the calibrated range. */
export function defaultInput(parameter: Parameter): SweptInput {
  const empty = { parameter, kind: 'range', from: '', to: '', steps: '', list: '', options: [] } as const;
  if (parameter.kind === 'option') return { ...empty, kind: 'list', options: parameter.options.map(({ id }) => id) };
  const [from, to] = studiedRange(parameter);
  const steps = parameter.integer ? Math.min(maxDefaultSteps, to - from + 1) : maxDefaultSteps;
  return { ...empty, from: String(from), to: String(to), steps: String(steps) };
}

function numbersIn(text: string): number[] {
  return text
    .split(/[\s,;]+/)
    .filter((word) => word !== '')
    .map(Number);
}

/** The parameter for the request, or what to change. */
export function sweptParameter(input: SweptInput): { value: SweptParameter } | { problem: string } {
  const { parameter, kind } = input;
  const name = parameter.id;
  if (parameter.kind === 'option')
    return input.options.length === 0
      ? { problem: 'Select at least one option.' }
      : { value: { name, values: [...input.options] } };
  const isAllowed = (value: number) => problemOf(parameter, value) === undefined;
  const bounds = `${parameter.integer ? 'whole numbers' : 'numbers'} from ${parameter.minimum} to ${parameter.maximum}`;
  if (kind === 'list') {
    const values = numbersIn(input.list);
    if (values.length === 0 || !values.every(isAllowed)) return { problem: `Enter ${bounds}, separated by spaces.` };
    return new Set(values).size < values.length
      ? { problem: 'Enter each value once.' }
      : { value: { name, values: values.sort((a, b) => a - b) } };
  }
  const [from, to, steps] = [input.from, input.to, input.steps].map((text) =>
    text.trim() === '' ? NaN : Number(text),
  );
  if (from === undefined || to === undefined || steps === undefined) return { problem: `Enter ${bounds}.` };
  if (!isAllowed(from) || !isAllowed(to)) return { problem: `Enter ${bounds}.` };
  if (from === to) return { problem: 'Enter two different ends of the range.' };
  if (!Number.isInteger(steps) || steps < 2 || steps > maxPoints)
    return { problem: `Enter a whole number of values from 2 to ${maxPoints}.` };
  return { value: { name, from, to, steps } };
}

export function valueCount(parameter: SweptParameter): number {
  return 'values' in parameter ? parameter.values.length : parameter.steps;
}

interface SweptParameterFieldProps {
  legend: string;
  input: SweptInput;
  parameters: readonly Parameter[];
  onChange: (input: SweptInput) => void;
}

export function SweptParameterField({ legend, input, parameters, onChange }: SweptParameterFieldProps) {
  const choose = (id: string) => {
    const parameter = parameters.find((each) => each.id === id);
    if (parameter) onChange(defaultInput(parameter));
  };
  return (
    <fieldset className="panel stack">
      <legend>{legend}</legend>
      <SelectField
        label="Parameter"
        hint={input.parameter.description}
        value={input.parameter.id}
        onChange={choose}
        options={parameters.map(({ id, label }) => ({ value: id, label }))}
      />
      {input.parameter.kind === 'option' ? (
        <OptionChoices input={input} parameter={input.parameter} onChange={onChange} />
      ) : (
        <NumberValues input={input} parameter={input.parameter} onChange={onChange} />
      )}
    </fieldset>
  );
}

type InputProps<Kind> = Pick<SweptParameterFieldProps, 'input' | 'onChange'> & {
  parameter: Extract<Parameter, { kind: Kind }>;
};

function NumberValues({ input, parameter, onChange }: InputProps<'number'>) {
  const { kind } = input;
  const result = sweptParameter(input);
  const [low, high] = parameter.calibratedRange;
  const ends = kind === 'range' ? [Number(input.from), Number(input.to)] : numbersIn(input.list);
  const isOutside = 'value' in result && ends.some((value) => isOutsideCalibratedRange(parameter, value));
  const field = (name: 'from' | 'to' | 'steps', label: string) => (
    <DecimalField label={label} value={input[name]} onChange={(text) => onChange({ ...input, [name]: text })} />
  );
  return (
    <>
      <p className="small muted" dir="auto">
        Unit: {parameter.unit}. Default {parameter.default} ({settingText(parameter, parameter.default)}), calibrated
        range {low} to {high}.
      </p>
      <SelectField
        label="Values"
        value={kind}
        onChange={(value) => onChange({ ...input, kind: value === 'list' ? 'list' : 'range' })}
        options={[
          { value: 'range', label: 'Evenly spaced' },
          { value: 'list', label: 'A list' },
        ]}
      />
      {kind === 'range' ? (
        <div className="columns">
          {field('from', 'From')}
          {field('to', 'To')}
          {field('steps', 'Number of values')}
        </div>
      ) : (
        <TextField
          label="List of values"
          hint="Numbers separated by spaces, such as 0.8 1 1.25."
          value={input.list}
          onChange={(value) => onChange({ ...input, list: value })}
        />
      )}
      <div role="status">
        {'problem' in result && <span className="field-error">{result.problem}</span>}
        {isOutside && (
          <span className="sweeps-warning small">
            Some values are outside the calibrated range. The data contain no such values, so these points are
            extrapolations.
          </span>
        )}
      </div>
    </>
  );
}

function OptionChoices({ input, parameter, onChange }: InputProps<'option'>) {
  const result = sweptParameter(input);
  return (
    <CheckboxGroup
      legend="Options"
      options={parameter.options.map(({ id, label }) => ({
        value: id,
        label: id === parameter.default ? `${label} (default)` : label,
      }))}
      value={input.options}
      // The order of the definition, so that charts have the same order as the form.
      onChange={(chosen) =>
        onChange({ ...input, options: parameter.options.map(({ id }) => id).filter((id) => chosen.includes(id)) })
      }
      error={'problem' in result ? result.problem : undefined}
    />
  );
}
