import { Button } from '../../components/button';
import { useWorkflow } from '../../workflow/use-workflow';

interface ChosenWorkflowProps {
  workflowId: string;
  onRemove: () => void;
}

/** The workflow that answers all questions of the page, until the user removes it. */
export function ChosenWorkflow({ workflowId, onRemove }: ChosenWorkflowProps) {
  const name = useWorkflow(workflowId).data?.name ?? workflowId;
  return (
    <p className="ask-chosen">
      <span>
        Answered by <strong dir="auto">{name}</strong>
      </span>
      <Button size="small" look="plain" aria-label={`Remove ${name}`} onClick={onRemove}>
        Remove
      </Button>
    </p>
  );
}
