import { formatParameterValue, type Parameter, type ParameterValues } from '../../parameter-form';
import type { Interpretation } from './question-types';

/** Values in words, like “Train fare: 20% lower”. */
export function valuesText(parameters: readonly Parameter[], values: ParameterValues): string {
  const texts = Object.entries(values).map(([id, value]) => {
    const parameter = parameters.find((one) => one.id === id);
    return parameter ? `${parameter.label}: ${formatParameterValue(parameter, value)}` : `${id}: ${value}`;
  });
  return texts.length > 0 ? texts.join(', ') : 'No change (the baseline)';
}

interface VariationsProps {
  interpretation: Interpretation;
  parameters: readonly Parameter[];
}

/** The simulations of a comparison, or the points of a parameter sweep. Empty for a single simulation. */
export function Variations({ interpretation: { comparison, range }, parameters }: VariationsProps) {
  if (comparison) {
    return (
      <div>
        <h3>This runs {comparison.simulations.length} simulations and compares them</h3>
        <ol className="ask-words">
          {comparison.simulations.map(({ from, values }) => (
            <li key={from + JSON.stringify(values)} dir="auto">
              {valuesText(parameters, values)} {from && <span className="small muted">from “{from}”</span>}
            </li>
          ))}
        </ol>
      </div>
    );
  }
  if (range) {
    const parameter = parameters.find(({ id }) => id === range.parameter);
    const values = range.values.map((value) => (parameter ? formatParameterValue(parameter, value) : String(value)));
    return (
      <div>
        <h3>This runs {range.values.length} simulations as a parameter sweep</h3>
        <p dir="auto">
          <strong>{parameter?.label ?? range.parameter}</strong>: {values.join(', ')}{' '}
          <span className="small muted">from “{range.from}”</span>
        </p>
      </div>
    );
  }
  return null;
}
