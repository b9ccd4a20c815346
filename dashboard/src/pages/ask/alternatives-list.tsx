import { Button } from '../../components/button';
import { confidenceText } from './confidence';
import type { Alternative } from './question-types';

interface AlternativesListProps {
  alternatives: readonly Alternative[];
  onChoose: (workflowId: string) => void;
}

/** Workflows that the question could mean. */
export function AlternativesList({ alternatives, onChoose }: AlternativesListProps) {
  return (
    <ul className="ask-alternatives">
      {alternatives.map(({ workflow_id, name, why, confidence }) => (
        <li key={workflow_id} className="panel">
          <div>
            <strong dir="auto">{name}</strong>{' '}
            <span className="small muted">confidence {confidenceText(confidence).number}</span>
            <p className="small muted" dir="auto">
              {subjectOf(why)}
            </p>
          </div>
          <Button size="small" aria-label={`Choose ${name}`} onClick={() => onChoose(workflow_id)}>
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
