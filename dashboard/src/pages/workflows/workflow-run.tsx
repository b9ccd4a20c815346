import { keepPreviousData, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { isApiFailure } from '../../api/api-failure';
import { api, body } from '../../api/client';
import { Button } from '../../components/button';
import { ErrorNotice } from '../../components/notice';
import { changedValues, hasProblems, ParameterForm, parametersOf } from '../../parameter-form';
import { AgentCountField, isAgentCount } from '../../run-simulation/agent-count-field';
import { attemptSucceeded, idempotencyKeyOf } from '../../run-simulation/attempts';
import { Estimate, type DryRun } from '../../run-simulation/estimate';
import { RunFailure } from '../../run-simulation/run-failure';
import { useUsage } from '../../run-simulation/use-usage';
import type { CaseStudy } from '../../workflow/use-workflow';
import { useStoredInput } from './stored-input';

const pauseMs = 400;

/** The values of a simulation, its estimate, and the button that runs it. */
export function WorkflowRun({ workflow }: { workflow: CaseStudy }) {
  const { workflow_id, deprecated_at, recommended_agent_count, default_seed } = workflow;
  const parameters = parametersOf(workflow);
  const { values, agentCount, setInput, forget } = useStoredInput(workflow_id);
  const { data: usage } = useUsage();
  const ceiling = usage?.agent_count_ceiling ?? recommended_agent_count;
  const request = {
    workflow_id,
    seed: default_seed,
    scenario_context: { ...changedValues(parameters, values) },
    ...(agentCount !== undefined && { agent_count: agentCount }),
  };
  const isValid = !hasProblems(parameters, values) && isAgentCount(agentCount, ceiling);
  const estimate = useEstimate(request, isValid && deprecated_at === null);
  const run = useRunWorkflow(forget);
  return (
    <div className="workflows-columns">
      <section>
        <h2>Values</h2>
        <ParameterForm
          parameters={parameters}
          values={values}
          onChange={(next) => setInput({ values: next, agentCount })}
        />
      </section>
      <section className="panel stack workflows-run" aria-label="Run">
        <AgentCountField
          value={agentCount}
          recommended={recommended_agent_count}
          ceiling={ceiling}
          onChange={(next) => setInput({ values, agentCount: next })}
        />
        <Estimate estimate={estimate.data} workflow={workflow} />
        {estimate.error && <ErrorNotice error={estimate.error} onRetry={() => void estimate.refetch()} />}
        <Button
          look="primary"
          busy={run.isPending}
          disabled={!isValid || deprecated_at !== null || estimate.data?.cost.sufficient === false}
          onClick={() => run.mutate(request)}
        >
          {run.isPending ? 'Starting…' : 'Run simulation'}
        </Button>
        {run.error && <RunFailure error={run.error} onRetry={() => run.mutate(request)} />}
      </section>
    </div>
  );
}

interface Request {
  workflow_id: string;
  scenario_context: Record<string, number | string>;
  agent_count?: number;
  /** Runs of one version are comparable. */
  seed: number;
}

/** A dry run of the request, after the values stayed the same for a moment. */
function useEstimate(request: Request, enabled: boolean) {
  const latest = JSON.stringify(request);
  const [settled, setSettled] = useState(latest);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(latest), pauseMs);
    return () => clearTimeout(timer);
  }, [latest]);
  return useQuery({
    queryKey: ['dry-run', settled],
    queryFn: async ({ signal }) => {
      const content = { ...(JSON.parse(settled) as Request), dry_run: true };
      const { data } = await body(api.POST('/v1/simulations', { body: content, signal }));
      return data as DryRun;
    },
    enabled: enabled && settled === latest,
    placeholderData: keepPreviousData,
    // Above the rate limit, the estimate waits for as long as the service requests.
    retry: (count, error) => count < 3 && isApiFailure(error) && error.status === 429,
    retryDelay: (_count, error) => ((isApiFailure(error) ? error.retryAfterSeconds : undefined) ?? 2) * 1000,
  });
}

function useRunWorkflow(onSuccess: () => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (request: Request) => {
      const params = { header: { 'Idempotency-Key': idempotencyKeyOf(request) } };
      const { data } = await body(api.POST('/v1/simulations', { params, body: request }));
      return data as { id: string };
    },
    onSuccess: ({ id }) => {
      attemptSucceeded();
      onSuccess();
      for (const key of ['simulations', 'usage']) void queryClient.invalidateQueries({ queryKey: [key] });
      void navigate(`/simulations/${id}`);
    },
  });
}
