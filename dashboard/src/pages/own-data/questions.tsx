import { CheckboxGroup, SelectField, TextArea } from '../../components/field';
import type { FormErrors } from '../../components/form-errors';
import type { Column, Dataset, Known, Question } from './dataset';
import { canBeParameter, roleOf } from './roles';
import type { Answers, Choices } from './use-spec';

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
            { value: suggested, label: suggested === 'wide' ? 'A choice' : 'A choice, without those that do not fit' },
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
            { value: 'drop', label: 'Leave these choices out' },
          ]}
        />
      );
    case 'event':
      return (
        <SelectField
          {...field}
          value={answers.event ?? suggested}
          onChange={(event) => onAnswer({ event })}
          options={(outcome?.examples ?? []).map(({ value }) => ({ value, label: value }))}
        />
      );
    case 'order':
      return (
        <TextArea
          {...field}
          hint="One value in each line, lowest first. Leave it empty if they have no order."
          rows={5}
          value={(answers.order === undefined ? listOf(suggested) : (answers.order ?? [])).join('\n')}
          onChange={({ target: { value } }) => onAnswer({ order: value.trim() === '' ? null : value.split('\n') })}
        />
      );
    case 'levers':
    case 'randomized': {
      const levers = questions.find((one) => one.part === 'levers');
      const chosen = answers.levers ?? (levers && listOf(levers.default));
      const options =
        part === 'randomized'
          ? (chosen ?? columnsWith(({ name }) => roleOf(roles, name) === 'parameter'))
          : // A variable of alternatives has a column for each of them.
            choices.alternatives && choices.alternatives !== 'rows'
            ? listOf(suggested)
            : columnsWith((column) => canBeParameter(column) && roleOf(roles, column.name) === 'other');
      return (
        <CheckboxGroup
          legend={field.label}
          error={field.error}
          options={options.map((name) => ({ value: name, label: name }))}
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
            ...columnsWith(({ type, name }) => type === 'binary' && roleOf(roles, name) !== 'outcome').map((name) => ({
              value: name,
              label: name,
            })),
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
            ...columnsWith(({ name, range }) => range !== null && roleOf(roles, name) !== 'outcome').map((name) => ({
              value: name,
              label: name,
            })),
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

/** The questions also serve the command line, where `-` is the answer for none. */
const withoutNone = (question: string) => question.replace(/ \(none: -\)(?=\?$)/, '');

const listOf = (text: string): string[] =>
  text === '-' || text === '' ? [] : text.split(text.includes(';') ? ';' : ',');
