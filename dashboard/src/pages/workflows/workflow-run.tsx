import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { noAdjustments, adjustmentFields, adjustmentsRequest } from '../../adjustments/adjustments';
import { changedValues, hasProblems, type Parameter, parametersOf } from '../../parameter-form/parameters';
import { useSession } from '../../session/session';
import { type DryRun, Estimate, isAgentCount } from '../../run-simulation/estimate';
import { RunForm, type RunInput } from '../../run-simulation/run-form';
import { useCeiling, useDraftInput, useRunForm } from '../../run-simulation/use-run-form';
import { WhatIf } from '../../what-if';
import { hasState, stateIn } from '../../what-if/address';
import { engineAdjustments } from '../../what-if/engine-messages';
import type { CaseStudy } from '../../workflow/use-workflow';

/** The values of a workflow's form, until they run. Values in the address take precedence. */
function useStoredInput(workflowId: string, parameters: readonly Parameter[]) {
  const [search] = useSearchParams();
  const storageKey = `workflow-input:${useSession().user?.user_id}:${workflowId}`;
  return useDraftInput<RunInput>(workflowId, storageKey, (stored) => {
    const own = { values: {}, agentCount: undefined, adjustments: noAdjustments, ...stored };
    if (!hasState(search)) return own;
    const { values, where, products = own.adjustments.products } = stateIn(search, parameters);
    return { ...own, values, adjustments: { ...own.adjustments, where, products } };
  });
}

export function WorkflowRun({ workflow }: { workflow: CaseStudy }) {
  const { workflow_id, deprecated_at, recommended_agent_count, default_seed } = workflow;
  const parameters = parametersOf(workflow);
  const { input, change, forget } = useStoredInput(workflow_id, parameters);
  const { values, agentCount, adjustments } = input;
  const [digest, setDigest] = useState<string>();
  const ceiling = useCeiling(recommended_agent_count);
  const agents = agentCount ?? Math.min(recommended_agent_count, ceiling);
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
          agent_count: agentCount,
        }
      : undefined,
    fields: adjustmentFields(adjustments),
    onCreated: forget,
    state: { digest },
  });
  return (
    <RunForm
      action="Run simulation"
      {...{ form, workflow, input }}
      onChange={change}
      others={[]}
      hasProducts={false}
      cost={!form.estimate.error && <Estimate estimate={form.estimate.data} workflow={workflow} />}
    >
      <WhatIf
        {...{ workflow, values }}
        onValues={(next) => change({ values: next })}
        seed={default_seed}
        agentCount={agents}
        adjustments={engineAdjustments(adjustmentsRequest(adjustments), agents)}
        figureId={workflow.headline_outcome}
        where={adjustments.where}
        products={
          workflow.product_attributes
            ? {
                ...{ attributes: workflow.product_attributes, products: adjustments.products, start: [] },
                onChange: (products) => change({ adjustments: { ...adjustments, products } }),
                problem: form.errors.at,
              }
            : undefined
        }
        onDigest={setDigest}
      />
    </RunForm>
  );
}
