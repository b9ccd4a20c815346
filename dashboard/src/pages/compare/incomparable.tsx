import { useMutation } from '@tanstack/react-query';
import type { ApiFailure } from '../../api/api-failure';
import { Button } from '../../components/button';
import { ErrorNotice, Notice } from '../../components/notice';
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

interface Reason {
  title: string;
  text: string;
  /** Simulations to run again so that they become comparable. */
  again?: 'other' | 'both';
}

const reasons: Record<string, Reason> = {
  different_workflow: {
    title: 'are simulations of different workflows',
    text: 'Different workflows have different agents and outcomes. Select simulations of one workflow.',
  },
  different_seed: {
    title: 'have different agents',
    text: 'Their random seeds differ, so a difference between them would also contain random errors.',
    again: 'other',
  },
  different_agent_count: {
    title: 'have different numbers of agents',
    text: 'The agents of this workflow interact, so both simulations need the same number of agents.',
    again: 'other',
  },
  different_definition: {
    title: 'used different versions of the workflow',
    text: 'A difference between them would also contain the change of the model.',
    again: 'both',
  },
  different_engine_version: {
    title: 'were computed by different versions of the engine',
    text: 'Their agents may differ.',
    again: 'both',
  },
};

const unknownReason: Reason = {
  title: 'do not have the same agents',
  text: 'A paired comparison needs the same agents in both simulations.',
  again: 'both',
};

/** Why two simulations cannot be compared, and a button that runs them again with the same agents. */
export function Incomparable({ failure, first, other, letter, onReplace }: IncomparableProps) {
  const reason = reasons[String(failure.meta['reason'])] ?? unknownReason;
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
        {reason.again && <p>A new run counts against the quota. It has the same parameter values.</p>}
      </Notice>
      {again.error && <ErrorNotice error={again.error} />}
    </>
  );
}
