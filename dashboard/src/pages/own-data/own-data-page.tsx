import { useState } from 'react';
import { Link } from 'react-router';
import { api, body } from '../../api/client';
import type { Page as PageOf } from '../../../../clients/typescript/src/list.js';
import { usePages } from '../../api/use-pages';
import { type Column, DataTable, StatusBadge, timeColumn } from '../../components/data-table';
import { Button } from '../../components/notice';
import { ConfirmDialog } from '../../components/form';
import { Page } from '../../components/page';
import { formatCount, formatDate } from '../../format/format';
import { isUnfinished } from '../../runs/run';
import { useHasScope, useTier } from '../../session/session';
import { addressOf, deleteDataset, type DatasetSummary, type Fit } from './dataset';
import { UploadPanel } from './upload-panel';
import { EmptyState, Pages } from '../../components/states';
import './own-data.css';

/** The way from a file to answers: upload, and the datasets and fits of the organization. */
export default function OwnDataPage() {
  const { tier } = useTier();
  const canWrite = useHasScope('simulations:write');
  return (
    <Page
      title="Own data"
      intro={`From a file to answers: upload a table, look at its columns, fit a model, publish it, and ask questions. Only your organization can see your data, in the ${tier} tier.`}
    >
      {canWrite ? (
        <UploadPanel />
      ) : (
        <p>Your access does not include uploads. An owner of the organization can grant it.</p>
      )}
      <Datasets canWrite={canWrite} />
      <Fits />
    </Page>
  );
}

function Datasets({ canWrite }: { canWrite: boolean }) {
  const { tier } = useTier();
  const [deleting, setDeleting] = useState<DatasetSummary>();
  const query = usePages(['datasets', 'list'], (cursor) =>
    body(api.GET('/v1/datasets', { params: { query: { cursor } } })),
  );
  return (
    <section className="stack" aria-labelledby="own-data-datasets">
      <h2 id="own-data-datasets">Datasets</h2>
      <Pages
        query={query}
        lines={3}
        empty={
          <EmptyState title={`No datasets in the ${tier} tier`}>
            A table with an outcome and what may explain it is enough, such as answers to letters, or purchases.
          </EmptyState>
        }
      >
        {(rows) => (
          <DataTable
            caption="Datasets"
            columns={datasetColumns(setDeleting, canWrite)}
            rows={rows}
            rowKey={({ id }) => id}
          />
        )}
      </Pages>
      {deleting && <DeleteDialog dataset={deleting} onClose={() => setDeleting(undefined)} />}
    </section>
  );
}

const nameOf = ({ id, name }: DatasetSummary) => name ?? id;

const datasetColumns = (onDelete: (dataset: DatasetSummary) => void, canDelete: boolean): Column<DatasetSummary>[] => [
  {
    header: 'Name',
    cell: (dataset) => (
      <Link to={addressOf(dataset.id)} dir="auto">
        {nameOf(dataset)}
      </Link>
    ),
  },
  { header: 'Rows', numeric: true, cell: ({ row_count }) => formatCount(row_count) },
  { header: 'Columns', numeric: true, cell: ({ column_count }) => formatCount(column_count) },
  timeColumn('Uploaded', ({ created_at }: DatasetSummary) => created_at),
  { header: 'Deleted on', cell: ({ expires_at }) => formatDate(expires_at) },
  {
    header: 'Actions',
    cell: (dataset: DatasetSummary) => (
      <Button size="small" of={nameOf(dataset)} onClick={() => onDelete(dataset)}>
        Delete
      </Button>
    ),
    isHidden: !canDelete,
  },
];

const DeleteDialog = ({ dataset, onClose }: { dataset: DatasetSummary; onClose: () => void }) => (
  <ConfirmDialog
    danger
    title={`Delete ${nameOf(dataset)}?`}
    description="Its rows are deleted. Fits and published workflows remain, but no new fit can use it."
    confirmLabel="Delete the dataset"
    send={() => deleteDataset(dataset.id)}
    refresh={['datasets']}
    onClose={onClose}
  />
);

function Fits() {
  const query = usePages<Fit>(
    ['runs', 'list', { kind: 'fit' }],
    (cursor) => {
      const query = { kind: 'fit' as const, cursor };
      return body(api.GET('/v1/runs', { params: { query } })) as Promise<PageOf<Fit>>;
    },
    { refreshWhile: isUnfinished },
  );
  return (
    <section className="stack" aria-labelledby="own-data-fits">
      <h2 id="own-data-fits">Fits</h2>
      <Pages
        query={query}
        lines={3}
        empty={<p className="muted">No fits yet. Open a dataset to fit its first model.</p>}
      >
        {(rows) => <DataTable caption="Fits" columns={fitColumns} rows={rows} rowKey={({ id }) => id} />}
      </Pages>
    </section>
  );
}

const fitColumns: Column<Fit>[] = [
  {
    header: 'Model',
    cell: ({ id, name, dataset_id, workflow_id }) => (
      <Link to={addressOf(dataset_id, { fit: id })} dir="auto">
        {name ?? workflow_id}
      </Link>
    ),
  },
  {
    header: 'Formula',
    cell: ({ model }) => (
      <code className="own-data-formula" dir="auto">
        {model.formula}
      </code>
    ),
  },
  { header: 'Status', cell: ({ status }) => <StatusBadge status={status} /> },
  { header: 'Rows', numeric: true, cell: ({ model }) => formatCount(model.rows) },
  timeColumn('Created', ({ created_at }: Fit) => created_at),
];
