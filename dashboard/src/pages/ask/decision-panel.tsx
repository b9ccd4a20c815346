import { Button, ErrorNotice, Notice } from '../../components/notice';
import { confidenceText, type Alternative } from './requests';
import { Link } from 'react-router';
import type { ApiFailure } from '../../api/client';
import type { Draft } from './draft';

interface AlternativesListProps {
  alternatives: readonly Alternative[];
  onChoose: (workflowId: string) => void;
}

export function AlternativesList({ alternatives, onChoose }: AlternativesListProps) {
  return (
    <ul className="ask-alternatives plain-list stack">
      {alternatives.map(({ workflow_id, name, why, confidence }) => (
        <li key={workflow_id} className="panel between">
          <div>
            <strong dir="auto">{name}</strong>{' '}
            {confidence >= 0.01 && (
              <span className="small muted">confidence {confidenceText(confidence, 'partly').number}</span>
            )}
            <p className="small muted" dir="auto">
              {subjectOf(why)}
            </p>
          </div>
          <Button size="small" of={name} onClick={() => onChoose(workflow_id)}>
            Choose
          </Button>
        </li>
      ))}
    </ul>
  );
}

/** What the workflow answers, without the words that it shares with the question. */
function subjectOf(why: string): string {
  return why.split(' Shared words:')[0] ?? why;
}

export interface DecisionPanelProps {
  failure: ApiFailure;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** What the user decides before the question can run. */
export default function DecisionPanel({ failure, draft, onChange }: DecisionPanelProps) {
  const alternatives = (failure.meta['alternatives'] as Alternative[] | undefined) ?? [];
  switch (failure.code) {
    case 'routing_low_confidence':
      return (
        <section className="stack" aria-labelledby="ask-decision">
          <div aria-live="polite">
            <h2 id="ask-decision">No workflow answers this question well enough</h2>
            <p>
              {failure.meta['language']
                ? 'Questions are read in English. Ask it in English, or choose a workflow.'
                : 'Name what changes and for whom, or choose a workflow.'}
            </p>
          </div>
          <h3>Closest workflows</h3>
          <AlternativesList
            alternatives={alternatives}
            onChoose={(workflowId) => onChange({ ...draft, workflowId, overrides: {} })}
          />
          <p>
            <Link to="/workflows">See all workflows and the questions that they answer</Link>, or{' '}
            <Link to="/own-data">make a model of your own data</Link>.
          </p>
        </section>
      );
    case 'invalid_scenario_context':
      return (
        <Notice
          kind="warning"
          title="Your changed values do not fit this question"
          action={
            <Button size="small" onClick={() => onChange({ ...draft, overrides: {} })}>
              Remove my changes
            </Button>
          }
        >
          <ul>
            {failure.meta.issues?.map(({ path, message }) => (
              <li key={path + message}>{message}</li>
            ))}
          </ul>
        </Notice>
      );
    default:
      return <ErrorNotice error={failure} />;
  }
}
