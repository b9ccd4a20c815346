import { reasonTexts } from '../../../../src/simulations/result-words';
import type { NotRead } from './requests';
import { Button } from '../../components/button';
import type { Parameter, ParameterValues } from '../../parameter-form';
import { valuesText } from './run-panel';

interface UnreadWordsProps {
  words: readonly NotRead[];
  parameters: readonly Parameter[];
  onChoose: (values: ParameterValues) => void;
}

/** Words of the question that have no effect, each with the reason and the values that they may mean. */
export function UnreadWords({ words, parameters, onChoose }: UnreadWordsProps) {
  if (words.length === 0) return null;
  return (
    <div>
      <h3>No effect on the result</h3>
      <ul className="ask-words">
        {words.map(({ words: text, reason, candidates }) => (
          <li key={text + reason}>
            <u className="ask-unread" dir="auto">
              {text}
            </u>{' '}
            <span className="muted">{reasonTexts[reason]}.</span>
            {candidates.length > 0 && (
              <span className="ask-candidates">
                {candidates.map((values) => (
                  <Button key={JSON.stringify(values)} size="small" onClick={() => onChoose(values)}>
                    <span dir="auto">{valuesText(parameters, values)}</span>
                  </Button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
    </div>
  );
}
