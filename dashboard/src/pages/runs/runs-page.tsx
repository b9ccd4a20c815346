import { useQueries } from '@tanstack/react-query';
import type { CaseStudy } from '../../results/figure';
import { readCaseStudy } from '../../results/use-case-study';
import { type Known, useAuthors } from '../../runs/authors';
import { modelKey, type Run, isUnfinished } from '../../runs/run';
import { useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
import { api, body } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Button, ButtonLink } from '../../components/button';
import { DataTable } from '../../components/data-table';
import { LoadMore, EmptyState, Skeleton } from '../../components/states';
import { ErrorNotice } from '../../components/notice';
import { Page } from '../../components/page';
import { runColumns } from './run-columns';
import { ListFilters, type RunQuery, useRunFilters } from './run-filters';
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
    (cursor) =>
      body(api.GET('/v1/runs', { params: { query: { ...filters, ...(cursor !== undefined && { cursor }) } } })),
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
