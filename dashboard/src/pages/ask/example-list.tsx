import { exampleQuestions } from './examples';

interface ExampleListProps {
  /** The organization has not run a simulation yet. */
  isNew: boolean;
  onChoose: (question: string) => void;
}

export function ExampleList({ isNew, onChoose }: ExampleListProps) {
  return (
    <section aria-labelledby="ask-examples">
      <h2 id="ask-examples">{isNew ? 'Start with one of these' : 'Examples'}</h2>
      <ul className="ask-examples">
        {exampleQuestions.map(({ domain, question }) => (
          <li key={question}>
            <button type="button" className="ask-example" onClick={() => onChoose(question)}>
              <span className="small muted">{domain}</span>
              <span>{question}</span>
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
