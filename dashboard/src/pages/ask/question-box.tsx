import { useId, type KeyboardEvent, type RefObject, type ReactNode } from 'react';
import { maxQuestionCharacters, minQuestionCharacters, type Interpretation } from './requests';
import { useWorkflow } from '../../workflow/use-workflow';

interface QuestionBoxProps {
  boxRef: RefObject<HTMLTextAreaElement | null>;
  question: string;
  onChange: (question: string) => void;
  /** Enter without Shift. */
  onEnter: () => void;
}

export function QuestionBox({ boxRef, question, onChange, onEnter }: QuestionBoxProps) {
  const id = useId();
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.shiftKey || event.nativeEvent.isComposing) return;
    event.preventDefault();
    onEnter();
  };
  return (
    <div className="field">
      <label htmlFor={id} className="visually-hidden">
        Your question
      </label>
      <textarea
        id={id}
        ref={boxRef}
        className="input ask-box"
        rows={2}
        dir="auto"
        maxLength={maxQuestionCharacters}
        value={question}
        placeholder="What would happen if…"
        aria-describedby={`${id}-hint`}
        onChange={(event) => onChange(event.target.value)}
        onKeyDown={onKeyDown}
      />
      <span className="field-hint" id={`${id}-hint`}>
        {question.trim().length > 0 && [...question.trim()].length < minQuestionCharacters
          ? `Write at least ${minQuestionCharacters} characters.`
          : 'Say what changes, in English. Press Enter to continue.'}
      </span>
    </div>
  );
}

/** Questions of different domains that the service reads completely. `test/browser/ask.full.spec.ts` runs each. */
const exampleQuestions = [
  {
    domain: 'Transport',
    question: 'How many travelers would take the Swissmetro if its fares were 20% lower?',
  },
  {
    domain: 'Fundraising',
    question: 'How many more former donors give if a major donor doubles every gift?',
  },
  {
    domain: 'Elections',
    question:
      'How many more registered voters turn out if each gets a letter that shows the neighbors’ voting records?',
  },
] as const;

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
      <ul className="plain-list cards">
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

interface Part {
  from: number;
  to: number;
  isRead: boolean;
}

/** The question with the words that set a value, and underlined the words that have no effect. */
export function MarkedQuestion({ question, interpretation }: { question: string; interpretation: Interpretation }) {
  const parts = partsOf(question, interpretation);
  if (parts.length === 0) return null;
  const nodes: ReactNode[] = [];
  let at = 0;
  for (const { from, to, isRead } of parts) {
    const words = question.slice(from, to);
    nodes.push(
      question.slice(at, from),
      isRead ? (
        <mark key={from}>{words}</mark>
      ) : (
        <u key={from} className="ask-unread">
          {words}
        </u>
      ),
    );
    at = to;
  }
  return (
    <p className="ask-marked" dir="auto">
      {nodes}
      {question.slice(at)}
    </p>
  );
}

/** Excerpts in the order of the question. Where two overlap, the one that starts first is marked. */
function partsOf(question: string, { interpreted, not_read, also }: Interpretation): Part[] {
  const found = [
    ...[...interpreted, ...also].map(({ words }) => ({ words, isRead: true })),
    ...not_read.map(({ words }) => ({ words, isRead: false })),
  ].flatMap(({ words, isRead }) => {
    const from = words ? question.indexOf(words) : -1;
    return words && from >= 0 ? [{ from, to: from + words.length, isRead }] : [];
  });
  const sorted = found.sort((a, b) => a.from - b.from || b.to - a.to);
  const parts: Part[] = [];
  for (const part of sorted) if (part.from >= (parts.at(-1)?.to ?? 0)) parts.push(part);
  return parts;
}
