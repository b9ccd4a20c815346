import { type components, isApiFailure } from '../../api/client';
import { Button, Notice } from '../../components/notice';
import { formatCount } from '../../format/format';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { useUpload } from '../../api/upload';
import { useIdempotencyKey } from '../../api/use-pages';
import { Field, formErrors, SelectField, TextField } from '../../components/field';
import { useWorkflow, type CaseStudy, useWorkflowList } from '../../workflow/use-workflow';
import { type CsvSample, readSample } from './csv-sample';
import { guessMapping, type Mapping, MappingFields, uploadQuery } from './mapping-fields';
import { Loaded, UploadProgress } from '../../components/states';

interface RowProblem {
  /** Path in the response: `rows.3.Sex`. */
  path: string;
  message: string;
}

function rowProblems(error: unknown): RowProblem[] {
  const issues = (isApiFailure(error) && error.meta.issues) || [];
  return issues.filter(({ path }) => path.startsWith('rows.'));
}

/** `rows.3.Sex` in words. */
function placeOf(path: string): string {
  const [, row = '', column = ''] = /^rows\.(\d+)(?:\.(.*))?$/s.exec(path) ?? [];
  return column === '' ? `Row ${row}` : `Row ${row}, column “${column}”`;
}

interface RowProblemsProps {
  problems: readonly RowProblem[];
  /** Number of all problems of the file. */
  total: number;
}

/** What to correct in the file, by row. */
function RowProblems({ problems, total }: RowProblemsProps) {
  if (problems.length === 0) return null;
  return (
    <Notice kind="bad" title={`${formatCount(Math.max(total, problems.length))} problems in the rows`}>
      <p>Rows are counted without the header. Nothing was stored.</p>
      <ul className="text-list">
        {problems.map(({ path, message }) => (
          <li key={path + message} dir="auto">
            {placeOf(path)}: {message}
          </li>
        ))}
      </ul>
      {total > problems.length && <p>These are the first {problems.length}.</p>}
    </Notice>
  );
}

interface UploadFormProps {
  workflowId: string | undefined;
  onSelect: (workflowId: string) => void;
  onClose: () => void;
}

export function UploadForm({ workflowId, onSelect, onClose }: UploadFormProps) {
  const list = useWorkflowList();
  const workflow = useWorkflow(workflowId);
  return (
    <section className="panel stack" aria-labelledby="upload">
      <h2 id="upload">Upload a population</h2>
      <Loaded query={list}>
        {(workflows) => (
          <SelectField
            label="Workflow"
            value={workflowId ?? ''}
            onChange={onSelect}
            options={[
              ...(workflowId === undefined ? [{ value: '', label: 'Select a workflow' }] : []),
              ...workflows.map(({ workflow_id, name }) => ({ value: workflow_id, label: name })),
            ]}
          />
        )}
      </Loaded>
      {workflowId !== undefined && (
        <Loaded query={workflow}>
          {(loaded) =>
            loaded.attributes.length === 0 ? (
              <p>The agents of this workflow have no attributes, so it has no population to replace.</p>
            ) : (
              <FileForm key={loaded.workflow_id} workflow={loaded} />
            )
          }
        </Loaded>
      )}
      <div>
        <Button onClick={onClose}>Cancel</Button>
      </div>
    </section>
  );
}

interface Chosen {
  file: File;
  sample: CsvSample;
  mapping: Mapping;
}

function FileForm({ workflow: { workflow_id, attributes } }: { workflow: CaseStudy }) {
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const [name, setName] = useState('');
  const [chosen, setChosen] = useState<Chosen>();
  const query = chosen && uploadQuery(workflow_id, name.trim(), chosen.mapping).toString();
  const idempotencyKey = useIdempotencyKey([query, chosen?.file.name, chosen?.file.size, chosen?.file.lastModified]);
  const { send, sent } = useUpload<components['schemas']['Population']>(
    () => ({ path: `/v1/populations?${query}`, type: 'text/csv', idempotencyKey }),
    async ({ id }) => {
      await queryClient.invalidateQueries({ queryKey: ['populations'] });
      await navigate(`/populations/${id}`);
    },
  );
  const rows = rowProblems(send.error);
  const fields = ['', 'name', 'weight', ...attributes.flatMap(({ id }) => [`columns[${id}]`, `values[${id}]`])];
  const errors = formErrors(send.error, [...fields, ...rows.map(({ path }) => path)]);
  const choose = async (file: File | undefined) => {
    send.reset();
    if (!file) return setChosen(undefined);
    const sample = await readSample(file);
    setChosen({ file, sample, mapping: guessMapping(attributes, sample) });
    setName((current) => (current === '' ? file.name.replace(/\.[a-z]+$/i, '') : current));
  };
  const canSend = chosen !== undefined && Object.keys(chosen.mapping.columns).length > 0;
  return (
    <>
      <Field
        label="CSV file"
        hint="A header, then one row for each person: 30 to 100,000 rows, at most 20 MB, in UTF-8."
        error={errors.at('')}
      >
        {(control) => (
          <input
            type="file"
            accept=".csv,text/csv"
            className="input"
            {...control}
            onChange={(event) => void choose(event.target.files?.[0])}
          />
        )}
      </Field>
      {chosen && (
        <>
          <TextField label="Name" error={errors.at('name')} maxLength={120} value={name} onChange={setName} />
          <MappingFields
            attributes={attributes}
            sample={chosen.sample}
            mapping={chosen.mapping}
            onChange={(mapping) => setChosen({ ...chosen, mapping })}
            problem={errors.at}
          />
          {!canSend && <p className="field-error">Select the column of at least one attribute.</p>}
        </>
      )}
      <RowProblems problems={rows} total={countOf(send.error)} />
      {errors.notice}
      {send.isPending && <UploadProgress sent={sent} then="The service reads the rows…" />}
      <div>
        <Button
          look="primary"
          busy={send.isPending}
          disabled={!canSend}
          onClick={() => chosen && send.mutate(chosen.file)}
        >
          {send.isPending ? 'Uploading…' : 'Upload'}
        </Button>
      </div>
    </>
  );
}

const countOf = (error: unknown): number =>
  isApiFailure(error) && typeof error.meta['issue_count'] === 'number' ? error.meta['issue_count'] : 0;
