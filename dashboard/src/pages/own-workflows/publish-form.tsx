import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ChangeEvent, useState } from 'react';
import { Link } from 'react-router';
import { Button, ErrorNotice, Notice, Warnings } from '../../components/notice';
import { Field, TextArea } from '../../components/field';
import { useTier } from '../../session/session';
import { type Definition, type Evidence, parseDefinition, promote, type Promotion } from './own-workflow';
import { DataTable } from '../../components/data-table';
import { Facts } from '../../components/facts';
import { formatAgents, formatCount, formatPoints, formatShare } from '../../format/format';
import { isApiFailure } from '../../api/client';

/** Upload, check and publish a definition. Only a checked text can be published. */
export function PublishForm({ onClose }: { onClose: () => void }) {
  const { tier } = useTier();
  const queryClient = useQueryClient();
  const [text, setText] = useState('');
  const [problem, setProblem] = useState<string>();
  const check = useMutation({
    mutationFn: async (definition: Definition) => ({ definition, promotion: await promote(definition, true) }),
  });
  const publication = useMutation<Promotion, Error, Definition>({
    mutationFn: (definition) => promote(definition, false),
    onSuccess: () => void queryClient.invalidateQueries({ queryKey: ['case-studies'] }),
  });
  const change = (value: string) => {
    setText(value);
    setProblem(undefined);
    check.reset();
    publication.reset();
  };
  const readFile = async (event: ChangeEvent<HTMLInputElement>) => {
    const file = event.target.files?.[0];
    if (file) change(await file.text());
  };
  const startCheck = () => {
    const parsed = parseDefinition(text);
    if ('problem' in parsed) setProblem(parsed.problem);
    else check.mutate(parsed.definition);
  };

  return (
    <section className="panel stack" aria-labelledby="publish">
      <h2 id="publish">Publish a workflow</h2>
      <p className="muted">
        A definition contains the population, the model and the evidence. <Link to="/own-data">Own data</Link> makes one
        from a table, without a file like this. Its format is the{' '}
        <a href="/schemas/workflow-definition.json">JSON Schema of definitions</a>.
      </p>
      <Field label="Definition file" hint="A JSON file of at most 256 KiB.">
        {(control) => (
          <input
            {...control}
            className="input"
            type="file"
            accept=".json,application/json"
            onChange={(event) => void readFile(event)}
          />
        )}
      </Field>
      <TextArea
        label="Or paste the definition"
        className="input code"
        rows={10}
        spellCheck={false}
        value={text}
        error={problem}
        onChange={change}
      />
      <div className="row">
        <Button
          look={check.data ? 'normal' : 'primary'}
          disabled={!text.trim()}
          busy={check.isPending}
          onClick={startCheck}
        >
          {check.isPending ? 'Checking…' : 'Check'}
        </Button>
        {check.data && !publication.data && (
          <Button look="primary" busy={publication.isPending} onClick={() => publication.mutate(check.data.definition)}>
            Publish version {check.data.promotion.version} in the {tier} tier
          </Button>
        )}
        <Button onClick={onClose}>{publication.data ? 'Close' : 'Cancel'}</Button>
      </div>
      <div aria-live="polite" className="stack">
        {check.error && <CheckProblems error={check.error} />}
        {publication.error && <CheckProblems error={publication.error} />}
        {publication.data ? (
          <Notice title={`Version ${publication.data.version} is published`}>
            <p>
              <Link to={`/workflows/${publication.data.workflow_id}`}>Open the workflow</Link> and simulate it.
            </p>
          </Notice>
        ) : (
          check.data && <CheckResult {...check.data} />
        )}
      </div>
    </section>
  );
}

/** The result of a check without problems: evidence, small simulation, similar workflows. */
function CheckResult({ definition, promotion }: { definition: Definition; promotion: Promotion }) {
  // The service has checked the document against the schema of definitions.
  const evidence = definition['evidence'] as Evidence;
  return (
    <>
      <Notice title="The definition passed all checks">
        {promotion.workflow_id}, version {promotion.version}. Nothing is published yet.
      </Notice>
      <EvidenceFacts evidence={evidence} />
      <HeldOut evidence={evidence} />
      <Golden golden={promotion.golden} />
      <Warnings title="What limits the conclusions" messages={promotion.warnings} />
      {promotion.overlaps.length > 0 && <Overlaps overlaps={promotion.overlaps} />}
    </>
  );
}

