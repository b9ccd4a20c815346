import { useMutation } from '@tanstack/react-query';
import type { ApiFailure } from '../../api/api-failure';
import { Button } from '../../components/button';
import { ErrorNotice, Notice } from '../../components/notice';
import { incomparableReason } from './incomparable-reason';
import { runAgain } from './run-again';
import type { Simulation } from './use-comparisons';

interface IncomparableProps {
  failure: ApiFailure;
  first: Simulation;
  other: Simulation;
  letter: string;
  /** Called with the ids of the simulations that can be compared. */
  onReplace: (firstId: string, otherId: string) => void;
}

/** Why two simulations cannot be compared, and a button that runs them again with the same agents. */
export function Incomparable({ failure, first, other, letter, onReplace }: IncomparableProps) {
  const reason = incomparableReason(String(failure.meta['reason']), first, other);
  const again = useMutation({
    mutationFn: async () => {
      const { seed, agent_count } = first;
      const [firstRun, otherRun] = await Promise.all([
        reason.again === 'both' ? runAgain(first, { seed, agent_count }) : first,
        runAgain(other, { seed, agent_count }),
      ]);
      return [firstRun.id, otherRun.id] as const;
    },
    onSuccess: ([firstId, otherId]) => onReplace(firstId, otherId),
  });
  const label = reason.again === 'both' ? `Run A and ${letter} again` : `Run ${letter} again with the agents of A`;
  return (
    <>
      <Notice
        kind="warning"
        title={`A and ${letter} ${reason.title}`}
        action={
          reason.again && (
            <Button busy={again.isPending} onClick={() => again.mutate()}>
              {again.isPending ? 'Running…' : label}
            </Button>
          )
        }
      >
        <p>{reason.text}</p>
        {reason.again && <p>A new run counts against the quota. It has the same parameter values and adjustments.</p>}
      </Notice>
      {again.error && <ErrorNotice error={again.error} />}
    </>
  );
}
