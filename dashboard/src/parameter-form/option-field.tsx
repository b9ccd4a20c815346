import { useId } from 'react';
import type { OptionParameter, ParameterValue } from './parameters';

interface OptionFieldProps {
  parameter: OptionParameter;
  value: ParameterValue;
  onChange: (value: string) => void;
}

export function OptionField({ parameter, value, onChange }: OptionFieldProps) {
  const id = useId();
  const { label, description, options, default: initial } = parameter;
  return (
    <div className="parameter">
      <label htmlFor={id} dir="auto">
        {label}
      </label>
      <p className="parameter-description" id={`${id}-description`} dir="auto">
        {description}
      </p>
      <select
        id={id}
        className="input"
        dir="auto"
        value={value}
        aria-describedby={`${id}-description`}
        onChange={(event) => onChange(event.target.value)}
      >
        {options.map((option) => (
          <option key={option.id} value={option.id}>
            {option.id === initial ? `${option.label} (default)` : option.label}
          </option>
        ))}
      </select>
    </div>
  );
}
