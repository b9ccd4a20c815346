import { DataTable } from '../../components/data-table';
import { Facts } from '../../components/facts';
import { Notice, ErrorNotice, Warnings } from '../../components/notice';
import { formatAgents, formatCount, formatPoints, formatShare } from '../../format/format';
import type { Definition, Evidence, Promotion } from './own-workflow';
import { isApiFailure } from '../../api/client';

/** The result of a check without problems: evidence, small simulation, similar workflows. */
export function CheckResult({ definition, promotion }: { definition: Definition; promotion: Promotion }) {
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
