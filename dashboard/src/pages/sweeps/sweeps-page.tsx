import { Link } from 'react-router';
import { api, body } from '../../api/client';
import type { components } from '../../api/generated/schema';
import { usePages } from '../../api/use-pages';
import { StatusBadge } from '../../components/badge';
import { ButtonLink } from '../../components/button';
import { DataTable } from '../../components/data-table';
import { LoadMore } from '../../components/load-more';
import { ErrorNotice } from '../../components/notice';
import { Page } from '../../components/page';
import { EmptyState, Skeleton } from '../../components/states';
import { Time } from '../../components/time';
import { formatCount } from '../../format/numbers';
import { useWorkflowList } from '../../workflow/use-workflow-list';
import './sweeps.css';

type Sweep = components['schemas']['Sweep'];

export default function SweepsPage() {
  const names = useWorkflowList();
  const nameOf = (id: string) => names.data?.find(({ workflow_id }) => workflow_id === id)?.name ?? id;
  const sweeps = usePages(['sweeps', 'list'], (cursor) =>
    body(api.GET('/v1/sweeps', { params: { query: { ...(cursor !== undefined && { cursor }) } } })),
  );
  const create = (
    <ButtonLink look="primary" to="/sweeps/new">
      New parameter sweep
    </ButtonLink>
  );
  return (
    <Page
      title="Parameter sweeps"
      actions={sweeps.rows?.length ? create : undefined}
      intro="One workflow at several values of one or two parameters, with the same agents at each value."
    >
      <div className="stack">
        {sweeps.error && <ErrorNotice error={sweeps.error} onRetry={() => void sweeps.refetch()} />}
        {!sweeps.rows && !sweeps.error && <Skeleton lines={5} />}
        {sweeps.rows?.length === 0 && (
          <EmptyState title="No parameter sweeps yet" action={create}>
            <p>
              A sweep shows how the results change with a parameter: as a curve, or as a heat map of two parameters.
            </p>
          </EmptyState>
        )}
        {sweeps.rows && sweeps.rows.length > 0 && <SweepsTable rows={sweeps.rows} nameOf={nameOf} />}
        <LoadMore query={sweeps} />
      </div>
    </Page>
  );
}

function SweepsTable({ rows, nameOf }: { rows: readonly Sweep[]; nameOf: (workflowId: string) => string }) {
  return (
    <DataTable
      caption="Parameter sweeps"
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'workflow',
          header: 'Workflow',
          cell: ({ id, workflow_id }) => (
            <Link to={`/sweeps/${id}`} dir="auto">
              {nameOf(workflow_id)}
            </Link>
          ),
          sortBy: ({ workflow_id }) => nameOf(workflow_id),
        },
        {
          id: 'parameters',
          header: 'Parameters',
          cell: ({ parameters }) =>
            parameters.map(({ name, values }) => `${name} (${values.length} values)`).join(', '),
        },
        { id: 'status', header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
        {
          id: 'points',
          header: 'Completed points',
          numeric: true,
          cell: ({ progress }) => `${formatCount(progress.points.completed)} of ${formatCount(progress.points_total)}`,
          sortBy: ({ progress }) => progress.points_total,
        },
        {
          id: 'created',
          header: 'Created',
          cell: ({ created_at }) => <Time at={created_at} />,
          sortBy: ({ created_at }) => created_at,
        },
      ]}
    />
  );
}
