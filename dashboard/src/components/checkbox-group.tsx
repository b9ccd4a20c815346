import './checkbox-group.css';

interface CheckboxGroupProps<Value extends string> {
  legend: string;
  hint?: string;
  error?: string | undefined;
  options: readonly { value: Value; label: string; hint?: string }[];
  value: readonly Value[];
  onChange: (value: Value[]) => void;
}

/** Several choices of a fixed list. */
export function CheckboxGroup<Value extends string>(props: CheckboxGroupProps<Value>) {
  const { legend, hint, error, options, value, onChange } = props;
  const toggle = (each: Value) =>
    onChange(value.includes(each) ? value.filter((other) => other !== each) : [...value, each]);
  return (
    <fieldset className="checkbox-group">
      <legend>{legend}</legend>
      {hint && <p className="field-hint">{hint}</p>}
      {options.map((option) => (
        <label key={option.value}>
          <input type="checkbox" checked={value.includes(option.value)} onChange={() => toggle(option.value)} />
          <span>
            {option.label}
            {option.hint && <span className="field-hint"> {option.hint}</span>}
          </span>
        </label>
      ))}
      {error && (
        <p className="field-error" role="alert">
          {error}
        </p>
      )}
    </fieldset>
  );
}
