import { DataTable } from '../../components/data-table';
import { settingText, parametersOf } from '../../parameter-form';
import { letterOf } from './simulation-text';
import type { Simulation } from './use-comparisons';
import type { CaseStudy } from '../../workflow/use-workflow';

interface ParameterDifferencesProps {
  simulations: readonly Simulation[];
  workflow: CaseStudy | undefined;
}

/** The parameters with different values. All others are equal. */
export function ParameterDifferences({ simulations, workflow }: ParameterDifferencesProps) {
  if (!workflow) return null;
  const changed = parametersOf(workflow).filter(
    ({ id }) => new Set(simulations.map(({ scenario_context }) => scenario_context[id])).size > 1,
  );
  return (
    <section className="stack" aria-labelledby="compare-parameters">
      <h2 id="compare-parameters">Different parameters</h2>
      {changed.length === 0 ? (
        <p className="muted">All parameters have the same values.</p>
      ) : (
        <DataTable
          caption="Parameters with different values"
          rows={changed}
          rowKey={({ id }) => id}
          columns={[
            { id: 'parameter', header: 'Parameter', cell: ({ label }) => <span dir="auto">{label}</span> },
            ...simulations.map(({ id, scenario_context }, index) => ({
              id,
              header: letterOf(index),
              cell: (parameter: (typeof changed)[number]) => {
                const value = scenario_context[parameter.id];
                return <span dir="auto">{value === undefined ? '' : settingText(parameter, value)}</span>;
              },
            })),
          ]}
        />
      )}
    </section>
  );
}