const EvidenceFacts = ({ evidence: { data, hold_out } }: { evidence: Evidence }) => (
  <Facts
    facts={[
      ['Data', data.title],
      ['Respondents', formatCount(data.respondents)],
      ['Held-out observations', formatCount(hold_out.observations)],
      [
        'Error of held-out shares',
        hold_out.total_variation === undefined ? null : formatShare(hold_out.total_variation),
      ],
    ]}
  />
);

function HeldOut({ evidence: { hold_out } }: { evidence: Evidence }) {
  if (hold_out.outcomes.length === 0) return null;
  const rows = hold_out.outcomes.map(({ outcome, observed, predicted }) => ({
    id: outcome,
    cells: [formatShare(observed), formatShare(predicted), formatPoints(predicted - observed)],
  }));
  return (
    <ShareTable
      title="Predicted and observed shares of held-out data"
      headers={['Observed', 'Predicted', 'Difference']}
      rows={rows}
    />
  );
}

function Golden({ golden }: { golden: Promotion['golden'] }) {
  if (golden.outcomes.length === 0) return null;
  const rows = golden.outcomes.map(({ id, share, expected_share }) => ({
    id,
    cells: [formatShare(share), formatShare(expected_share)],
  }));
  return (
    <ShareTable
      title={`Baseline with ${formatAgents(golden.agent_count)}`}
      headers={['Simulated', 'Expected by the model']}
      rows={rows}
    />
  );
}

interface ShareTableProps {
  title: string;
  headers: readonly string[];
  rows: readonly { id: string; cells: readonly string[] }[];
}

const ShareTable = ({ title, headers, rows }: ShareTableProps) => (
  <div className="stack">
    <h3>{title}</h3>
    <DataTable
      caption={title}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        { header: 'Outcome', cell: ({ id }) => id },
        ...headers.map((header, index) => ({
          ...{ id: header, header, numeric: true },
          cell: ({ cells }: ShareTableProps['rows'][number]) => cells[index],
        })),
      ]}
    />
  </div>
);

const maxQuestionsShown = 3;

export function Overlaps({ overlaps }: { overlaps: Promotion['overlaps'] }) {
  return (
    <Notice kind="warning" title="Similar questions in other workflows">
      <p>Questions like these can be routed to the wrong workflow. Make your example questions more specific.</p>
      <ul>
        {overlaps.map(({ workflow_id, questions, taken }) => (
          <li key={workflow_id}>
            <code>{workflow_id}</code>
            <Examples questions={[...new Set([...questions, ...taken].map(({ question }) => question))]} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function Examples({ questions }: { questions: readonly string[] }) {
  const further = questions.length - maxQuestionsShown;
  return (
    <ul dir="auto">
      {questions.slice(0, maxQuestionsShown).map((question) => (
        <li key={question}>{question}</li>
      ))}
      {further > 0 && <li>and {formatCount(further)} more</li>}
    </ul>
  );
}

/** Problems of a definition with their paths, or another failure of the request. */
export function CheckProblems({ error }: { error: unknown }) {
  if (!isApiFailure(error) || error.code !== 'invalid_definition' || !error.meta.issues)
    return <ErrorNotice error={error} />;
  const { issues } = error.meta;
  return (
    <>
      <Notice
        kind="bad"
        title={issues.length === 1 ? '1 problem in the definition' : `${issues.length} problems in the definition`}
      >
        Fix them in the recipe or in the data of the calibration, and check again.
      </Notice>
      <DataTable
        caption="Problems of the definition"
        rows={issues}
        rowKey={({ path, message }) => path + message}
        columns={[
          { header: 'Path', cell: ({ path }) => <code>{path || '(document)'}</code> },
          { header: 'Problem', cell: ({ message }) => message },
        ]}
      />
    </>
  );
}
