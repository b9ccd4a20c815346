import {
  changedValues,
  type NumberParameter,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
  type Scale,
  valueOf,
  withValue,
} from './parameters';
import { useState, type ReactNode } from 'react';
import { SelectField } from '../components/field';
import { NumberField } from './number-field';
import './parameter-form.css';

/** Forms up to this length show all parameters. */
const maxUngrouped = 10;

interface ParameterGroup {
  label: string;
  members: Parameter[];
}

/** Groups by the part of the label before the colon, such as “Electric” of “Electric: range”, if there are many parameters. */
function parameterGroups(parameters: readonly Parameter[]): { groups: ParameterGroup[]; others: Parameter[] } {
  if (parameters.length <= maxUngrouped) return { groups: [], others: [...parameters] };
  const byLabel = new Map<string, Parameter[]>();
  for (const parameter of parameters) {
    const [, label = ''] = /^([^:]+): /.exec(parameter.label) ?? [];
    byLabel.set(label, [...(byLabel.get(label) ?? []), parameter]);
  }
  const groups = [...byLabel].filter(([label, members]) => label !== '' && members.length > 1);
  const grouped = new Set(groups.flatMap(([, members]) => members));
  return {
    groups: groups.map(([label, members]) => ({ label, members })),
    others: parameters.filter((parameter) => !grouped.has(parameter)),
  };
}

interface ParameterLook {
  /** Default: the unit of the definition. */
  scaleOf?: (parameter: NumberParameter) => Scale;
  /** Where values are from, by id of the parameter. */
  notes?: Readonly<Record<string, string>>;
  /** Whether sliders also reach values outside the data. */
  reachesOutside?: boolean;
}

interface FoldedProps {
  label: string;
  members: readonly Parameter[];
  values: ParameterValues;
  children: ReactNode;
}

function Folded({ label, members, values, children }: FoldedProps) {
  const changed = Object.keys(changedValues(members, values)).length;
  return (
    <details className="parameter-group">
      <summary>
        <span dir="auto">{label}</span>{' '}
        <span className="muted small">
          {members.length} parameters{changed > 0 && `, ${changed} changed`}
        </span>
      </summary>
      <div className="parameter-form stack">{children}</div>
    </details>
  );
}

interface ParameterFieldProps extends ParameterLook {
  parameter: Parameter;
  value: ParameterValue;
  onChange: (value: ParameterValue) => void;
}

function ParameterField({ parameter, value, onChange, scaleOf, notes, reachesOutside }: ParameterFieldProps) {
  const { id, label, description } = parameter;
  const note = notes?.[id];
  if (parameter.kind === 'number')
    return <NumberField {...{ parameter, value, onChange, note, reachesOutside }} scale={scaleOf?.(parameter)} />;
  return (
    <SelectField
      label={<span dir="auto">{label}</span>}
      hint={
        <span dir="auto">
          {note && <em>{note} </em>}
          {description}
        </span>
      }
      value={String(value)}
      onChange={onChange}
      options={parameter.options.map((option) => ({
        value: option.id,
        label: option.id === parameter.default ? `${option.label} (default)` : option.label,
      }))}
    />
  );
}

interface ParameterFormProps extends ParameterLook {
  parameters: readonly Parameter[];
  /** Parameters without a value have their default. */
  values: ParameterValues;
  onChange: (values: ParameterValues) => void;
  /** Whether only the parameters that are changed when the form opens are in view. */
  foldsOthers?: boolean;
}

/**
 * The controls of all parameters of a workflow. Those that are changed when the form opens are first; the order then stays, so that no control
 * moves while it is used. Long forms are folded by the common beginning of the labels.
 */
export function ParameterForm({ parameters, values, onChange, foldsOthers = false, ...look }: ParameterFormProps) {
  const [first] = useState(() => new Set(Object.keys(changedValues(parameters, values))));
  const later = (members: readonly Parameter[]) => members.filter(({ id }) => !first.has(id));
  const fields = (members: readonly Parameter[]) =>
    members.map((parameter) => (
      <ParameterField
        key={parameter.id}
        {...look}
        parameter={parameter}
        value={valueOf(parameter, values)}
        onChange={(value) => onChange(withValue(values, parameter, value))}
      />
    ));
  if (parameters.length === 0) return <p className="muted">This workflow has no parameters.</p>;
  const { groups, others } = parameterGroups(parameters);
  const otherMembers = later(others);
  const isFolded = foldsOthers && first.size > 0 && otherMembers.length > 1;
  return (
    <div className="parameter-form stack">
      {fields(parameters.filter(({ id }) => first.has(id)))}
      {isFolded ? (
        <Folded label="Other parameters" members={otherMembers} values={values}>
          {fields(otherMembers)}
        </Folded>
      ) : (
        fields(otherMembers)
      )}
      {groups.map(({ label, members }) => (
        <Folded key={label} label={label} members={later(members)} values={values}>
          {fields(later(members))}
        </Folded>
      ))}
    </div>
  );
}

interface OtherParametersProps {
  parameters: readonly Parameter[];
  values: ParameterValues;
  onChange: (values: ParameterValues) => void;
}

/** The parameters that an analysis does not vary, folded. */
export function OtherParameters({ parameters, values, onChange }: OtherParametersProps) {
  if (parameters.length === 0) return null;
  return (
    <details className="panel">
      <summary>
        <strong>Other parameters</strong>{' '}
        <span className="muted small">{Object.keys(changedValues(parameters, values)).length} changed</span>
      </summary>
      <ParameterForm parameters={parameters} values={values} onChange={onChange} />
    </details>
  );
}
