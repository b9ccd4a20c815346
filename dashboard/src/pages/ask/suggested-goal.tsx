import { useMutation } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { api, body } from '../../api/client';
import { Button } from '../../components/button';
import { ErrorNotice } from '../../components/notice';
import { attemptSucceeded, idempotencyKeyOf } from '../../run-simulation/attempts';
import type { CaseStudy } from '../../workflow/use-workflow';
import { namesOf, titleOf } from '../../runs/goal-words';
import type { Suggested } from './question-types';

interface SuggestedGoalProps {
  suggested: Suggested;
  /** Undefined while it loads. */
  workflow: CaseStudy | undefined;
}

/** The search that answers a question for a value. */
export function SuggestedGoal({ suggested, workflow }: SuggestedGoalProps) {
  const navigate = useNavigate();
  const request = suggested.body;
  const { mutate, isPending, error } = useMutation({
    mutationFn: async () => {
      const params = { header: { 'Idempotency-Key': idempotencyKeyOf(request) } };
      const { data } = await body(api.POST('/v1/goals', { params, body: request }));
      return (data as { id: string }).id;
    },
    onSuccess: (id) => {
      attemptSucceeded();
      void navigate(`/goals/${id}`);
    },
  });
  const parameters = request.parameters.map(({ name }) => ({ name, from: 0, to: 0 }));
  const { objective } = request;
  return (
    <div className="panel stack">
      <h3>The question asks for a value</h3>
      <p dir="auto">
        A search finds it: <strong>{titleOf({ name: null, parameters, objective }, namesOf(workflow))}</strong>. The
        simulation on this page shows the baseline.
      </p>
      <div>
        <Button busy={isPending} onClick={() => mutate()}>
          Run the search
        </Button>
      </div>
      {error && <ErrorNotice error={error} onRetry={() => mutate()} />}
    </div>
  );
}
