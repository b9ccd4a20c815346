import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { api, body, type components } from '../../api/client';
import { usePages } from '../../api/use-pages';
import { Badge, type Column, DataTable, timeColumn } from '../../components/data-table';
import { Button } from '../../components/notice';
import { Page } from '../../components/page';
import { formatCount } from '../../format/format';
import { useTier } from '../../session/session';
import { useWorkflowList } from '../../workflow/use-workflow';
import { UploadForm } from './upload-form';
import { EmptyState, Pages } from '../../components/states';

type Population = components['schemas']['Population'];

/** `?workflow=` opens the form for this workflow. */
export default function PopulationsPage() {
  const [search, setSearch] = useSearchParams();
  const workflowId = search.get('workflow') ?? undefined;
  const [isAdding, setAdding] = useState(workflowId !== undefined);
  const { tier } = useTier();
  const populations = usePages(['populations', 'list'], (cursor) =>
    body(api.GET('/v1/populations', { params: { query: { cursor } } })),
  );
  const workflows = useWorkflowList();
  const nameOf = (id: string) => workflows.data?.find(({ workflow_id }) => workflow_id === id)?.name ?? id;
  const addButton = (
    <Button look="primary" onClick={() => setAdding(true)}>
      Upload a population
    </Button>
  );
  return (
    <Page
      title="Populations"
      intro={`Your own people, such as customers or a survey, in place of the published population of a workflow, in the ${tier} tier.`}
      actions={!isAdding && addButton}
    >
      {isAdding && (
        <UploadForm
          workflowId={workflowId}
          onSelect={(id) => setSearch({ workflow: id }, { replace: true })}
          onClose={() => {
            setAdding(false);
            setSearch({}, { replace: true });
          }}
        />
      )}
      <Pages
        query={populations}
        empty={
          !isAdding && (
            <EmptyState title={`No populations in the ${tier} tier`} action={addButton}>
              A CSV file with one row for each person is enough. Attributes that it lacks are drawn.
            </EmptyState>
          )
        }
      >
        {(rows) => <DataTable caption="Populations" columns={columns(nameOf)} rows={rows} rowKey={({ id }) => id} />}
      </Pages>
    </Page>
  );
}

const columns = (nameOf: (workflowId: string) => string): Column<Population>[] => [
  {
    header: 'Name',
    cell: ({ id, name }) => (
      <Link to={`/populations/${id}`} dir="auto">
        {name ?? id}
      </Link>
    ),
  },
  { header: 'Workflow', cell: ({ workflow_id }) => <span dir="auto">{nameOf(workflow_id)}</span> },
  { header: 'Rows', numeric: true, cell: ({ people_count }) => formatCount(people_count) },
  {
    header: 'Compared with the published population',
    cell: ({ warnings }) => (warnings.length > 0 ? <Badge kind="warning">differs much</Badge> : 'similar'),
  },
  timeColumn('Created', ({ created_at }: Population) => created_at),
];
