import { useWorkflow } from '../../workflow/use-workflow';
import { exampleQuestions } from './examples';

const maxExamples = 3;

interface ExampleListProps {
  /** The workflow that answers. Undefined: the question selects it. */
  workflowId: string | undefined;
  /** The organization has not run a simulation yet. */
  isNew: boolean;
  onChoose: (question: string) => void;
}

export function ExampleList({ workflowId, isNew, onChoose }: ExampleListProps) {
  const { data: workflow } = useWorkflow(workflowId);
  const own = workflow?.definition.routing.examples.slice(0, maxExamples) ?? [];
  const examples = workflowId === undefined ? exampleQuestions : own.map((question) => ({ domain: '', question }));
  return (
    <section aria-labelledby="ask-examples">
      <h2 id="ask-examples">{isNew ? 'Start with one of these' : 'Examples'}</h2>
      <ul className="ask-examples">
        {examples.map(({ domain, question }) => (
          <li key={question}>
            <button type="button" className="ask-example" onClick={() => onChoose(question)}>
              {domain && <span className="small muted">{domain}</span>}
              <span>{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
