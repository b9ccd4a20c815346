import { CheckboxGroup, SelectField } from '../../components/field';
import type { FormErrors } from '../../components/form-errors';
import type { Column, Dataset, Known, Question } from './dataset';
import { OrderField } from './order-field';
import { canBeParameter, roleOf } from './roles';
import type { Answers, Choices } from './wizard-memory';

interface QuestionsProps {
  dataset: Dataset;
  questions: readonly Question[];
  choices: Choices;
  onChange: (answers: Answers) => void;
  problem: FormErrors['at'];
}

/** What does not follow from the data. Each question has a default, so that none must be answered. */
export function Questions({ questions, choices, onChange, ...rest }: QuestionsProps) {
  if (questions.length === 0) return null;
  const { answers } = choices;
  return (
    <div className="stack" role="group" aria-labelledby="own-data-questions">
      <h3 id="own-data-questions">What the data do not show</h3>
      {questions.map((question) => (
        <QuestionField
          key={question.part}
          {...{ ...rest, question, questions, choices }}
          onAnswer={(part) => onChange({ ...answers, ...part })}
        />
      ))}
    </div>
  );
}

interface QuestionFieldProps extends Omit<QuestionsProps, 'onChange'> {
  question: Question;
  onAnswer: (answer: Answers) => void;
}

function QuestionField({ question, questions, dataset, choices, onAnswer, problem }: QuestionFieldProps) {
  const { part, question: text, default: suggested } = question;
  const { answers, roles } = choices;
  const field = { label: withoutNone(text), error: problem(part) };
  const outcome = dataset.columns.find(({ name }) => roleOf(roles, name) === 'outcome');
  const columnsWith = (isOption: (column: Column) => boolean) =>
    dataset.columns.filter(isOption).map(({ name }) => name);
  switch (part) {
    case 'alternatives':
      return (
        <SelectField
          {...field}
          value={answers.alternatives ?? suggested}
          onChange={(shape) => onAnswer({ alternatives: shape as NonNullable<Known['alternatives']> })}
          options={[
            { value: suggested === 'wide' ? 'wide' : 'long', label: 'A choice between alternatives' },
            { value: 'rows', label: 'No choice: model each row alone' },
          ]}
        />
      );
    case 'none_chosen':
      return (
        <SelectField
          {...field}
          value={answers.none_chosen ?? suggested}
          onChange={(action) => onAnswer({ none_chosen: action as NonNullable<Known['none_chosen']> })}
          options={[
            { value: 'opt_out', label: 'A decision against all alternatives' },
            { value: 'drop', label: 'Leave choices without a chosen row out' },
            { value: 'alternative', label: 'An alternative with these values' },
          ]}
        />
      );
    case 'event':
      return (
        <SelectField
          {...field}
          value={answers.event ?? suggested}
          onChange={(event) => onAnswer({ event })}
          options={[...new Set([suggested, ...(outcome?.examples ?? []).map(({ value }) => value)])].map(optionOf)}
        />
      );
    case 'order':
      return (
        <OrderField
          {...field}
          suggested={listOf(suggested)}
          outcome={outcome}
          value={answers.order}
          onChange={(order) => onAnswer({ order })}
        />
      );
    case 'parameters':
    case 'randomized': {
      const chosen = chosenParameters(answers, questions);
      const options =
        part === 'randomized'
          ? (chosen ?? columnsWith(({ name }) => roleOf(roles, name) === 'parameter'))
          : // A variable of alternatives has a column for each of them.
            isOfAlternatives(listOf(suggested), dataset)
            ? listOf(suggested)
            : columnsWith((column) => canBeParameter(column) && roleOf(roles, column.name) === 'other');
      return (
        <CheckboxGroup
          legend={field.label}
          error={field.error}
          options={options.map(optionOf)}
          value={answers[part] ?? listOf(suggested)}
          onChange={(columns) => onAnswer({ [part]: columns })}
        />
      );
    }
    case 'group':
      return null;
    case 'end':
      return (
        <SelectField
          {...field}
          value={(answers.end === undefined ? suggested : answers.end) ?? ''}
          onChange={(column) => onAnswer({ end: column || null })}
          options={[
            { value: '', label: 'None, the outcome is no duration' },
            ...[
              ...new Set([
                suggested,
                ...columnsWith(({ type, name }) => type === 'binary' && roleOf(roles, name) !== 'outcome'),
              ]),
            ].map(optionOf),
          ]}
        />
      );
    case 'weight':
      return (
        <SelectField
          {...field}
          value={answers.weight ?? ''}
          onChange={(column) => onAnswer({ weight: column || null })}
          options={[
            { value: '', label: 'None, rows have equal weights' },
            ...columnsWith(({ name, range }) => range !== null && roleOf(roles, name) !== 'outcome').map(optionOf),
          ]}
        />
      );
    case 'missing':
      return (
        <SelectField
          {...field}
          value={answers.missing ?? suggested}
          onChange={(missing) => onAnswer({ missing: missing as NonNullable<Known['missing']> })}
          options={[
            { value: 'drop', label: 'Drop these rows' },
            { value: 'impute', label: 'Use the median or the most frequent value' },
          ]}
        />
      );
  }
}

const optionOf = (value: string) => ({ value, label: value });

/** The answer to the question about parameters. Undefined if it is not asked. */
function chosenParameters(answers: Answers, questions: readonly Question[]): readonly string[] | undefined {
  const parameters = questions.find((one) => one.part === 'parameters');
  return parameters && (answers.parameters ?? listOf(parameters.default));
}

/** The columns that scenarios can change. */
export function parametersOf({ roles, answers }: Choices, questions: readonly Question[]): readonly string[] {
  const marked = Object.keys(roles).filter((name) => ['parameter', 'randomized'].includes(roleOf(roles, name)));
  return chosenParameters(answers, questions) ?? marked;
}

/** Whether names are variables of alternatives, such as price for the columns price_train and price_car. */
const isOfAlternatives = (names: readonly string[], { columns }: Dataset) =>
  names.some((name) => columns.every((column) => column.name !== name));

/** The questions also serve the command line, where `-` is the answer for none. */
const withoutNone = (question: string) => question.replace(/ \(none: -\)(?=\?$)/, '');

const listOf = (text: string): string[] =>
  text === '-' || text === '' ? [] : text.split(text.includes(';') ? ';' : ',');
