import { useEffect, useState } from 'react';
import {
  noAdjustments,
  type AdjustmentsInput,
  adjustmentFields,
  adjustmentsRequest,
} from '../../adjustments/adjustments';
import { type ParameterValues, changedValues, hasProblems, ParameterForm, parametersOf } from '../../parameter-form';
import { useSession } from '../../session/session';
import { AdjustmentsSection } from '../../adjustments/adjustments-section';
import { ChangedValues } from '../../parameter-form/parameter-form';
import { AgentCountField, isAgentCount, Estimate, type DryRun } from '../../run-simulation/estimate';
import { RunForm } from '../../run-simulation/run-form';
import { useRunForm, useCeiling } from '../../run-simulation/use-run-form';
import type { CaseStudy } from '../../workflow/use-workflow';

interface Input {
  values: ParameterValues;
  agentCount: number | undefined;
  adjustments: AdjustmentsInput;
}

/** Keeps the values of a workflow's form in this browser tab, also when the page is loaded again or the session ends. */
function useStoredInput(workflowId: string) {
  const storageKey = `workflow-input:${useSession().user?.user_id}:${workflowId}`;
  const [input, setInput] = useState<Input>(() => read(storageKey));
  useEffect(() => sessionStorage.setItem(storageKey, JSON.stringify(input)), [storageKey, input]);
  const forget = () => sessionStorage.removeItem(storageKey);
  const change = (changed: Partial<Input>) => setInput({ ...input, ...changed });
  return { ...input, change, forget };
}

function read(storageKey: string): Input {
  const empty: Input = { values: {}, agentCount: undefined, adjustments: noAdjustments };
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<Input>) };
  } catch {
    return empty;
  }
}

/** The values of a simulation, its estimate, and the button that runs it. */
export function WorkflowRun({ workflow }: { workflow: CaseStudy }) {
  const { workflow_id, deprecated_at, recommended_agent_count, default_seed } = workflow;
  const parameters = parametersOf(workflow);
  const { values, agentCount, adjustments, change, forget } = useStoredInput(workflow_id);
  const ceiling = useCeiling(recommended_agent_count);
  const isValid = deprecated_at === null && !hasProblems(parameters, values) && isAgentCount(agentCount, ceiling);
  const form = useRunForm<DryRun>({
    path: '/v1/simulations',
    request: isValid
      ? {
          workflow_id,
          // Runs of one version are comparable.
          seed: default_seed,
          scenario_context: changedValues(parameters, values),
          ...adjustmentsRequest(adjustments),
          ...(agentCount !== undefined && { agent_count: agentCount }),
        }
      : undefined,
    fields: adjustmentFields(adjustments),
    onCreated: forget,
  });
  return (
    <RunForm
      action="Run simulation"
      form={form}
      panel={
        <>
          <AgentCountField
            value={agentCount}
            recommended={recommended_agent_count}
            ceiling={ceiling}
            onChange={(next) => change({ agentCount: next })}
          />
          <ChangedValues parameters={parameters} values={values} onChange={(next) => change({ values: next })} />
          {!form.estimate.error && <Estimate estimate={form.estimate.data} workflow={workflow} />}
        </>
      }
    >
      <h2>Values</h2>
      <ParameterForm parameters={parameters} values={values} onChange={(next) => change({ values: next })} />
      <AdjustmentsSection
        workflow={workflow}
        input={adjustments}
        onChange={(next) => change({ adjustments: next })}
        problem={form.errors.at}
        adjusted={form.estimate.data?.adjustments}
      />
    </RunForm>
  );
}
