import { Button } from '../components/button';
import { settingText } from '../../../src/simulations/setting-words';
import { changedValues, type Parameter, type ParameterValues } from './parameters';

interface ChangedValuesProps {
  parameters: readonly Parameter[];
  values: ParameterValues;
  onChange: (values: ParameterValues) => void;
}

/** The values that differ from the defaults, in words. */
export function ChangedValues({ parameters, values, onChange }: ChangedValuesProps) {
  const changed = changedValues(parameters, values);
  const shown = parameters.filter(({ id }) => id in changed);
  if (shown.length === 0) return <p className="muted">No value is changed: this is the baseline.</p>;
  const reset = (id: string) => onChange(Object.fromEntries(Object.entries(changed).filter(([other]) => other !== id)));
  return (
    <ul className="parameter-changes" aria-label="Changed values">
      {shown.map((parameter) => (
        <li key={parameter.id}>
          <span dir="auto">
            {parameter.label}: <strong>{settingText(parameter, changed[parameter.id])}</strong>
          </span>
          <Button look="plain" size="small" aria-label={`Reset ${parameter.label}`} onClick={() => reset(parameter.id)}>
            Reset
          </Button>
        </li>
      ))}
    </ul>
  );
}
