import { listed } from '../../workflow/labels';
import { requestedAdjustments, type Adjustments, repeatedRequest } from '../run/repeated-request';
import { useMutation } from '@tanstack/react-query';
import { ApiFailure, api, body, data, newIdempotencyKey } from '../../api/client';
import { Button, ErrorNotice, Notice } from '../../components/notice';
import type { Simulation } from '../../results/figure';

const pollIntervalMs = 1000;

/** Runs a simulation again with the given agents, and waits until it is finished. Throws if it does not complete. */
async function runAgain(simulation: Simulation, agents: Pick<Simulation, 'seed' | 'agent_count'>): Promise<Simulation> {
  const { scenario_context } = simulation;
  // The response has another type with `dry_run`, which this request does not set.
  const created = (await body<unknown>(
    api.POST('/v1/simulations', {
      params: { header: { 'Idempotency-Key': newIdempotencyKey() } },
      body: { ...repeatedRequest(simulation, scenario_context), ...agents, follows: simulation.id },
    }),
  )) as { data: Simulation };
  let repeated = created.data;
  while (repeated.status === 'queued' || repeated.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, pollIntervalMs));
    repeated = await data(api.GET('/v1/simulations/{id}', { params: { path: { id: repeated.id } } }));
  }
  if (repeated.status === 'completed') return repeated;
  throw new ApiFailure(409, 'simulation_not_complete', {
    message: repeated.failure?.message ?? `The new simulation is ${repeated.status}.`,
  });
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
  different_engine_version: {
    title: 'were computed by different versions of the engine',
    text: 'Their agents may differ.',
    again: 'both',
  },
};

const adjustmentNames = {
  population_id: 'populations',
  where: 'segments',
  alternatives: 'alternatives',
  calibration_targets: 'calibration targets',
  calibration_id: 'saved calibrations',
} satisfies Record<keyof Adjustments, string>;

const unknownReason: Reason = {
  title: 'do not have the same agents',
  text: 'A paired comparison needs the same agents in both simulations.',
  again: 'both',
};

/** @param reason `meta.reason` of the error */
export function incomparableReason(reason: string, first: Simulation, other: Simulation): Reason {
  if (reason === 'different_definition') return definitionReason(first, other);
  return reasons[reason] ?? unknownReason;
}

/** A definition is a version of the workflow with its adjustments. The service does not state which of them differ. */
function definitionReason(first: Simulation, other: Simulation): Reason {
  const hasOtherVersion = first.workflow_version !== other.workflow_version;
  const adjusted = differentAdjustments(requestedAdjustments(first), requestedAdjustments(other));
  const changed = `Their ${listed(adjusted)} differ.`;
  if (hasOtherVersion && adjusted.length > 0)
    return { title: 'used different versions of the workflow, with different adjustments', text: changed };
  if (hasOtherVersion)
    return {
      title: 'used different versions of the workflow',
      text: 'A difference between them would also contain the change of the model.',
      again: 'both',
    };
  if (adjusted.length > 0)
    return {
      title: 'have different adjustments of the workflow',
      text: `${changed} A difference between them would also contain this change. Select simulations with the same adjustments.`,
    };
  if (first.adjustments && (first.seed !== other.seed || first.agent_count !== other.agent_count))
    return {
      title: 'match their calibration targets with different agents',
      text: 'Their constants differ, so a difference between them would also contain the change of the model.',
      again: 'other',
    };
  return {
    title: 'used different definitions of the workflow',
    text: 'Their versions or their adjustments of the workflow differ.',
    again: 'both',
  };
}

function differentAdjustments(first: Adjustments, other: Adjustments): string[] {
  const fields = Object.keys(adjustmentNames) as (keyof Adjustments)[];
  return fields
    .filter((field) => JSON.stringify(first[field]) !== JSON.stringify(other[field]))
    .map((field) => adjustmentNames[field]);
}

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
