import { Link } from 'react-router';
import type { ApiFailure } from '../../api/api-failure';
import { Button } from '../../components/button';
import { ErrorNotice, Notice } from '../../components/notice';
import { AlternativesList } from './alternatives-list';
import { Decision } from './decision';
import type { Draft } from './draft';
import { IncompletePanel } from './incomplete-panel';
import type { Alternative, IncompleteMeta } from './question-types';

interface DecisionPanelProps {
  failure: ApiFailure;
  draft: Draft;
  onChange: (draft: Draft) => void;
}

/** What the user decides before the question can run. */
export function DecisionPanel({ failure, draft, onChange }: DecisionPanelProps) {
  const alternatives = (failure.meta['alternatives'] as Alternative[] | undefined) ?? [];
  const list = (
    <AlternativesList
      alternatives={alternatives}
      onChoose={(choice) => onChange({ ...draft, choice, overrides: {} })}
    />
  );
  switch (failure.code) {
    case 'route_ambiguous':
      return (
        <Decision
          title="Which one do you mean?"
          text="Several workflows could answer the question. Choose one, or add words to the question."
        >
          {list}
        </Decision>
      );
    case 'routing_low_confidence':
      return (
        <Decision
          title="No workflow answers this question well enough"
          text="Name what changes and for whom, or choose from the catalog."
        >
          {alternatives.length > 0 && <h3>Closest workflows</h3>}
          {list}
          <p>
            <Link to="/workflows">See all workflows and the questions that they answer</Link>
          </p>
        </Decision>
      );
    case 'question_incomplete':
      return <IncompletePanel meta={failure.meta as unknown as IncompleteMeta} draft={draft} onChange={onChange} />;
    case 'unsupported_language':
      return (
        <Decision
          title="The question is not in English"
          text="Ask it in English, or choose a workflow from the catalog."
        >
          <p>
            <Link to="/workflows">See all workflows</Link>
          </p>
        </Decision>
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
