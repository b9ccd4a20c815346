import { Link } from 'react-router';
import { missingText, reasonTexts } from '../../../../src/simulations/result-words';
import { Button } from '../../components/button';
import { Notice } from '../../components/notice';
import type { Parameter, ParameterValues } from '../../parameter-form';
import type { Interpretation } from './requests';
import { valuesText } from './other-runs';

interface MissingPartsProps {
  interpretation: Pick<Interpretation, 'coverage' | 'not_read'>;
  parameters: readonly Parameter[];
  onChoose: (values: ParameterValues) => void;
}

/** What a question asks for and its answer would not contain, first of all: the words, the reasons, and the changes that are possible instead. */
export function MissingParts({ interpretation, parameters, onChoose }: MissingPartsProps) {
  const { coverage, not_read: words } = interpretation;
  if (words.length === 0) return null;
  const title = missingText(coverage, words);
  return (
    <Notice kind={title ? 'warning' : 'info'} title={title && <span dir="auto">{title}</span>}>
      <ul className="text-list">
        {words.map(({ words: text, reason, candidates, nearest = [] }) => (
          <li key={text + reason}>
            <u className="ask-unread" dir="auto">
              {text}
            </u>{' '}
            <span className="muted">{reasonTexts[reason]}.</span>
            {candidates.length + nearest.length > 0 && (
              <span className="ask-candidates row">
                Did you mean{' '}
                {[...candidates, ...nearest].map((values) => (
                  <Button key={JSON.stringify(values)} size="small" onClick={() => onChoose(values)}>
                    <span dir="auto">{valuesText(parameters, values)}</span>
                  </Button>
                ))}
              </span>
            )}
          </li>
        ))}
      </ul>
      {title && (
        <p>
          A model of <Link to="/own-data">your own data</Link> can answer questions about your own prices, products and
          customers.
        </p>
      )}
    </Notice>
  );
}
