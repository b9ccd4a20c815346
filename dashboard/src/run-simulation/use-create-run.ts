import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { attemptSucceeded, idempotencyKeyOf } from './attempts';
import { sendRun, type RunPath } from './run-request';

export interface CreateOptions {
  onCreated?: () => void;
  /** Address to open. Default: the page of the run. */
  pageOf?: (id: string) => string;
}

/** Creates a run and opens its page. */
export function useCreateRun(path: RunPath, { onCreated, pageOf }: CreateOptions = {}) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (request: object) =>
      sendRun<{ id: string }>(path, request, { idempotencyKey: idempotencyKeyOf({ path, request }) }),
    onSuccess: ({ id }) => {
      attemptSucceeded();
      onCreated?.();
      const page = path.replace('/v1', '');
      for (const key of [page.slice(1), 'runs', 'usage']) void queryClient.invalidateQueries({ queryKey: [key] });
      void navigate(pageOf?.(id) ?? `${page}/${id}`);
    },
  });
}
