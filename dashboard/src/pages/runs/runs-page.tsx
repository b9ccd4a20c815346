import { useQueries } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { authorOptions, type Known, useAuthors } from '../../runs/authors';
import { isUnfinished, kinds, modelKey, type Run } from '../../runs/run';
import { api, body, type operations } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button, ButtonLink, ErrorNotice } from '../../components/notice';
import { DataTable } from '../../components/data-table';
import { Page } from '../../components/page';
import { runColumns } from './run-columns';
import { SelectField, TextField } from '../../components/field';
import { inWords } from '../../workflow/labels';
import { type CaseStudy, readWorkflow, useWorkflowList } from '../../workflow/use-workflow';
import { Skeleton, EmptyState, LoadMore } from '../../components/states';
import './runs.css';

/** The workflows of the listed runs, each version once: they name the headline and the parameters. */
export function useModels(rows: readonly Run[]): ReadonlyMap<string, CaseStudy> {
  const needed = [...new Map(rows.map((row) => [modelKey(row), row])).values()];
  return useQueries({
    queries: needed.map(({ workflow_id, workflow_version }) => ({
      queryKey: ['case-studies', 'one', workflow_id, workflow_version],
      queryFn: () => readWorkflow(workflow_id, workflow_version),
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

/** All runs of the organization in this tier. The filters are in the address, so that a link keeps them. */
export default function RunsPage() {
  const { query: filters, reset, ...fields } = useRunFilters();
  const known = useAuthors({ members: true, keys: true });
  const query = useRuns(filters);
  const hasFilters = Object.keys(filters).length > 0;
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
      <ListFilters {...fields} known={known} />
      {query.error && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.rows === undefined && !query.error && <Skeleton lines={6} />}
      {query.rows?.length === 0 && <EmptyList hasFilters={hasFilters} onReset={reset} />}
      {query.rows && query.rows.length > 0 && <RunTable rows={query.rows} known={known} />}
      <div>
        <LoadMore query={query} />
      </div>
    </Page>
  );
}

function useRuns(filters: RunQuery) {
  return usePages<Run>(
    ['runs', 'list', filters],
    (cursor) => body(api.GET('/v1/runs', { params: { query: { ...filters, cursor } } })),
    { refreshWhile: isUnfinished },
  );
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

function RunTable({ rows, known }: { rows: readonly Run[]; known: Known }) {
  const models = useModels(rows);
  const navigate = useNavigate();
  const [chosen, setChosen] = useState<readonly string[]>([]);
  const compared = rows.find(({ id }) => id === chosen[0])?.workflow_id;
  const columns = useMemo(
    () =>
      runColumns(models, {
        known,
        choice: {
          isChosen: (id) => chosen.includes(id),
          canChoose: ({ object, status, workflow_id }) =>
            object === 'simulation' && status === 'completed' && (compared === undefined || compared === workflow_id),
          toggle: (id) =>
            setChosen(
              chosen.includes(id) ? chosen.filter((other) => other !== id) : [...chosen, id].slice(-maxCompared),
            ),
        },
      }),
    [models, known, chosen, compared],
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

type RunQuery = NonNullable<operations['runsList']['parameters']['query']>;

const statuses = ['queued', 'running', 'completed', 'failed', 'canceled'] as const;
/** The filters of the service, by their names in the address of the page. */
const filters = { kind: 'kind', status: 'status', workflow: 'workflow_id', name: 'name', by: 'created_by' } as const;
type FilterName = keyof typeof filters;

/** Values that the service accepts. A link with another value has no such filter. */
const valid: Partial<Record<FilterName, (value: string) => boolean>> = {
  kind: (value) => value in kinds,
  status: (value) => statuses.some((status) => status === value),
  by: (value) => /^(me|[0-9a-f-]{36})$/.test(value),
};

/** The filters of the list, in the address of the page, so that a link keeps them. */
function useRunFilters() {
  const [search, setSearch] = useSearchParams();
  const names = Object.keys(filters) as FilterName[];
  const valueIn = (name: FilterName) => {
    const value = search.get(name) ?? '';
    return valid[name]?.(value) === false ? '' : value;
  };
  const setFilter = (name: FilterName, value: string) => {
    const next = new URLSearchParams(search);
    if (value === '') next.delete(name);
    else next.set(name, value);
    setSearch(next, { replace: true });
  };
  const chosen = names.filter((name) => valueIn(name) !== '');
  const query = Object.fromEntries(chosen.map((name) => [filters[name], valueIn(name)])) as RunQuery;
  return { query, valueIn, setFilter, reset: () => setSearch({}) };
}

type ListFiltersProps = Pick<ReturnType<typeof useRunFilters>, 'valueIn' | 'setFilter'> & { known: Known };

function ListFilters({ valueIn, setFilter, known }: ListFiltersProps) {
  const { data: workflows = [] } = useWorkflowList();
  const all = { value: '', label: 'All' };
  const by = valueIn('by') === known.me ? 'me' : valueIn('by');
  const select = (
    name: FilterName,
    label: string,
    options: readonly { value: string; label: string }[],
    value = valueIn(name),
  ) => <SelectField label={label} value={value} onChange={(next) => setFilter(name, next)} options={options} />;
  return (
    <div className="filters">
      <TextField
        label="Name contains"
        type="search"
        maxLength={120}
        value={valueIn('name')}
        onChange={(value) => setFilter('name', value)}
      />
      {select('kind', 'Kind', [all, ...Object.entries(kinds).map(([value, { plural }]) => ({ value, label: plural }))])}
      {select('status', 'Status', [all, ...statuses.map((value) => ({ value, label: inWords(value) }))])}
      {select('workflow', 'Workflow', [all, ...workflows.map((one) => ({ value: one.workflow_id, label: one.name }))])}
      {select('by', 'Created by', authorOptions(known, by), by)}
    </div>
  );
}
