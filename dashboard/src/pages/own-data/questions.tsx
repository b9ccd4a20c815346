import { CheckboxGroup, SelectField } from '../../components/field';
import type { FormErrors } from '../../components/form-errors';
import type { Column, Dataset, Question } from './dataset';
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
  if (part === 'group') return null;
  if (part === 'order') {
    const order = { suggested: listOf(suggested), value: answers.order };
    return <OrderField {...{ ...field, ...order, outcome }} onChange={(next) => onAnswer({ order: next })} />;
  }
  if (part === 'parameters' || part === 'randomized') {
    const options =
      part === 'randomized'
        ? (chosenParameters(answers, questions) ?? columnsWith(({ name }) => roleOf(roles, name) === 'parameter'))
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
  const isOther = ({ name }: Column) => roleOf(roles, name) !== 'outcome';
  const options = {
    alternatives: [
      { value: suggested === 'wide' ? 'wide' : 'long', label: 'A choice between alternatives' },
      { value: 'rows', label: 'No choice: model each row alone' },
    ],
    none_chosen: [
      { value: 'opt_out', label: 'A decision against all alternatives' },
      { value: 'drop', label: 'Leave choices without a chosen row out' },
      { value: 'alternative', label: 'An alternative with these values' },
    ],
    event: unique([suggested, ...(outcome?.examples ?? []).map(({ value }) => value)]),
    end: [
      { value: '', label: 'None, the outcome is no duration' },
      ...unique([suggested, ...columnsWith((column) => column.type === 'binary' && isOther(column))]),
    ],
    weight: [
      { value: '', label: 'None, rows have equal weights' },
      ...unique(columnsWith((column) => column.range !== null && isOther(column))),
    ],
    missing: [
      { value: 'drop', label: 'Drop these rows' },
      { value: 'impute', label: 'Use the median or the most frequent value' },
    ],
  }[part];
  const { [part]: answer = part === 'weight' ? null : suggested } = answers;
  return (
    <SelectField
      {...field}
      value={answer ?? ''}
      onChange={(value) => onAnswer({ [part]: value || null })}
      options={options}
    />
  );
}

const optionOf = (value: string) => ({ value, label: value });
const unique = (values: readonly string[]) => [...new Set(values)].map(optionOf);

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
