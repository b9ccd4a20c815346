import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { isApiFailure } from '../../api/api-failure';
import { attemptSucceeded, idempotencyKeyOf } from '../../run-simulation/attempts';
import type { Draft } from './draft';
import { run } from './requests';

/** Runs the draft and opens the page of its results. */
export function useRun(onSuccess: () => void, onDecision: (draft: Draft) => void) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const mutation = useMutation({
    mutationFn: (draft: Draft) => run(draft, idempotencyKeyOf),
    onSuccess: (path) => {
      attemptSucceeded();
      onSuccess();
      for (const key of ['simulations', 'sweeps', 'goals', 'usage'])
        void queryClient.invalidateQueries({ queryKey: [key] });
      void navigate(path);
    },
    onError: (error, draft) => {
      if (isApiFailure(error) && error.status === 422) onDecision(draft);
    },
  });
  const isDecision = isApiFailure(mutation.error) && mutation.error.status === 422;
  return { run: mutation.mutate, isRunning: mutation.isPending, error: isDecision ? null : mutation.error };
}
