import { formatCount } from '../../format/numbers';
import { formatParameterValue, parametersOf, type Parameter, type ParameterValues } from '../../parameter-form';
import type { CaseStudy } from '../../workflow/use-workflow';
import { namesOf, titleOf } from '../goals/goal-words';
import { isGoalEstimate, type DryRunEstimate, type Interpretation } from './question-types';

/** Values in words, like “Train fare: 20% lower”. */
export function valuesText(parameters: readonly Parameter[], values: ParameterValues): string {
  const texts = Object.entries(values).map(([id, value]) => {
    const parameter = parameters.find((one) => one.id === id);
    return parameter ? `${parameter.label}: ${formatParameterValue(parameter, value)}` : `${id}: ${value}`;
  });
  return texts.length > 0 ? texts.join(', ') : 'No change (the baseline)';
}

interface VariationsProps {
  interpretation: Pick<Interpretation, 'comparison' | 'range' | 'goal'>;
  estimate: DryRunEstimate;
  /** Undefined while it loads. */
  workflow: CaseStudy | undefined;
}

/** The simulations of a comparison, the points of a parameter sweep, or a search. Empty for a single simulation. */
export function Variations({ interpretation: { comparison, range, goal }, estimate, workflow }: VariationsProps) {
  const parameters = workflow ? parametersOf(workflow) : [];
  if (goal) {
    const { parameter, objective, from } = goal;
    const bounds = { name: parameter, from: 0, to: 0 };
    return (
      <div>
        <h3>This searches for a value</h3>
        <p dir="auto">
          <strong>{titleOf({ name: null, parameters: [bounds], objective }, namesOf(workflow))}</strong>{' '}
          <span className="small muted">from “{from}”</span>
        </p>
        {isGoalEstimate(estimate) && (
          <p>
            The search needs up to {formatCount(estimate.evaluations_max)} evaluations of all agents. It counts as{' '}
            {formatCount(estimate.cost.simulations)} {estimate.cost.simulations === 1 ? 'simulation' : 'simulations'}.
          </p>
        )}
      </div>
    );
  }
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
