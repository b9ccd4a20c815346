import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { Link } from 'react-router';
import { api, data } from '../../api/client';
import { DataTable } from '../../components/data-table';
import type { Run } from '../../runs/run';
import { runColumns } from '../runs/run-columns';
import { useModels } from '../runs/use-models';
import '../runs/runs.css';

const count = 5;

/** The latest runs, below the question. Nothing while there are none: the examples help then. */
export function RecentRuns() {
  const { data: runs = [] } = useQuery<Run[]>({
    queryKey: ['runs', 'recent'],
    queryFn: () => data(api.GET('/v1/runs', { params: { query: { limit: count } } })),
  });
  const models = useModels(runs);
  const columns = useMemo(() => runColumns(models), [models]);
  if (runs.length === 0) return null;
  return (
    <section className="stack">
      <h2>Recent runs</h2>
      <DataTable caption="Recent runs" columns={columns} rows={runs} rowKey={({ id }) => id} />
      <p>
        <Link to="/runs">All runs</Link>
      </p>
    </section>
  );
}
