import { type DragEvent, useState } from 'react';
import { Link, useNavigate } from 'react-router';
import { useQueryClient } from '@tanstack/react-query';
import { api, body, isApiFailure } from '../../api/client';
import type { Page as PageOf } from '../../../../clients/typescript/src/list.js';
import { usePages } from '../../api/use-pages';
import { type Column, DataTable, StatusBadge, timeColumn } from '../../components/data-table';
import { Button, ErrorNotice } from '../../components/notice';
import { ConfirmDialog } from '../../components/form';
import { Page } from '../../components/page';
import { formatCount, formatDate } from '../../format/format';
import { isUnfinished } from '../../runs/run';
import { useHasScope, useTier } from '../../session/session';
import { addressOf, type Dataset, type DatasetSummary, deleteDataset, type Fit } from './dataset';
import { EmptyState, Pages, UploadProgress } from '../../components/states';
import { useUpload } from '../../api/upload';
import { Field } from '../../components/field';
import { attemptSucceeded, idempotencyKeyOf } from '../../run-simulation/use-run-form';
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
    description="Its rows are deleted, also as agents of completed simulations, whose reports keep their statistics. Fits and published workflows remain, but no new fit can use it."
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

const maxBytes = 50_000_000;
const maxNameCharacters = 120;

const types = [
  [/\.(tsv|tab)$/i, 'text/tab-separated-values'],
  [/\.(ndjson|jsonl)$/i, 'application/x-ndjson'],
  [/\.parquet$/i, 'application/vnd.apache.parquet'],
] as const;
const typeOf = ({ name }: File) => types.find(([pattern]) => pattern.test(name))?.[1] ?? 'text/csv';

/** What is wrong with a file, before it is sent. */
function problemOf({ name, size }: File): string | undefined {
  if (/\.(xlsx?|ods|numbers)$/i.test(name))
    return 'This is a spreadsheet. Save its table as CSV, and choose that file.';
  if (/\.(zip|gz|rar|7z)$/i.test(name)) return 'This is an archive. Unpack it, and choose the table.';
  if (size > maxBytes) return 'The file is larger than 50 MB. Choose a random sample of its rows.';
  return size === 0 ? 'The file is empty.' : undefined;
}

/** A file that is dropped or chosen is uploaded immediately, and its columns open. */
function UploadPanel() {
  const [file, setFile] = useState<File>();
  const [isOver, setOver] = useState(false);
  const { send, sent } = useDatasetUpload();
  const choose = (chosen: File | undefined) => {
    send.reset();
    setFile(chosen);
    if (chosen && problemOf(chosen) === undefined) send.mutate(chosen);
  };
  const drop = (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    if (!send.isPending) choose(event.dataTransfer.files[0]);
  };
  const problem = file && (problemOf(file) ?? rejection(send.error));
  return (
    <section
      className="own-data-drop stack"
      aria-label="Upload"
      data-over={isOver}
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={() => setOver(false)}
      onDrop={drop}
    >
      <Field
        label="Drop a file here, or choose one"
        hint="A table with a header: CSV, TSV, NDJSON or Parquet, at most 50 MB and 1,000,000 rows."
        error={problem}
      >
        {(control) => (
          <input
            type="file"
            accept=".csv,.tsv,.tab,.txt,.ndjson,.jsonl,.parquet,text/csv"
            className="input"
            disabled={send.isPending}
            {...control}
            // The same file again is a new choice.
            onClick={(event) => (event.currentTarget.value = '')}
            onChange={(event) => choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {send.isPending && <UploadProgress sent={sent} then="The service reads the columns…" />}
      {send.error && problem === undefined && <ErrorNotice error={send.error} onRetry={() => choose(file)} />}
    </section>
  );
}

/** Why the service rejected the content of the file, with the line. */
function rejection(error: unknown): string | undefined {
  if (!isApiFailure(error) || error.code !== 'invalid_dataset') return undefined;
  const texts = error.meta.issues?.map(({ message }) => `${message.charAt(0).toUpperCase()}${message.slice(1)}.`);
  return texts?.join(' ') || error.message;
}

function useDatasetUpload() {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  return useUpload<Dataset>(
    (file) => ({
      path: `/v1/datasets?${new URLSearchParams({ name: file.name.slice(-maxNameCharacters) }).toString()}`,
      type: typeOf(file),
      idempotencyKey: idempotencyKeyOf(['dataset', file.name, file.size, file.lastModified]),
    }),
    async (dataset) => {
      attemptSucceeded();
      queryClient.setQueryData(['datasets', 'one', dataset.id], dataset);
      void queryClient.invalidateQueries({ queryKey: ['datasets', 'list'] });
      await navigate(addressOf(dataset.id));
    },
  );
}
