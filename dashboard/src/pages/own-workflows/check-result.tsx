import { Notice, ErrorNotice } from '../../components/notice';
import { formatCount, formatPoints, formatShare, formatAgents } from '../../format/numbers';
import type { Definition, Evidence, Promotion } from './own-workflow';
import { isApiFailure } from '../../api/client';

/** The result of a check without problems: evidence, small simulation, similar workflows. */
export function CheckResult({ definition, promotion }: { definition: Definition; promotion: Promotion }) {
  // The service has checked the document against the schema of definitions.
  const evidence = definition['evidence'] as Evidence;
  return (
    <>
      <Notice title="The definition passed all checks">
        <p>
          {promotion.workflow_id}, version {promotion.version}. Nothing is published yet.
        </p>
      </Notice>
      <EvidenceFacts evidence={evidence} />
      <HeldOut evidence={evidence} />
      <Golden golden={promotion.golden} />
      {promotion.warnings.length > 0 && <Warnings warnings={promotion.warnings} />}
      {promotion.overlaps.length > 0 && <Overlaps overlaps={promotion.overlaps} />}
    </>
  );
}

function EvidenceFacts({ evidence: { data, hold_out } }: { evidence: Evidence }) {
  return (
    <dl className="own-workflows-facts">
      <div>
        <dt>Data</dt>
        <dd dir="auto">{data.title}</dd>
      </div>
      <div>
        <dt>Respondents</dt>
        <dd>{formatCount(data.respondents)}</dd>
      </div>
      <div>
        <dt>Held-out observations</dt>
        <dd>{formatCount(hold_out.observations)}</dd>
      </div>
      {hold_out.total_variation !== undefined && (
        <div>
          <dt>Error of held-out shares</dt>
          <dd>{formatShare(hold_out.total_variation)}</dd>
        </div>
      )}
    </dl>
  );
}

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

function ShareTable({ title, headers, rows }: ShareTableProps) {
  return (
    <div className="stack own-workflows-table">
      <h3>{title}</h3>
      <div className="table-scroll" role="region" aria-label={title} tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Outcome</th>
              {headers.map((header) => (
                <th key={header} scope="col" className="number">
                  {header}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ id, cells }) => (
              <tr key={id}>
                <td>{id}</td>
                {cells.map((cell, index) => (
                  <td key={headers[index]} className="number">
                    {cell}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </div>
  );
}

const maxQuestionsShown = 3;

function Warnings({ warnings }: { warnings: Promotion['warnings'] }) {
  return (
    <Notice kind="warning" title="What limits the conclusions">
      <ul dir="auto">
        {warnings.map(({ code, message }) => (
          <li key={`${code} ${message}`}>{message}</li>
        ))}
      </ul>
    </Notice>
  );
}

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
        <p>Fix them in the recipe or in the data of the calibration, and check again.</p>
      </Notice>
      <div className="table-scroll" role="region" aria-label="Problems of the definition" tabIndex={0}>
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Path</th>
              <th scope="col">Problem</th>
            </tr>
          </thead>
          <tbody>
            {issues.map(({ path, message }) => (
              <tr key={path + message}>
                <td>
                  <code>{path || '(document)'}</code>
                </td>
                <td>{message}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}
