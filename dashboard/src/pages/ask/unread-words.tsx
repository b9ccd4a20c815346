import type { NotRead } from './requests';
import { Button } from '../../components/button';
import type { Parameter, ParameterValues } from '../../parameter-form';
import { valuesText } from './run-panel';

/** Why words of a question had no effect. */
const reasonTexts: Record<NotRead['reason'], string> = {
  ambiguous: 'They fit several parameters or values.',
  forecast: 'They name a date in the future, which no model contains.',
  goal: 'They name a result to reach. Name one share and one parameter, or try several values with a parameter sweep.',
  inexact: 'The amount is approximate.',
  instruction: 'They instruct the service. A question changes parameters only.',
  negated: 'They are negated.',
  no_amount: 'They name no direction and no amount.',
  no_parameter: 'The workflow has no parameter for them.',
  other_unit: 'The parameter does not use this unit.',
  out_of_bounds: 'The value is outside the allowed range.',
  too_complex: 'Reading them takes too long. Use fewer words and repeat none of them often.',
  two_values: 'They set one parameter to two values.',
};

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
            <span className="muted">{reasonTexts[reason]}</span>
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
