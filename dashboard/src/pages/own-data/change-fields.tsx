import { SelectField } from '../../components/field';
import type { Column, Dataset, Known, Question } from './dataset';
import { parametersOf } from './questions';
import type { Choices } from './wizard-memory';

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

/** What a scenario does to each parameter that is a number. */
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
      options={[
        { value: '', label: 'As the service suggests' },
        ...Object.entries(labels).map(([value, text]) => ({ value, label: text })),
      ]}
    />
  ));
}

const isNumber = ({ type, range }: Column) => range !== null && type !== 'binary' && range.minimum !== range.maximum;
