import { useQuery } from '@tanstack/react-query';
import { api, data } from '../../../api/client';
import { Loaded } from '../../../components/states';
import { formatNumber, formatShare } from '../../../format/numbers';
import { type Summary, formatValue } from '../../../results/figure';

interface AgentDetailsProps {
  simulationId: string;
  index: number;
  summary: Summary;
}

/** The transcript, probabilities, numeric results and attributes of one agent. */
export function AgentDetails({ simulationId: id, index, summary }: AgentDetailsProps) {
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
