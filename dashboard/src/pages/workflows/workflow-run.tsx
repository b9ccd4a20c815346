import { useEffect, useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { noAdjustments, adjustmentFields, adjustmentsRequest } from '../../adjustments/adjustments';
import { changedValues, hasProblems, type Parameter, parametersOf } from '../../parameter-form/parameters';
import { useSession } from '../../session/session';
import { isAgentCount, Estimate, type DryRun } from '../../run-simulation/estimate';
import { useKeptInput } from '../../run-simulation/kept-input';
import { RunForm, type RunInput } from '../../run-simulation/run-form';
import { useRunForm, useCeiling } from '../../run-simulation/use-run-form';
import { WhatIf } from '../../what-if';
import { hasState, stateIn } from '../../what-if/address';
import { engineAdjustments } from '../../what-if/engine-messages';
import type { CaseStudy } from '../../workflow/use-workflow';

/**
 * Keeps the values of a workflow's form in this browser tab, also when the page is loaded again or the session ends. Values in the address take
 * precedence.
 */
function useStoredInput(workflowId: string, parameters: readonly Parameter[]) {
  const [search] = useSearchParams();
  const storageKey = `workflow-input:${useSession().user?.user_id}:${workflowId}`;
  const [input, setInput] = useKeptInput<RunInput>(workflowId, () => {
    const stored = read(storageKey);
    if (!hasState(search)) return stored;
    const { values, where, products = stored.adjustments.products } = stateIn(search, parameters);
    return { ...stored, values, adjustments: { ...stored.adjustments, where, products } };
  });
  // Input that ran and that the Back button shows is not kept for another visit.
  const isChanged = useRef(false);
  useEffect(() => {
    if (isChanged.current) sessionStorage.setItem(storageKey, JSON.stringify(input));
  }, [storageKey, input]);
  const forget = () => sessionStorage.removeItem(storageKey);
  const change = (changed: Partial<RunInput>) => {
    isChanged.current = true;
    setInput((own) => ({ ...own, ...changed }));
  };
  return { ...input, change, forget };
}

function read(storageKey: string): RunInput {
  const empty: RunInput = { values: {}, agentCount: undefined, adjustments: noAdjustments };
  try {
    return { ...empty, ...(JSON.parse(sessionStorage.getItem(storageKey) ?? '{}') as Partial<RunInput>) };
  } catch {
    return empty;
  }
}

/** The values of a simulation, its estimate, and the button that runs it. */
export function WorkflowRun({ workflow }: { workflow: CaseStudy }) {
  const { workflow_id, deprecated_at, recommended_agent_count, default_seed } = workflow;
  const parameters = parametersOf(workflow);
  const { values, agentCount, adjustments, change, forget } = useStoredInput(workflow_id, parameters);
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
          ...(agentCount !== undefined && { agent_count: agentCount }),
        }
      : undefined,
    fields: adjustmentFields(adjustments),
    onCreated: forget,
    state: { digest },
  });
  return (
    <RunForm
      action="Run simulation"
      {...{ form, workflow }}
      input={{ values, agentCount, adjustments }}
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
