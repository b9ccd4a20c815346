import {
  isOutsideCalibratedRange,
  outsideTheData,
  settingText,
  type Parameter,
  type ParameterValues,
} from '../../parameter-form';
import type { Interpretation } from './requests';

/** Values in words, like “Train fare: 20% lower”. */
export function valuesText(parameters: readonly Parameter[], values: ParameterValues): string {
  const texts = Object.entries(values).map(([id, value]) => {
    const parameter = parameters.find((one) => one.id === id);
    if (!parameter) return `${id}: ${value}`;
    const outside = isOutsideCalibratedRange(parameter, value) ? outsideTheData : '';
    return `${parameter.label}: ${settingText(parameter, value)}${outside}`;
  });
  return texts.length > 0 ? texts.join(', ') : 'No change (the baseline)';
}

interface OtherRunsProps {
  also: Interpretation['also'];
  parameters: readonly Parameter[];
}

/** The other simulations of a comparison, a list or a range. */
export function OtherRuns({ also, parameters }: OtherRunsProps) {
  if (also.length === 0) return null;
  return (
    <div>
      <h3>Compared with {also.length === 1 ? 'another simulation' : `${also.length} other simulations`}</h3>
      <ol className="text-list">
        {also.map(({ words, values }) => (
          <li key={words + JSON.stringify(values)} dir="auto">
            {valuesText(parameters, values)} {words && <span className="small muted">from “{words}”</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}
