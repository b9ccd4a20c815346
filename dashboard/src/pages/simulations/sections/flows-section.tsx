import { DataTable, type Column } from '../../../components/data-table';
import { formatCount, formatShare, formatAgents } from '../../../format/numbers';
import type { ResultInput } from './result-input';
import { Section } from './section';

interface Flow {
  key: string;
  from: string;
  to: string;
  count: number;
  share: number;
  /** Relative to the largest flow. */
  size: number;
}

const columns: Column<Flow>[] = [
  {
    id: 'from',
    header: 'At the baseline',
    cell: ({ from }) => <span dir="auto">{from}</span>,
    sortBy: ({ from }) => from,
  },
  { id: 'to', header: 'In this scenario', cell: ({ to }) => <span dir="auto">→ {to}</span>, sortBy: ({ to }) => to },
  {
    id: 'count',
    header: 'Agents',
    numeric: true,
    cell: ({ count }) => formatCount(count),
    sortBy: ({ count }) => count,
  },
  { id: 'share', header: 'Of all agents', numeric: true, cell: ({ share }) => formatShare(share) },
  {
    id: 'size',
    header: 'Size',
    cell: ({ size }) => (
      <span className="result-bar" aria-hidden="true">
        <span style={{ width: `${size * 100}%` }} />
      </span>
    ),
  },
];

/** How many agents have another outcome than at the baseline, by pair of outcomes. */
export function FlowsSection({ summary: { flows, outcomes, agent_count }, headline: { isBaseline } }: ResultInput) {
  if (isBaseline) return null;
  const labelOf = (id: string) => outcomes.find((one) => one.id === id)?.label ?? id;
  const largest = Math.max(...flows.map(({ count }) => count));
  const changed = flows.reduce((sum, { count }) => sum + count, 0);
  const rows = flows.map(({ from, to, count, share }): Flow => ({
    key: `${from} ${to}`,
    from: labelOf(from),
    to: labelOf(to),
    count,
    share,
    size: count / largest,
  }));
  const text =
    changed === 0
      ? `None of the ${formatAgents(agent_count)} has another outcome than at the baseline.`
      : `${formatCount(changed)} of ${formatAgents(agent_count)} (${formatShare(changed / agent_count)}) have another outcome than at the baseline. These are counted agents, so small flows are partly random.`;
  return (
    <Section title="Which outcomes agents left and chose" intro={text}>
      {changed > 0 && (
        <DataTable caption="Changes of outcome" columns={columns} rows={rows} rowKey={({ key }) => key} />
      )}
    </Section>
  );
}
