import { Link } from 'react-router';
import type { ApiFailure } from '../../api/api-failure';
import { Button } from '../../components/button';
import { ErrorNotice, Notice } from '../../components/notice';
import { AlternativesList } from './alternatives-list';
import type { Draft } from './draft';
import type { Alternative } from './question-types';

interface DecisionPanelProps {
  failure: ApiFailure;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** What the user decides before the question can run. */
export function DecisionPanel({ failure, draft, onChange }: DecisionPanelProps) {
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
            <Link to="/workflows">See all workflows and the questions that they answer</Link>
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
