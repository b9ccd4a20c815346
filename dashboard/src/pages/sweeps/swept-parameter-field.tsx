import { SelectField, TextField } from '../../components/field';
import { settingText, isOutsideCalibratedRange, type Parameter } from '../../parameter-form';
import { defaultInput, numbersIn, sweptParameter, type SweptInput } from './swept-values';

interface SweptParameterFieldProps {
  legend: string;
  input: SweptInput;
  /** Parameters that this field can sweep. */
  parameters: readonly Parameter[];
  onChange: (input: SweptInput) => void;
}

/** One parameter of a sweep, with its values. */
export function SweptParameterField({ legend, input, parameters, onChange }: SweptParameterFieldProps) {
  const choose = (id: string) => {
    const parameter = parameters.find((each) => each.id === id);
    if (parameter) onChange(defaultInput(parameter));
  };
  return (
    <fieldset className="sweeps-parameter panel stack">
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
    <TextField
      label={label}
      type="number"
      step="any"
      inputMode="decimal"
      value={input[name]}
      onChange={(event) => onChange({ ...input, [name]: event.target.value })}
    />
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
        <div className="sweeps-range">
          {field('from', 'From')}
          {field('to', 'To')}
          {field('steps', 'Number of values')}
        </div>
      ) : (
        <TextField
          label="List of values"
          hint="Numbers separated by spaces, such as 0.8 1 1.25."
          value={input.list}
          onChange={(event) => onChange({ ...input, list: event.target.value })}
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
  const { options } = input;
  const result = sweptParameter(input);
  const toggle = (id: string) => {
    const chosen = options.includes(id) ? options.filter((other) => other !== id) : [...options, id];
    // The order of the definition, so that charts have the same order as the form.
    onChange({
      ...input,
      options: parameter.options.map((option) => option.id).filter((each) => chosen.includes(each)),
    });
  };
  return (
    <div className="sweeps-options" role="group" aria-label="Options">
      {parameter.options.map(({ id, label }) => (
        <label key={id}>
          <input type="checkbox" checked={options.includes(id)} onChange={() => toggle(id)} />
          <span dir="auto">{id === parameter.default ? `${label} (default)` : label}</span>
        </label>
      ))}
      {'problem' in result && (
        <span className="field-error" role="alert">
          {result.problem}
        </span>
      )}
    </div>
  );
}
