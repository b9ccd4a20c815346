import { useQueries, useQuery } from '@tanstack/react-query';
import type { CaseStudy } from '../../results/figure';
import { readCaseStudy } from '../../results/use-case-study';
import { modelKey, type Run, isUnfinished, kinds, type RunKind } from '../../runs/run';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button, ButtonLink } from '../../components/button';
import { DataTable } from '../../components/data-table';
import { SelectField, TextField } from '../../components/field';
import { LoadMore, EmptyState, Skeleton } from '../../components/states';
import { ErrorNotice } from '../../components/notice';
import { Page } from '../../components/page';
import { runColumns } from './run-columns';
import './runs.css';

/** The workflows of the listed runs, each version once: they name the headline and the parameters. */
export function useModels(rows: readonly Run[]): ReadonlyMap<string, CaseStudy> {
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

/** Maximum simulations of one comparison. */
const maxCompared = 20;

const isKind = (value: string | null): value is RunKind => value !== null && value in kinds;

/** All runs of the organization in this tier. The filters are in the address, so that a link keeps them. */
export default function RunsPage() {
  const [search, setSearch] = useSearchParams();
  const requested = search.get('kind');
  const filters = {
    kind: isKind(requested) ? requested : undefined,
    workflow_id: search.get('workflow') ?? undefined,
    name: search.get('name') ?? undefined,
  };
  const setFilter = (name: 'kind' | 'workflow' | 'name', value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const query = useRuns(filters);
  const hasFilters = Object.values(filters).some((value) => value !== undefined);
  return (
    <Page
      title="Runs"
      intro="All simulations, parameter sweeps, goals, sensitivity analyses, fits, surveys, bias reports and large simulations of your organization in this tier, newest first. The points of a sweep are on its page."
      actions={
        <>
          <ButtonLink to="/sweeps/new">New parameter sweep</ButtonLink>
          <ButtonLink to="/" look="primary">
            Ask a question
          </ButtonLink>
        </>
      }
    >
      <ListFilters filters={filters} onChange={setFilter} />
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.rows === undefined && !query.error && <Skeleton lines={6} />}
      {query.rows?.length === 0 && <EmptyList hasFilters={hasFilters} onReset={() => setSearch({})} />}
      {query.rows && query.rows.length > 0 && <RunTable rows={query.rows} />}
      <div>
        <LoadMore query={query} />
      </div>
    </Page>
  );
}

interface Filters {
  kind: RunKind | undefined;
  workflow_id: string | undefined;
  name: string | undefined;
}

function useRuns(filters: Filters) {
  return usePages<Run>(
    ['runs', 'list', filters],
    (cursor) =>
      body(
        api.GET('/v1/runs', { params: { query: { ...definedOf(filters), ...(cursor !== undefined && { cursor }) } } }),
      ),
    { refreshWhile: isUnfinished },
  );
}

function definedOf({ kind, workflow_id, name }: Filters) {
  return { ...(kind && { kind }), ...(workflow_id && { workflow_id }), ...(name && { name }) };
}

function EmptyList({ hasFilters, onReset }: { hasFilters: boolean; onReset: () => void }) {
  if (hasFilters)
    return <EmptyState title="No run matches these filters" action={<Button onClick={onReset}>Show all</Button>} />;
  return (
    <EmptyState
      title="No runs yet"
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

interface ListFiltersProps {
  filters: Filters;
  onChange: (name: 'kind' | 'workflow' | 'name', value: string) => void;
}

function ListFilters({ filters, onChange }: ListFiltersProps) {
  const workflows = useQuery({
    queryKey: ['case-studies', 'names'],
    queryFn: ({ signal }) => body(api.GET('/v1/case-studies', { params: { query: { limit: 100 } }, signal })),
    staleTime: 60_000,
  });
  return (
    <div className="filters">
      <TextField
        label="Name contains"
        type="search"
        maxLength={120}
        value={filters.name ?? ''}
        onChange={(event) => onChange('name', event.target.value)}
      />
      <SelectField
        label="Kind"
        value={filters.kind ?? ''}
        onChange={(kind) => onChange('kind', kind)}
        options={[
          { value: '', label: 'All' },
          ...Object.entries(kinds).map(([value, { plural }]) => ({ value, label: plural })),
        ]}
      />
      <SelectField
        label="Workflow"
        value={filters.workflow_id ?? ''}
        onChange={(workflow) => onChange('workflow', workflow)}
        options={[
          { value: '', label: 'All' },
          ...(workflows.data?.data ?? []).map((one) => ({ value: one.workflow_id, label: one.name })),
        ]}
      />
    </div>
  );
}

function RunTable({ rows }: { rows: readonly Run[] }) {
  const models = useModels(rows);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const compared = rows.find(({ id }) => id === chosen[0])?.workflow_id;
  const columns = useMemo(
    () =>
      runColumns(models, {
        isChosen: (id) => chosen.includes(id),
        canChoose: ({ object, status, workflow_id }) =>
          object === 'simulation' && status === 'completed' && (compared === undefined || compared === workflow_id),
        toggle: (id) =>
          setChosen(chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-maxCompared)),
      }),
    [models, chosen, compared],
  );
  return (
    <div className="stack">
      <div className="run-compare">
        <Button disabled={chosen.length < 2} onClick={() => void navigate(`/compare?ids=${chosen.join(',')}`)}>
          {chosen.length < 2 ? 'Compare' : `Compare ${chosen.length} simulations`}
        </Button>
        <span className="muted small">
          Select completed simulations of one workflow. The first one is the reference.
        </span>
      </div>
      <DataTable caption="Runs" columns={columns} rows={rows} rowKey={({ id }) => id} />
    </div>
  );
}
