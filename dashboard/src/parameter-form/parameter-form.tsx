import { useState } from 'react';
import { NumberField } from './number-field';
import { OptionField } from './option-field';
import {
  changedValues,
  valueOf,
  withValue,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
} from './parameters';
import { parameterGroups } from './parameter-groups';
import './parameter-form.css';

interface ParameterFieldProps {
  parameter: Parameter;
  value: ParameterValue;
  onChange: (value: ParameterValue) => void;
}

/** The control of one parameter. */
export function ParameterField({ parameter, value, onChange }: ParameterFieldProps) {
  return parameter.kind === 'number' ? (
    <NumberField parameter={parameter} value={value} onChange={onChange} />
  ) : (
    <OptionField parameter={parameter} value={value} onChange={onChange} />
  );
}

interface ParameterFormProps {
  parameters: readonly Parameter[];
  /** Parameters without a value have their default. */
  values: ParameterValues;
  onChange: (values: ParameterValues) => void;
}

/**
 * The controls of all parameters of a workflow. Those that are changed when the form opens are first; the order then stays, so that no control
 * moves while it is used. Long forms are folded by the common beginning of the labels.
 */
export function ParameterForm({ parameters, values, onChange }: ParameterFormProps) {
  const [first] = useState(() => new Set(Object.keys(changedValues(parameters, values))));
  const later = (members: readonly Parameter[]) => members.filter(({ id }) => !first.has(id));
  const fields = (members: readonly Parameter[]) =>
    members.map((parameter) => (
      <ParameterField
        key={parameter.id}
        parameter={parameter}
        value={valueOf(parameter, values)}
        onChange={(value) => onChange(withValue(values, parameter, value))}
      />
    ));
  if (parameters.length === 0) return <p className="muted">This workflow has no parameters.</p>;
  const { groups, others } = parameterGroups(parameters);
  return (
    <div className="parameter-form">
      {fields(parameters.filter(({ id }) => first.has(id)))}
      {fields(later(others))}
      {groups.map(({ label, members: all }) => {
        const members = later(all);
        const changed = members.filter((parameter) => valueOf(parameter, values) !== parameter.default).length;
        return (
          <details key={label} className="parameter-group">
            <summary>
              <span dir="auto">{label}</span>{' '}
              <span className="muted small">
                {members.length} parameters{changed > 0 && `, ${changed} changed`}
              </span>
            </summary>
            <div className="parameter-form">{fields(members)}</div>
          </details>
        );
      })}
    </div>
  );
}
