import { Fragment, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, type components, data } from '../../../api/client';
import { Button } from '../../../components/notice';
import { formatValue, type Summary } from '../../../results/figure';
import { formatNumber, formatShare } from '../../../format/format';
import { Facts } from '../../../components/facts';
import { Loaded } from '../../../components/states';

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

/** The transcript, probabilities, numeric results and attributes of one agent. */
function AgentDetails({ simulationId: id, index, summary }: { simulationId: string; index: number; summary: Summary }) {
  const query = useQuery({
    queryKey: ['simulations', 'agent', id, index],
    queryFn: ({ signal }) =>
      data(api.GET('/v1/simulations/{id}/results/agents/{index}', { params: { path: { id, index } }, signal })),
    staleTime: Infinity,
  });
  return (
    <Loaded query={query}>
      {({ transcript, probabilities, measures, attributes }) => (
        <div className="result-agent">
          <div className="result-transcript" role="group" aria-label="Transcript">
            {transcript.map((sentence, at) => (
              <p key={at} dir="auto">
                {sentence}
              </p>
            ))}
          </div>
          <Facts
            columns="result-facts small"
            facts={[
              ...Object.entries(probabilities).map(
                ([outcome, probability]) => [labelIn(summary.outcomes, outcome), formatShare(probability)] as const,
              ),
              ...Object.entries(measures).map(([measure, { value, baseline }]) => {
                const { label = measure, unit = '' } = summary.measures.find((one) => one.id === measure) ?? {};
                const text = `${formatValue(unit, value)}${unit === 'share' ? '' : ` ${unit}`}`;
                const change = value === baseline ? '' : ` (baseline ${formatValue(unit, baseline)})`;
                return [label, text + change] as const;
              }),
              ...Object.entries(attributes).map(([attribute, value]) => {
                const { label = attribute, groups = [] } =
                  summary.segments.find((one) => one.attribute === attribute) ?? {};
                const text = typeof value === 'number' ? formatNumber(value) : labelIn(groups, value, inPlainWords);
                return [label, text] as const;
              }),
            ]}
          />
        </div>
      )}
    </Loaded>
  );
}

const inPlainWords = (id: string) => id.replaceAll('_', ' ');

/** The label of an outcome, or of a category, which is a group of its attribute. */
const labelIn = (all: readonly { id: string; label: string }[], id: string, otherwise = (own: string) => own) =>
  all.find((one) => one.id === id)?.label ?? otherwise(id);
