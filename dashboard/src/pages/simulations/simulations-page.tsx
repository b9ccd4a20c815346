import { useQueries, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { Link } from 'react-router';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { StatusBadge } from '../../components/badge';
import { Button, ButtonLink } from '../../components/button';
import { DataTable, type Column } from '../../components/data-table';
import { SelectField, TextField } from '../../components/field';
import { LoadMore } from '../../components/load-more';
import { ErrorNotice } from '../../components/notice';
import { Page } from '../../components/page';
import { EmptyState, Skeleton } from '../../components/states';
import { Time } from '../../components/time';
import { formatCount } from '../../format/numbers';
import type { CaseStudy, Simulation } from '../../results/figure';
import { headlineOf } from '../../results/headline';
import { titleOf } from '../../results/title';
import { readCaseStudy } from '../../results/use-simulation';
import './simulations.css';

/** While a listed simulation runs, the list is read again after this time. */
const refreshMs = 4_000;
const statuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
type Status = (typeof statuses)[number];

interface Filters {
  status: Status | '';
  workflowId: string;
  name: string;
}
const noFilters: Filters = { status: '', workflowId: '', name: '' };

export default function SimulationsPage() {
  const [filters, setFilters] = useState(noFilters);
  const query = useSimulations(filters);
  const hasFilters = filters.status !== '' || filters.workflowId !== '' || filters.name !== '';
  return (
    <Page
      title="Simulations"
      intro="All simulations of your organization in this tier, newest first. The points of parameter sweeps are on the page of their sweep."
      actions={
        <ButtonLink to="/" look="primary">
          Ask a question
        </ButtonLink>
      }
    >
      <ListFilters filters={filters} onChange={setFilters} />
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.rows === undefined && !query.error && <Skeleton lines={6} />}
      {query.rows?.length === 0 && <EmptyList hasFilters={hasFilters} onReset={() => setFilters(noFilters)} />}
      {query.rows && query.rows.length > 0 && <SimulationTable rows={query.rows} />}
      <div>
        <LoadMore query={query} />
      </div>
    </Page>
  );
}

function useSimulations({ status, workflowId, name }: Filters) {
  const query = usePages(['simulations', 'list', { status, workflowId, name }], (cursor) =>
    body(
      api.GET('/v1/simulations', {
        params: {
          query: {
            ...(cursor !== undefined && { cursor }),
            ...(status !== '' && { status }),
            ...(workflowId !== '' && { workflow_id: workflowId }),
            ...(name !== '' && { name }),
          },
        },
      }),
    ),
  );
  const isRunning = query.rows?.some((row) => row.status === 'queued' || row.status === 'running') ?? false;
  const { refetch } = query;
  useQuery({
    queryKey: ['simulations', 'refresh'],
    queryFn: async () => {
      await refetch();
      return null;
    },
    enabled: isRunning,
    initialData: null,
    staleTime: Infinity,
    refetchInterval: isRunning ? refreshMs : false,
  });
  return query;
}

function EmptyList({ hasFilters, onReset }: { hasFilters: boolean; onReset: () => void }) {
  if (hasFilters)
    return (
      <EmptyState title="No simulation matches these filters" action={<Button onClick={onReset}>Show all</Button>} />
    );
  return (
    <EmptyState
      title="No simulations yet"
      action={
        <ButtonLink to="/" look="primary">
          Ask the first question
        </ButtonLink>
      }
    >
      <p className="muted">Ask what people would do, and see the answer with its uncertainty in under a minute.</p>
    </EmptyState>
  );
}

function ListFilters({ filters, onChange }: { filters: Filters; onChange: (filters: Filters) => void }) {
  const workflows = useQuery({
    queryKey: ['case-studies', 'names'],
    queryFn: ({ signal }) => body(api.GET('/v1/case-studies', { params: { query: { limit: 100 } }, signal })),
    staleTime: 60_000,
  });
  return (
    <div className="result-filters">
      <TextField
        label="Name contains"
        type="search"
        maxLength={120}
        value={filters.name}
        onChange={(event) => onChange({ ...filters, name: event.target.value })}
      />
      <SelectField
        label="Status"
        value={filters.status}
        onChange={(status) => onChange({ ...filters, status: status as Filters['status'] })}
        options={[{ value: '', label: 'All' }, ...statuses.map((value) => ({ value, label: value }))]}
      />
      <SelectField
        label="Workflow"
        value={filters.workflowId}
        onChange={(workflowId) => onChange({ ...filters, workflowId })}
        options={[
          { value: '', label: 'All' },
          ...(workflows.data?.data ?? []).map((one) => ({ value: one.workflow_id, label: one.name })),
        ]}
      />
    </div>
  );
}

function SimulationTable({ rows }: { rows: readonly Simulation[] }) {
  const models = useModels(rows);
  const columns = useMemo(() => columnsOf(models), [models]);
  return <DataTable caption="Simulations" columns={columns} rows={rows} rowKey={({ id }) => id} />;
}

const modelKey = ({ workflow_id, workflow_version }: Simulation) => `${workflow_id} ${workflow_version}`;

/** The workflows of the listed simulations, each version once: they name the headline and the parameters. */
function useModels(rows: readonly Simulation[]): ReadonlyMap<string, CaseStudy> {
  const needed = [...new Map(rows.map((row) => [modelKey(row), row])).values()];
  return useQueries({
    queries: needed.map(({ workflow_id, workflow_version }) => ({
      queryKey: ['case-studies', 'one', workflow_id, workflow_version],
      queryFn: () => readCaseStudy(workflow_id, workflow_version),
      staleTime: Infinity,
    })),
    combine: modelsOf,
  });
}

function modelsOf(results: readonly { data: CaseStudy | undefined }[]): ReadonlyMap<string, CaseStudy> {
  return new Map(results.flatMap(({ data }) => (data ? [[`${data.workflow_id} ${data.version}`, data] as const] : [])));
}

const columnsOf = (models: ReadonlyMap<string, CaseStudy>): Column<Simulation>[] => [
  {
    id: 'title',
    header: 'Simulation',
    cell: (row) => {
      const name = models.get(modelKey(row))?.name;
      const title = titleOf(row, name);
      return (
        <div className="simulation-title">
          <Link to={`/simulations/${row.id}`} dir="auto">
            {title}
          </Link>
          {name !== undefined && name !== title && (
            <div className="muted small" dir="auto">
              {name}
            </div>
          )}
        </div>
      );
    },
  },
  { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { id: 'result', header: 'Result', cell: (row) => <Headline simulation={row} model={models.get(modelKey(row))} /> },
  { id: 'agents', header: 'Agents', numeric: true, cell: ({ agent_count }) => formatCount(agent_count) },
  { id: 'created', header: 'Created', cell: ({ created_at }) => <Time at={created_at} /> },
];

function Headline({ simulation, model }: { simulation: Simulation; model: CaseStudy | undefined }) {
  const headline = model && headlineOf(model, simulation);
  if (!headline) return null;
  return (
    <div className="simulation-result" dir="auto">
      <div>{headline.result}</div>
      <div className="muted small">{headline.change}</div>
    </div>
  );
}
