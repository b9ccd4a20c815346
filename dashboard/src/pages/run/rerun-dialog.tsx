import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { api, body, newIdempotencyKey } from '../../api/client';
import { Button } from '../../components/button';
import { Dialog } from '../../components/dialog';
import { ErrorNotice, Notice } from '../../components/notice';
import { Loaded } from '../../components/states';
import { changedValues, hasProblems, ParameterForm, parametersOf, type ParameterValues } from '../../parameter-form';
import type { CaseStudy, Simulation } from '../../results/figure';
import { changePhrase } from '../../results/headline';
import { useCaseStudy } from '../../results/use-simulation';
import { repeatedRequest } from './repeated-request';

/** Passed to the page of the new simulation, which then offers the comparison. */
export interface RerunState {
  compareWith: string;
}

/** Runs a simulation again with other parameters, and the same agents and random errors. */
export function RerunDialog({ simulation, onClose }: { simulation: Simulation; onClose: () => void }) {
  const query = useCaseStudy(simulation.workflow_id);
  return (
    <Dialog
      open
      onClose={onClose}
      title="Run again with a change"
      description="The new simulation has the same seed. With the same version of the workflow, it also has the same agents, so that differences result only from your changes."
    >
      <Loaded query={query}>{(model) => <RerunForm simulation={simulation} model={model} onClose={onClose} />}</Loaded>
    </Dialog>
  );
}

function RerunForm({ simulation, model, onClose }: { simulation: Simulation; model: CaseStudy; onClose: () => void }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const parameters = parametersOf(model);
  const [values, setValues] = useState<ParameterValues>(() => changedValues(parameters, simulation.scenario_context));
  const [key, setKey] = useState(newIdempotencyKey);
  const change = (next: ParameterValues) => {
    setValues(next);
    // Another request needs another key.
    setKey(newIdempotencyKey());
  };
  const run = useMutation({
    mutationFn: () => create(simulation, values, key),
    onSuccess: async (created) => {
      void queryClient.invalidateQueries({ queryKey: ['runs', 'list'] });
      // Another version of the workflow cannot be compared agent by agent.
      const isComparable = created.workflow_version === simulation.workflow_version;
      const state: RerunState | null = isComparable ? { compareWith: simulation.id } : null;
      onClose();
      await navigate(`/simulations/${created.id}`, { state });
    },
  });
  return (
    <div className="stack">
      {model.version !== simulation.workflow_version && (
        <Notice kind="warning">
          <p>
            The workflow has a newer version ({model.version}). The new simulation uses it, so the two cannot be
            compared agent by agent.
          </p>
        </Notice>
      )}
      <ParameterForm parameters={parameters} values={values} onChange={change} />
      <p className="muted small" role="status" dir="auto">
        {changePhrase(model, values)}
      </p>
      {run.error && <ErrorNotice error={run.error} onRetry={() => run.mutate()} />}
      <div className="dialog-actions">
        <Button onClick={onClose}>Close</Button>
        <Button
          look="primary"
          busy={run.isPending}
          disabled={hasProblems(parameters, values)}
          onClick={() => run.mutate()}
        >
          Run
        </Button>
      </div>
    </div>
  );
}

async function create(simulation: Simulation, values: ParameterValues, key: string) {
  const { data: created } = await body(
    api.POST('/v1/simulations', {
      params: { header: { 'Idempotency-Key': key } },
      body: repeatedRequest(simulation, values),
    }),
  );
  if (!('id' in created)) throw new Error('The service returned an estimate instead of a simulation.');
  return created;
}
