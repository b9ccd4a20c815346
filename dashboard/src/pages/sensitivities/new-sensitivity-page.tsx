import { adjustmentFields, adjustmentsRequest } from '../../adjustments/adjustments';
import type { components } from '../../api/client';
import { Problem } from '../../components/field';
import { hasProblems, parametersOf } from '../../parameter-form/parameters';
import { rangeFields, rangeOf, RangesField, type RangeInput } from '../../parameter-form/parameter-range-field';
import { Estimate, isAgentCount } from '../../run-simulation/estimate';
import { RunForm, type RunInput } from '../../run-simulation/run-form';
import { useCeiling, useKeptInput, useRunForm } from '../../run-simulation/use-run-form';
import { type Start, NewRunPage } from '../../run-simulation/new-run-page';

function NewSensitivityForm({ workflow, ...start }: Start) {
  const { workflow_id, default_seed, recommended_agent_count } = workflow;
  const parameters = parametersOf(workflow);
  const [input, setInput] = useKeptInput<RunInput & { ranges: readonly RangeInput[] }>(workflow_id, () => ({
    ...{ values: start.values, adjustments: start.adjustments, agentCount: undefined, ranges: [] },
  }));
  const { ranges, values, adjustments, agentCount } = input;
  const change = (changed: Partial<typeof input>) => setInput({ ...input, ...changed });
  const ceiling = useCeiling(recommended_agent_count);
  const others = parameters.filter(({ id }) => ranges.every((range) => range.id !== id));
  const isValid = isAgentCount(agentCount, ceiling) && !hasProblems(others, values);
  const form = useRunForm<components['schemas']['SensitivityDryRun']>({
    path: '/v1/sensitivities',
    request: isValid
      ? {
          workflow_id,
          seed: default_seed,
          ...(ranges.length > 0 && { parameters: ranges.map(rangeOf) }),
          scenario_context: values,
          ...adjustmentsRequest(adjustments),
          agent_count: agentCount,
        }
      : undefined,
    fields: [...adjustmentFields(adjustments), ...rangeFields(ranges), 'parameters'],
  });
  const { data: estimate } = form.estimate;
  const { at } = form.errors;
  const varied = estimate?.parameters.map(({ name }) => parameters.find(({ id }) => id === name)?.label ?? name);
  return (
    <RunForm
      action="Run the analysis"
      {...{ form, workflow, input }}
      onChange={change}
      others={ranges.length > 0 ? others : []}
      recommended={estimate?.agent_count}
      cost={!form.estimate.error && <Estimate costOnly estimate={estimate} workflow={workflow} />}
    >
      <section className="stack" aria-labelledby="varied">
        <h2 id="varied">Parameters to vary</h2>
        {ranges.length === 0 && (
          <p dir="auto">
            All that the data vary with, over the range of the data{varied ? `: ${varied.join(', ')}` : ''}. You can
            choose some, and other ranges.
          </p>
        )}
        <RangesField
          ranges={ranges}
          onChange={(next) => change({ ranges: next })}
          parameters={parameters}
          minimum={0}
          maximum={parameters.length}
          problem={at}
        />
        <Problem text={at('parameters')} />
      </section>
    </RunForm>
  );
}

export default function NewSensitivityPage() {
  return (
    <NewRunPage
      title="What matters most"
      intro="Varies the parameters and the coefficients of a workflow together, and shows how much each one contributes to the variation of each outcome."
      needsIndependentAgents
    >
      {(start) => <NewSensitivityForm {...start} />}
    </NewRunPage>
  );
}
