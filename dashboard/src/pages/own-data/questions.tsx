import { CheckboxGroup, type FormErrors, SelectField, TextArea } from '../../components/field';
import { canBeParameter, type Column, type Dataset, type Known, type Question, roleOf } from './dataset';
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
function parametersOf({ roles, answers }: Choices, questions: readonly Question[]): readonly string[] {
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

interface OrderFieldProps {
  label: string;
  error: string | undefined;
  /** The order that the service suggests; empty for none. */
  suggested: readonly string[];
  outcome: Column | undefined;
  /** Null for no order. Undefined: as suggested. */
  value: readonly string[] | null | undefined;
  onChange: (order: string[] | null) => void;
}

/** Whether the values of the outcome have an order, and which. */
function OrderField({ label, error, suggested, outcome, value, onChange }: OrderFieldProps) {
  const isNumber = outcome?.range !== null;
  const all = outcome?.examples.map((example) => example.value) ?? [];
  const values = isNumber ? all.toSorted((a, b) => Number(a) - Number(b)) : all;
  const initial = suggested.length > 0 ? suggested : values;
  const order = value === undefined ? suggested : (value ?? []);
  const isOrdered = value === undefined ? suggested.length > 0 : value !== null;
  return (
    <>
      <SelectField
        label={label}
        error={isOrdered ? undefined : error}
        value={isOrdered ? 'order' : 'none'}
        onChange={(choice) => onChange(choice === 'order' ? [...initial] : null)}
        options={[
          { value: 'order', label: 'They have an order' },
          { value: 'none', label: isNumber ? 'No scale: the numbers are counts' : 'No order: each is an alternative' },
        ]}
      />
      {isOrdered && (
        <TextArea
          label="The order"
          hint="One value in each line, lowest first."
          error={error}
          rows={Math.min(8, Math.max(3, order.length))}
          value={order.join('\n')}
          onChange={(value) => onChange(value.split('\n'))}
        />
      )}
    </>
  );
}

type Changes = NonNullable<Known['change']>;
type Change = Changes[string];

const labels: Record<Change, string> = {
  set: 'Gives everyone one value, any number of its range',
  multiply: 'Multiplies the own value of each',
  add: 'Adds a number to the own value of each',
};

interface ChangeFieldsProps {
  dataset: Dataset;
  choices: Choices;
  questions: readonly Question[];
  onChange: (changes: Changes) => void;
}

export function ChangeFields({ dataset, choices, questions, onChange }: ChangeFieldsProps) {
  const { changes } = choices;
  const parameters = parametersOf(choices, questions);
  const numbers = dataset.columns.filter((column) => parameters.includes(column.name) && isNumber(column));
  const choose = (name: string, change: string) => {
    const others = Object.entries(changes).filter(([own]) => own !== name);
    onChange(Object.fromEntries(change === '' ? others : [...others, [name, change as Change]]));
  };
  return numbers.map(({ name }) => (
    <SelectField
      key={name}
      label={`What a scenario does to ${name}`}
      value={Object.hasOwn(changes, name) ? changes[name]! : ''}
      onChange={(change) => choose(name, change)}
      none="As the service suggests"
      options={Object.entries(labels).map(([value, text]) => ({ value, label: text }))}
    />
  ));
}

const isNumber = ({ type, range }: Column) => range !== null && type !== 'binary' && range.minimum !== range.maximum;
