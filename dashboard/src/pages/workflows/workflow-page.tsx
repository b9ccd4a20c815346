import { Link, useParams } from 'react-router';
import { isApiFailure } from '../../api/client';
import { Badge } from '../../components/data-table';
import { ButtonLink, Notice } from '../../components/notice';
import { Page } from '../../components/page';
import { formatDate } from '../../format/format';
import { familyLabel, inWords, originParts } from '../../workflow/labels';
import { useWorkflow, type CaseStudy } from '../../workflow/use-workflow';
import { Evidence } from './evidence';
import { WorkflowRun } from './workflow-run';
import { EmptyState, Loaded } from '../../components/states';
import './workflows-page.css';

const maxQuestions = 6;

export default function WorkflowPage() {
  const { workflowId } = useParams();
  const query = useWorkflow(workflowId);
  if (isApiFailure(query.error) && query.error.status === 404) {
    return (
      <Page title="Workflow not found">
        <EmptyState
          title={`There is no workflow “${workflowId}”`}
          action={<ButtonLink to="/workflows">See all workflows</ButtonLink>}
        >
          It may belong to another organization, or its name may be misspelled.
        </EmptyState>
      </Page>
    );
  }
  return (
    <Page title={query.data?.name ?? 'Workflow'} actions={<Link to="/workflows">All workflows</Link>}>
      <Loaded query={query} lines={8}>
        {(workflow) => (
          <>
            <Summary workflow={workflow} />
            <Analyses workflow={workflow} />
            <WorkflowRun key={workflow.definition_digest} workflow={workflow} />
            <Questions workflow={workflow} />
            <Evidence workflow={workflow} />
          </>
        )}
      </Loaded>
    </Page>
  );
}

function Summary({ workflow }: { workflow: CaseStudy }) {
  const { summary, domain, family, version, visibility, deprecated_at, data_origin } = workflow;
  return (
    <div className="stack">
      <div className="row">
        <Badge>{inWords(domain)}</Badge>
        <Badge>{familyLabel(family)}</Badge>
        {visibility === 'private' && <Badge>Yours</Badge>}
        {data_origin && <span className="small muted">Data: {originParts(data_origin).join(', ')}</span>}
        <span className="small muted">Version {version}</span>
      </div>
      <p className="page-intro" dir="auto">
        {summary}
      </p>
      {deprecated_at !== null && (
        <Notice kind="warning" title="This workflow is deprecated">
          Since {formatDate(deprecated_at)}, it accepts no new simulations.
        </Notice>
      )}
    </div>
  );
}

/** The forms of analyses that run the workflow many times. */
function Analyses({
  workflow: { workflow_id, scenario_schema, agents_interact, deprecated_at },
}: {
  workflow: CaseStudy;
}) {
  if (deprecated_at !== null || Object.keys(scenario_schema.properties).length === 0) return null;
  const search = `?workflow=${encodeURIComponent(workflow_id)}`;
  return (
    <div className="row">
      {!agents_interact && <ButtonLink to={`/sensitivities/new${search}`}>What matters most</ButtonLink>}
      {!agents_interact && <ButtonLink to={`/goals/new${search}`}>Find the value that reaches a target</ButtonLink>}
      <ButtonLink to={`/sweeps/new${search}`}>Try several values</ButtonLink>
    </div>
  );
}

/** Questions that this workflow answers, each as a link that asks it. */
function Questions({ workflow }: { workflow: CaseStudy }) {
  const questions = workflow.definition.routing.examples.slice(0, maxQuestions);
  return (
    <section>
      <h2>Questions that it answers</h2>
      <ul className="workflows-texts">
        {questions.map((question) => (
          <li key={question} dir="auto">
            <Link to={`/?question=${encodeURIComponent(question)}`}>{question}</Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
