import { reasonTexts } from './reason-texts';
import type { NotInterpreted } from './question-types';

/** Words of the question that have no effect, each with the reason. */
export function NotInterpretedList({ words }: { words: readonly Pick<NotInterpreted, 'words' | 'reason'>[] }) {
  return (
    <ul className="ask-words">
      {words.map(({ words: text, reason }) => (
        <li key={text + reason}>
          <span dir="auto">“{text}”</span> <span className="muted">{reasonTexts[reason]}</span>
        </li>
      ))}
    </ul>
  );
}
