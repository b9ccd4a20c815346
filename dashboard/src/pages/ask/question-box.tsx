import { useId, type KeyboardEvent, type RefObject } from 'react';
import { maxQuestionCharacters, minQuestionCharacters } from './requests';

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
