import { useQueryClient } from '@tanstack/react-query';
import { useState, type DragEvent } from 'react';
import { useNavigate } from 'react-router';
import { isApiFailure } from '../../api/client';
import { useUpload } from '../../api/upload';
import { Field } from '../../components/field';
import { ErrorNotice } from '../../components/notice';
import { attemptSucceeded, idempotencyKeyOf } from '../../run-simulation/use-run-form';
import { addressOf, type Dataset } from './dataset';
import { UploadProgress } from '../../components/states';
import './own-data.css';

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
export function UploadPanel() {
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
