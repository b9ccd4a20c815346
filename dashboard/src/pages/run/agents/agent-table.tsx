import { Fragment, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { api, type components, data } from '../../../api/client';
import { Button } from '../../../components/notice';
import { formatValue, type Summary } from '../../../results/figure';
import { formatNumber, formatShare } from '../../../format/format';
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
          <dl className="result-facts small">
            {Object.entries(probabilities).map(([outcome, probability]) => (
              <Fact key={outcome} name={summary.outcomes.find((one) => one.id === outcome)?.label ?? outcome}>
                {formatShare(probability)}
              </Fact>
            ))}
            {Object.entries(measures).map(([measure, { value, baseline }]) => {
              const { label = measure, unit = '' } = summary.measures.find((one) => one.id === measure) ?? {};
              const text = `${formatValue(unit, value)}${unit === 'share' ? '' : ` ${unit}`}`;
              return (
                <Fact key={measure} name={label}>
                  {value === baseline ? text : `${text} (baseline ${formatValue(unit, baseline)})`}
                </Fact>
              );
            })}
            {Object.entries(attributes).map(([attribute, value]) => (
              <Fact
                key={attribute}
                name={summary.segments.find((one) => one.attribute === attribute)?.label ?? attribute}
              >
                {typeof value === 'number' ? formatNumber(value) : categoryText(summary, attribute, value)}
              </Fact>
            ))}
          </dl>
        </div>
      )}
    </Loaded>
  );
}

/** The label of a category, which is a group of its attribute. */
function categoryText({ segments }: Summary, attribute: string, value: string): string {
  const groups = segments.find((one) => one.attribute === attribute)?.groups ?? [];
  return groups.find(({ id }) => id === value)?.label ?? value.replaceAll('_', ' ');
}

function Fact({ name, children }: { name: string; children: string }) {
  return (
    <>
      <dt dir="auto">{name}</dt>
      <dd dir="auto">{children}</dd>
    </>
  );
}
