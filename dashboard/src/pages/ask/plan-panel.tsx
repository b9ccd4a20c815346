import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { Badge } from '../../components/badge';
import { Button } from '../../components/button';
import { Skeleton } from '../../components/states';
import { ParameterForm, parametersOf } from '../../parameter-form';
import { segmentLabel } from '../../workflow/labels';
import type { CaseStudy } from '../../workflow/use-workflow';
import { AlternativesList } from './alternatives-list';
import { confidenceText } from './confidence';
import type { Draft } from './draft';
import { MarkedQuestion } from './marked-question';
import { OtherRuns } from './other-runs';
import { chipsOf, otherParameters, withOtherValues, withoutValue } from './plan-values';
import type { Interpretation } from './question-types';
import { SuggestedGoal } from './suggested-goal';
import { UnreadWords } from './unread-words';
import { ValueChips } from './value-chips';

interface PlanPanelProps {
  workflowId: string;
  /** Undefined while it loads. */
  workflow: CaseStudy | undefined;
  interpretation: Interpretation;
  draft: Draft;
  /** The workflow was chosen before the question. */
  isPinned: boolean;
  onChange: (draft: Draft) => void;
}

/** What the question would run: the workflow, the values, and what has no effect. */
export function PlanPanel({ workflowId, workflow, interpretation, draft, isPinned, onChange }: PlanPanelProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const { overrides, workflowId: chosen } = draft;
  // The button that chose the workflow is no longer on the page: continue here.
  useEffect(() => {
    if (chosen !== undefined) heading.current?.focus();
  }, [chosen]);
  const parameters = workflow ? parametersOf(workflow) : [];
  const chips = chipsOf(parameters, draft, interpretation.interpreted);
  const others = otherParameters(parameters, interpretation);
  return (
    <section className="stack" aria-labelledby="ask-plan">
      <div aria-live="polite">
        <h2 id="ask-plan" ref={heading} tabIndex={-1} dir="auto" className="ask-plan-title">
          {interpretation.routed_via.workflow_name}
        </h2>
        <div className="row">
          {chosen === undefined && !isPinned ? (
            <Confidence confidence={interpretation.routed_via.confidence} />
          ) : (
            <Badge>Your choice</Badge>
          )}
          <Link to={`/workflows/${workflowId}`}>About this workflow</Link>
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
        <div className="stack">
          <h3>How the question was read</h3>
          <MarkedQuestion question={draft.question} interpretation={interpretation} />
          {chips.length > 0 ? (
            <ValueChips
              chips={chips}
              onChange={(id, value) => onChange({ ...draft, overrides: { ...overrides, [id]: value } })}
              onUndo={(id) => onChange({ ...draft, overrides: withoutValue(overrides, id) })}
            />
          ) : (
            <p>No value changes. The simulation shows the situation in the data, the baseline.</p>
          )}
        </div>
      ) : (
        <Skeleton lines={2} />
      )}
      <OtherRuns also={interpretation.also} parameters={parameters} />
      {interpretation.suggested && <SuggestedGoal suggested={interpretation.suggested} workflow={workflow} />}
      <UnreadWords
        words={interpretation.not_read}
        parameters={parameters}
        onChoose={(values) => onChange({ ...draft, overrides: { ...overrides, ...values } })}
      />
      {workflow && <Segments segments={interpretation.segments} workflow={workflow} />}
      {others.length > 0 && (
        <details className="ask-details">
          <summary>Change other values</summary>
          <ParameterForm
            parameters={others}
            values={overrides}
            onChange={(values) => onChange({ ...draft, overrides: withOtherValues(overrides, others, values) })}
          />
        </details>
      )}
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

function Confidence({ confidence }: { confidence: number }) {
  const { words, number, kind } = confidenceText(confidence);
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
      <ul className="ask-words">
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
