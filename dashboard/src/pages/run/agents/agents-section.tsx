import { useQuery, keepPreviousData } from '@tanstack/react-query';
import { useState } from 'react';
import { api, body, data } from '../../../api/client';
import { Button, ErrorNotice } from '../../../components/notice';
import { SelectField } from '../../../components/field';
import { formatCount } from '../../../format/format';
import { AgentTable } from './agent-table';
import type { Simulation, Summary } from '../../../results/figure';
import { Skeleton } from '../../../components/states';

const pageSize = 25;

interface Filters {
  outcome: string;
  attribute: string;
  group: string;
}
const noFilters: Filters = { outcome: '', attribute: '', group: '' };

const whereOf = ({ attribute, group }: Filters) =>
  attribute !== '' && group !== '' ? { where: { [attribute]: group } } : {};

/** The agents, one page at a time: 10,000 rows would make the page slow. */
export function AgentsSection({ simulation: { id, summary } }: { simulation: Simulation }) {
  return summary ? <Agents id={id} summary={summary} /> : null;
}

function Agents({ id, summary }: { id: string; summary: Summary }) {
  const [filters, setFilters] = useState(noFilters);
  /** Cursors of the pages so far; the last one is shown. Undefined is the first page. */
  const [cursors, setCursors] = useState<(string | undefined)[]>([undefined]);
  const cursor = cursors.at(-1);
  const query = useQuery({
    queryKey: ['simulations', 'agents', id, filters, cursor],
    queryFn: ({ signal }) => readAgents(id, filters, cursor, signal),
    placeholderData: keepPreviousData,
    staleTime: Infinity,
  });
  const count = useMatches(id, summary, filters);
  const change = (part: Partial<Filters>) => {
    setFilters({ ...filters, ...part });
    setCursors([undefined]);
  };
  const groups = summary.segments.find(({ attribute }) => attribute === filters.attribute)?.groups ?? [];
  const first = (cursors.length - 1) * pageSize;
  const shown = query.data?.data.length ?? 0;
  const isShown = shown > 0 && !query.isPlaceholderData;
  const next = query.data?.meta.next_cursor;
  return (
    <section className="stack" aria-label="Agents">
      <p>Each agent states its reasons in a transcript. Select an agent to read it.</p>
      <div className="filters">
        <SelectField
          label="Outcome"
          value={filters.outcome}
          onChange={(outcome) => change({ outcome })}
          none="All outcomes"
          options={summary.outcomes.map((one) => ({ value: one.id, label: one.label }))}
        />
        {summary.segments.length > 0 && (
          <SelectField
            label="Attribute of the agents"
            value={filters.attribute}
            onChange={(attribute) =>
              change({
                attribute,
                group: summary.segments.find((one) => one.attribute === attribute)?.groups[0]?.id ?? '',
              })
            }
            none="All agents"
            options={summary.segments.map(({ attribute, label }) => ({ value: attribute, label }))}
          />
        )}
        {groups.length > 0 && (
          <SelectField
            label="Group"
            value={filters.group}
            onChange={(group) => change({ group })}
            options={groups.map((one) => ({ value: one.id, label: one.label }))}
          />
        )}
      </div>
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data ? (
        shown === 0 ? (
          <p className="muted">No agents match these filters.</p>
        ) : (
          <AgentTable
            simulationId={id}
            agents={query.data.data}
            summary={summary}
            isOutdated={query.isPlaceholderData}
          />
        )
      ) : (
        !query.error && <Skeleton lines={6} />
      )}
      <nav className="row" aria-label="Pages of agents">
        <Button
          size="small"
          disabled={cursors.length === 1 || query.isPlaceholderData}
          onClick={() => setCursors(cursors.slice(0, -1))}
        >
          Previous
        </Button>
        <span className="number" role="status">
          {query.isPlaceholderData && 'Loading agents…'}
          {isShown && `Agents ${formatCount(first + 1)} to ${formatCount(first + shown)}`}
          {isShown && count !== undefined && ` of ${formatCount(count)}`}
        </span>
        <Button
          size="small"
          disabled={!next || query.isPlaceholderData}
          onClick={() => next && setCursors([...cursors, next])}
        >
          Next
        </Button>
      </nav>
    </section>
  );
}

async function readAgents(id: string, filters: Filters, cursor: string | undefined, signal: AbortSignal) {
  const page = await body(
    api.GET('/v1/simulations/{id}/results', {
      params: {
        path: { id },
        query: {
          limit: pageSize,
          fields: ['index', 'outcome', 'baseline_outcome'],
          cursor,
          ...(filters.outcome !== '' && { outcome: [filters.outcome] }),
          ...whereOf(filters),
        },
      },
      signal,
    }),
  );
  // The other formats are text; this request has the default format, JSON.
  if (typeof page === 'string') throw new Error('The service returned agents in another format.');
  return page;
}

/** Number of agents that match the filters. Undefined while it is unknown. */
function useMatches(id: string, summary: Summary, filters: Filters): number | undefined {
  const { where } = whereOf(filters);
  const { data: grouped } = useQuery({
    queryKey: ['simulations', 'summary', id, where],
    queryFn: ({ signal }) =>
      data(
        api.GET('/v1/simulations/{id}/summary', {
          params: { path: { id }, query: { ...(where && { where }) } },
          signal,
        }),
      ),
    enabled: where !== undefined,
    staleTime: Infinity,
  });
  const part = where === undefined ? summary : grouped?.total;
  if (!part) return undefined;
  return filters.outcome === ''
    ? part.agent_count
    : (part.outcomes.find((one) => one.id === filters.outcome)?.count ?? 0);
}
