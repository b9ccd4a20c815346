import { Fragment, useState } from 'react';
import type { components } from '../../../api/types';
import { Button } from '../../../components/button';
import type { Summary } from '../../../results/figure';
import { AgentDetails } from './agent-details';

interface AgentTableProps {
  simulationId: string;
  agents: readonly components['schemas']['PartialAgent'][];
  summary: Summary;
  /** The rows are those of the previous page, shown until the next page arrives. They cannot be opened. */
  isOutdated: boolean;
}

/** One page of agents. A row opens to show the transcript. */
export function AgentTable({ simulationId, agents, summary, isOutdated }: AgentTableProps) {
  const [open, setOpen] = useState<number>();
  const labelOf = (id: string | undefined) => summary.outcomes.find((one) => one.id === id)?.label ?? id ?? '';
  return (
    <div className="table-scroll" role="region" aria-label="Table of agents" aria-busy={isOutdated} tabIndex={0}>
      <table className="table">
        <caption className="visually-hidden">Agents with their outcomes</caption>
        <thead>
          <tr>
            <th scope="col">Agent</th>
            <th scope="col">Outcome</th>
            <th scope="col">At the baseline</th>
            <th scope="col">
              <span className="visually-hidden">Transcript</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {agents.map((agent) => {
            const index = agent.index ?? 0;
            const isOpen = open === index;
            const hasChanged = agent.outcome !== agent.baseline_outcome;
            return (
              <Fragment key={index}>
                <tr>
                  <td className="number result-agent-number">{index + 1}</td>
                  <td dir="auto">{hasChanged ? <strong>{labelOf(agent.outcome)}</strong> : labelOf(agent.outcome)}</td>
                  <td dir="auto" className="muted">
                    {hasChanged ? labelOf(agent.baseline_outcome) : 'the same'}
                  </td>
                  <td className="result-agent-action">
                    <Button
                      size="small"
                      disabled={isOutdated}
                      aria-expanded={isOpen}
                      aria-label={`${isOpen ? 'Close the transcript' : 'Transcript'} of agent ${index + 1}`}
                      onClick={() => setOpen(isOpen ? undefined : index)}
                    >
                      {isOpen ? 'Close the transcript' : 'Transcript'}
                    </Button>
                  </td>
                </tr>
                {isOpen && (
                  <tr>
                    <td colSpan={4}>
                      <AgentDetails simulationId={simulationId} index={index} summary={summary} />
                    </td>
                  </tr>
                )}
              </Fragment>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
