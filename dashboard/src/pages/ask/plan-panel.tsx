import { Link } from 'react-router';
import { Button, ErrorNotice } from '../../components/notice';
import { useCreateRun } from '../../run-simulation/use-run-form';
import type { CaseStudy } from '../../workflow/use-workflow';
import { namesOf, titleOf } from '../../runs/title';
import { type DryRunEstimate, type Suggested, type Interpretation, confidenceText } from './requests';
import { useEffect, useRef } from 'react';
import { Badge } from '../../components/data-table';
import { parametersOf, type ParameterValues } from '../../parameter-form/parameters';
import { WhatIf } from '../../what-if';
import { segmentLabel } from '../../workflow/labels';
import { AlternativesList } from './decision-panel';
import type { Draft } from './draft';
import { MarkedQuestion } from './question-box';
import { comparedParameters, MissingParts, OtherRuns, overridesOf, planValues, sourceNotes } from './plan-parts';
import { Skeleton } from '../../components/states';

interface SuggestedGoalProps {
  question: string;
  suggested: Suggested;
  /** Undefined while it loads. */
  workflow: CaseStudy | undefined;
}

const maxNameCharacters = 120;

/** The search that answers a question for a value. */
function SuggestedGoal({ question, suggested, workflow }: SuggestedGoalProps) {
  const request = { ...suggested.body, name: question.trim().slice(0, maxNameCharacters) };
  const create = useCreateRun('/v1/goals');
  const parameters = request.parameters.map(({ name }) => ({ name, from: 0, to: 0 }));
  const { objective } = request;
  return (
    <div className="panel stack">
      <h3>The question asks for a value</h3>
      <p dir="auto">
        A search finds it: <strong>{titleOf({ name: null, parameters, objective }, namesOf(workflow))}</strong>. The
        simulation on this page shows the baseline.
      </p>
      <div>
        <Button look="primary" busy={create.isPending} onClick={() => create.mutate(request)}>
          Run the search
        </Button>
      </div>
      {create.error && <ErrorNotice error={create.error} onRetry={() => create.mutate(request)} />}
    </div>
  );
}

export interface PlanPanelProps {
  estimate: DryRunEstimate;
  /** Undefined while it loads. */
  workflow: CaseStudy | undefined;
  interpretation: Interpretation;
  draft: Draft;
  /** The workflow was chosen before the question. */
  isPinned: boolean;
  onChange: (draft: Draft) => void;
  onDigest: (digest: string | undefined) => void;
}

/** What the question would run: the workflow, the values, and what has no effect. */
export default function PlanPanel(props: PlanPanelProps) {
  const { estimate, workflow, interpretation, draft, isPinned, onChange } = props;
  const heading = useRef<HTMLHeadingElement>(null);
  const { overrides, workflowId: chosen } = draft;
  // The button that chose the workflow is no longer on the page: continue here.
  useEffect(() => {
    if (chosen !== undefined) heading.current?.focus();
  }, [chosen]);
  const parameters = workflow ? parametersOf(workflow) : [];
  return (
    <section className="stack" aria-labelledby="ask-plan">
      <MissingParts
        interpretation={interpretation}
        parameters={parameters}
        onChoose={(values) => onChange({ ...draft, overrides: { ...overrides, ...values } })}
      />
      <div aria-live="polite">
        <h2 id="ask-plan" ref={heading} tabIndex={-1} dir="auto" className="ask-plan-title">
          {interpretation.routed_via.workflow_name}
        </h2>
        <div className="row">
          {chosen === undefined && !isPinned ? (
            <Confidence confidence={interpretation.routed_via.confidence} coverage={interpretation.coverage} />
          ) : (
            <Badge>Your choice</Badge>
          )}
          <Link to={`/workflows/${estimate.workflow_id}`}>About this workflow</Link>
          {chosen !== undefined && (
            <Button
              size="small"
              look="plain"
              onClick={() => onChange({ ...draft, workflowId: undefined, overrides: {} })}
            >
              Back to the question
            </Button>
          )}
        </div>
      </div>
      {workflow ? (
        <>
          <div>
            <h3>How the question was read</h3>
            <MarkedQuestion question={draft.question} interpretation={interpretation} />
            {interpretation.interpreted.length === 0 && interpretation.coverage === 'full' && (
              <p>No value changes. The simulation shows the situation in the data, the baseline.</p>
            )}
          </div>
          <PlanWhatIf {...props} workflow={workflow} />
        </>
      ) : (
        <Skeleton lines={2} />
      )}
      <OtherRuns also={interpretation.also} parameters={parameters} />
      {interpretation.suggested && (
        <SuggestedGoal question={draft.question} suggested={interpretation.suggested} workflow={workflow} />
      )}
      {workflow && <Segments segments={interpretation.segments} workflow={workflow} />}
      {interpretation.routed_via.explanation && <Reasons explanation={interpretation.routed_via.explanation} />}
      {interpretation.routed_via.alternatives.length > 0 && (
        <details className="ask-details">
          <summary>Not what you meant?</summary>
          <AlternativesList
            alternatives={interpretation.routed_via.alternatives}
            onChoose={(other) => onChange({ ...draft, workflowId: other, overrides: {} })}
          />
        </details>
      )}
    </section>
  );
}

/** The values of the plan, which move its result. */
function PlanWhatIf({
  estimate,
  workflow,
  interpretation: { interpreted, also },
  draft,
  onChange,
  onDigest,
}: PlanPanelProps & { workflow: CaseStudy }) {
  const { agent_count, seed } = estimate;
  const change = (values: ParameterValues) =>
    onChange({ ...draft, overrides: overridesOf(parametersOf(workflow), interpreted, values) });
  return (
    <WhatIf
      {...{ workflow, seed, onDigest }}
      // A new panel for each reading of a question: its changed parameters are first.
      key={workflow.definition_digest + JSON.stringify(interpreted)}
      values={planValues(interpreted, draft)}
      onValues={change}
      agentCount={agent_count}
      adjustments={{ targetAgentCount: agent_count }}
      figureId={workflow.headline_outcome}
      notes={sourceNotes(interpreted, draft)}
      fixed={comparedParameters(also)}
      linkPath={`/workflows/${workflow.workflow_id}`}
    />
  );
}

/** How sure the route is. Good news only if the workflow can also answer. */
function Confidence({ confidence, coverage }: { confidence: number; coverage: Interpretation['coverage'] }) {
  const { words, number, kind } = confidenceText(confidence, coverage);
  return (
    <Badge kind={kind}>
      {words}: {number}
    </Badge>
  );
}

function Segments({ segments, workflow }: { segments: Interpretation['segments']; workflow: CaseStudy }) {
  if (segments.length === 0) return null;
  return (
    <div>
      <h3>Groups in the question</h3>
      <ul className="text-list">
        {segments.map(({ attribute, values, words }) => (
          <li key={attribute + words} dir="auto">
            {values.map((value) => segmentLabel(workflow, attribute, value)).join(' or ')}{' '}
            <span className="small muted">from “{words}”</span>
          </li>
        ))}
      </ul>
      <p className="small muted">All agents are simulated. The result shows these groups.</p>
    </div>
  );
}

type Explanation = NonNullable<Interpretation['routed_via']['explanation']>;

function Reasons({ explanation: { words, example } }: { explanation: Explanation }) {
  return (
    <details className="ask-details">
      <summary>Why this workflow</summary>
      {words.length > 0 && <p dir="auto">Words that support it: {words.map((word) => `“${word}”`).join(', ')}.</p>}
      <p dir="auto">Most similar question that it answers: “{example}”</p>
    </details>
  );
}
