import { ParameterForm } from './parameter-form';
import { changedValues, type Parameter, type ParameterValues } from './parameters';

interface OtherParametersProps {
  /** The parameters that an analysis does not vary. */
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
