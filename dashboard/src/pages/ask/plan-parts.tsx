import { Link } from 'react-router';
import { missingText, reasonTexts } from '../../../../src/simulations/result-words';
import { Button, Notice } from '../../components/notice';
import {
  isOutsideCalibratedRange,
  outsideTheData,
  type Parameter,
  type ParameterValue,
  type ParameterValues,
  settingText,
  valueOf,
} from '../../parameter-form/parameters';
import type { Draft } from './draft';
import type { Interpretation } from './requests';

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

function valuesText(parameters: readonly Parameter[], values: ParameterValues): string {
  const texts = Object.entries(values).map(([id, value]) => {
    const parameter = parameters.find((one) => one.id === id);
    if (!parameter) return `${id}: ${value}`;
    const outside = isOutsideCalibratedRange(parameter, value) ? outsideTheData : '';
    return `${parameter.label}: ${settingText(parameter, value)}${outside}`;
  });
  return texts.length > 0 ? texts.join(', ') : 'No change (the baseline)';
}

/** The other simulations of a comparison, a list or a range. */
export function OtherRuns({ also, parameters }: { also: Interpretation['also']; parameters: readonly Parameter[] }) {
  if (also.length === 0) return null;
  return (
    <div>
      <h3>Compared with {also.length === 1 ? 'another simulation' : `${also.length} other simulations`}</h3>
      <ol className="text-list">
        {also.map(({ words, values }) => (
          <li key={words + JSON.stringify(values)} dir="auto">
            {valuesText(parameters, values)} {words && <span className="small muted">from “{words}”</span>}
          </li>
        ))}
      </ol>
    </div>
  );
}

type Interpreted = Interpretation['interpreted'];

const readValues = (interpreted: Interpreted): ParameterValues =>
  Object.fromEntries(interpreted.map(({ parameter, value }) => [parameter, value]));

/** The values of a plan: those of the question, and the user's in their place. */
export const planValues = (interpreted: Interpreted, { overrides }: Pick<Draft, 'overrides'>): ParameterValues => ({
  ...readValues(interpreted),
  ...overrides,
});

/** The values that the user changed, compared with the question. */
export function overridesOf(
  parameters: readonly Parameter[],
  interpreted: Interpreted,
  values: ParameterValues,
): ParameterValues {
  const read = readValues(interpreted);
  const changed = parameters
    .map((parameter) => [parameter, valueOf(parameter, values)] as const)
    .filter(([parameter, value]) => value !== valueOf(parameter, read));
  return Object.fromEntries<ParameterValue>(changed.map(([{ id }, value]) => [id, value]));
}

/** Where the values are from, by id of the parameter. */
export function sourceNotes(interpreted: Interpreted, { overrides }: Pick<Draft, 'overrides'>): Record<string, string> {
  const read = interpreted.map(({ parameter, words, source }) => {
    const text = source === 'assumed' ? `Assumed: “${words}” names no amount.` : `From “${words}”.`;
    return [parameter, text] as const;
  });
  const own = Object.keys(overrides).map((id) => [id, 'Set by you.'] as const);
  return Object.fromEntries([...read, ...own]);
}

/** The parameters in which compared simulations differ. They have no control. */
export const comparedParameters = (also: Interpretation['also']): string[] => [
  ...new Set(also.flatMap(({ values }) => Object.keys(values))),
];
