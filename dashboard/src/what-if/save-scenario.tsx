import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Button, ErrorNotice } from '../components/notice';
import type { ParameterValues } from '../parameter-form/parameters';
import { attemptSucceeded, idempotencyKeyOf, sendRun } from '../run-simulation/use-run-form';
import { useHasScope } from '../session/session';
import DigestCheck from './digest-check';

export interface SaveRequest {
  requestOf: (values: ParameterValues) => object;
  /** A simulation with the same agents. */
  compareWith?: string | undefined;
}

interface SaveScenarioProps {
  save: SaveRequest;
  values: ParameterValues;
  /** What the browser computed for the values. */
  digest: string | undefined;
  isDisabled: boolean;
}

/** Creates a simulation of the scenario, and compares its digest with the one that the browser computed. */
export function SaveScenario({ save, values, digest, isDisabled }: SaveScenarioProps) {
  const canSave = useHasScope('simulations:write');
  const queryClient = useQueryClient();
  const creation = useMutation({
    mutationFn: async () => {
      const request = save.requestOf(values);
      const idempotencyKey = idempotencyKeyOf({ path: '/v1/simulations', request });
      const { id } = await sendRun<{ id: string }>('/v1/simulations', request, { idempotencyKey });
      return { id, digest };
    },
    onSuccess: () => {
      attemptSucceeded();
      for (const key of ['runs', 'usage']) void queryClient.invalidateQueries({ queryKey: [key] });
    },
  });
  if (!canSave) return null;
  return (
    <div className="stack">
      <div>
        <Button look="primary" busy={creation.isPending} disabled={isDisabled} onClick={() => creation.mutate()}>
          Save as a simulation
        </Button>{' '}
        <span className="muted small">Uses 1 simulation of the quota. Moving the values uses none.</span>
      </div>
      {creation.error && <ErrorNotice error={creation.error} onRetry={() => creation.mutate()} />}
      {creation.data && <DigestCheck {...creation.data} compareWith={save.compareWith} isLinked />}
    </div>
  );
}
