import { formErrors, SelectField } from '../../components/field';
import { Warnings } from '../../components/notice';
import { formatCount, formatDate } from '../../format/format';
import { ColumnsTable } from './columns-table';
import { type Dataset, type Known, roleOf, type Roles } from './dataset';
import type { Choices, SpecState } from './use-spec';

const shapes: readonly { value: NonNullable<Known['alternatives']> | ''; label: string }[] = [
  { value: '', label: 'An observation, such as a person or an answer' },
  { value: 'wide', label: 'A choice between alternatives, with columns for each alternative' },
  { value: 'long', label: 'One alternative of a choice' },
  { value: 'rows', label: 'No choice, although the rows look like one' },
];
const fields = ['outcome', 'parameters', 'randomized', 'change', 'group', 'id', 'weight'];

export function DataStep({ dataset, spec }: { dataset: Dataset; spec: SpecState }) {
  const { choices, change, isEdited, error } = spec;
  const hasOutcome = Object.values(choices.roles).includes('outcome');
  const errors = formErrors(error, fields);
  const problems = fields.flatMap((field) => errors.at(field) ?? []);
  return (
    <>
      <p className="muted">
        {formatCount(dataset.row_count)} rows, {formatCount(dataset.column_count)} columns. The service deletes the file
        on {formatDate(dataset.expires_at)}.
      </p>
      <Warnings title="Check this in the file" messages={dataset.warnings} />
      <p>
        Select the outcome, which the model predicts. Then mark the columns that you can change: they become parameters.
        Mark those that were assigned at random, as in an experiment. All other results are associations.
      </p>
      <div className="own-data-shape">
        <SelectField
          label="A row is"
          value={choices.alternatives ?? ''}
          disabled={isEdited}
          onChange={(value) => change(choiceOf(value, choices.roles))}
          options={shapes}
        />
      </div>
      <ColumnsTable
        dataset={dataset}
        value={choices.roles}
        disabled={isEdited}
        onChange={(roles) => change(withRoles(choices, roles))}
      />
      <div aria-live="polite">
        {!hasOutcome && !isEdited && <p className="field-error">Select the column of the outcome.</p>}
        {problems.map((problem) => (
          <p key={problem} className="field-error">
            {problem}
          </p>
        ))}
        {errors.notice}
      </div>
    </>
  );
}

/** Answers are about an outcome. */
const withRoles = (choices: Choices, roles: Roles): Partial<Choices> => ({
  roles,
  ...(outcomeOf(roles) !== outcomeOf(choices.roles) && { answers: {} }),
});

const outcomeOf = (roles: Roles) => Object.keys(roles).find((column) => roleOf(roles, column) === 'outcome');

/** The parameters of a choice are variables of alternatives, which are not always columns. The service suggests them. */
const choiceOf = (shape: string, roles: Roles): Partial<Choices> => {
  const alternatives = shape === '' ? undefined : (shape as NonNullable<Known['alternatives']>);
  if (alternatives === undefined || alternatives === 'rows') return { alternatives };
  return {
    alternatives,
    roles: Object.fromEntries(
      Object.entries(roles).filter(([, role]) => role !== 'parameter' && role !== 'randomized'),
    ),
    answers: {},
  };
};
