import { Button } from '../../../components/notice';
import { DecimalField, type FormErrors, Problem, SelectField } from '../../../components/field';
import type { CaseStudy } from '../../../workflow/use-workflow';
import {
  type ConstraintInput,
  isShare,
  moneyOf,
  type ObjectiveInput,
  ownMeasures,
  type QuantityInput,
  startQuantity,
  unitOf,
} from './goal-input';
import { parametersOf } from '../../../parameter-form/parameters';

const goals = {
  reach: 'Reach a value',
  maximize: 'As large as possible',
  minimize: 'As small as possible',
};
const limits = { at_most: 'is at most', at_least: 'is at least' };
const optionsOf = (labels: Record<string, string>) =>
  Object.entries(labels).map(([value, label]) => ({ value, label }));

interface ObjectiveFieldProps {
  workflow: CaseStudy;
  input: ObjectiveInput;
  onChange: (input: ObjectiveInput) => void;
  problem: FormErrors['at'];
}

export function ObjectiveField({ workflow, input, onChange, problem }: ObjectiveFieldProps) {
  return (
    <fieldset className="panel stack">
      <legend>Objective</legend>
      <QuantityField
        label="Quantity"
        workflow={workflow}
        input={input}
        onChange={(quantity) => onChange({ ...input, ...quantity })}
        path="objective"
        problem={problem}
      />
      <div className="columns">
        <SelectField
          label="Goal"
          value={input.goal}
          onChange={(goal) => onChange({ ...input, goal: goal as ObjectiveInput['goal'] })}
          options={optionsOf(goals)}
        />
        {input.goal === 'reach' && (
          <DecimalField
            required
            label={labelWith('Target', unitOf(workflow, input))}
            {...(isShare(input) && { hint: 'Above 0 and below 100.' })}
            error={problem('objective.target')}
            value={input.target}
            onChange={(target) => onChange({ ...input, target })}
          />
        )}
      </div>
    </fieldset>
  );
}

interface ConstraintsFieldProps {
  workflow: CaseStudy;
  inputs: readonly ConstraintInput[];
  onChange: (inputs: readonly ConstraintInput[]) => void;
  problem: FormErrors['at'];
}

/** Limits that the result must satisfy. */
export function ConstraintsField({ workflow, inputs, onChange, problem }: ConstraintsFieldProps) {
  const replace = (at: number, next: ConstraintInput) =>
    onChange(inputs.map((own, index) => (index === at ? next : own)));
  const added: ConstraintInput = { ...startQuantity(workflow), limit: 'at_most', value: '' };
  return (
    <>
      {inputs.map((input, index) => (
        <fieldset key={index} className="panel stack">
          <legend>Constraint {index + 1}</legend>
          <QuantityField
            label="Quantity"
            workflow={workflow}
            input={input}
            onChange={(quantity) => replace(index, { ...input, ...quantity })}
            path={`constraints.${index}`}
            problem={problem}
          />
          <div className="columns">
            <SelectField
              label="Condition"
              value={input.limit}
              onChange={(limit) => replace(index, { ...input, limit: limit as ConstraintInput['limit'] })}
              options={optionsOf(limits)}
            />
            <DecimalField
              required
              label={labelWith('Limit', unitOf(workflow, input))}
              error={problem(`constraints.${index}.${input.limit}`)}
              value={input.value}
              onChange={(value) => replace(index, { ...input, value })}
            />
          </div>
          <div>
            <Button size="small" onClick={() => onChange(inputs.filter((_, at) => at !== index))}>
              Remove constraint {index + 1}
            </Button>
          </div>
        </fieldset>
      ))}
      <div>
        <Button onClick={() => onChange([...inputs, added])}>Add a constraint</Button>
      </div>
      <Problem text={problem('constraints')} />
    </>
  );
}

const labelWith = (label: string, unit: string) => (unit === '' ? label : `${label}, ${unit}`);

interface QuantityFieldProps {
  label: string;
  workflow: CaseStudy;
  input: QuantityInput;
  onChange: (input: QuantityInput) => void;
  path: string;
  problem: FormErrors['at'];
}

/** A share, a mean, or a value per agent such as revenue. */
function QuantityField({ label, workflow, input, onChange, path, problem }: QuantityFieldProps) {
  const { outcomes, outcome_groups, measures, money_measures } = workflow;
  const money = moneyOf(workflow, input);
  return (
    <>
      <SelectField
        label={label}
        error={problem(path)}
        value={input.of}
        onChange={(of) => onChange({ ...input, of })}
        options={[
          ...[...outcomes, ...outcome_groups].map((own) => ({
            value: `share:${own.id}`,
            label: `Share of “${own.label}”`,
          })),
          ...measures.map((own) => ({ value: `measure:${own.id}`, label: `Mean of “${own.label}”` })),
          ...money_measures.map((own) => ({ value: `money:${own.parameter}`, label: moneyText(workflow, own) })),
          ...ownMeasures(workflow).map((own) => ({ value: `own:${own.id}`, label: `Your measure “${own.name}”` })),
          { value: 'values', label: 'Another value per agent' },
        ]}
      />
      {money && (
        <DecimalField
          label={`Unit cost, in ${money.unit}`}
          hint="Optional: what each outcome that pays costs you. The measure is then the profit per agent."
          placeholder="0"
          value={input.unitCost}
          onChange={(unitCost) => onChange({ ...input, unitCost })}
        />
      )}
      {input.of === 'values' && <ValueFields {...{ workflow, input, onChange, path, problem }} />}
    </>
  );
}

/** `Revenue per agent: Price × share of “Buys”` */
function moneyText(workflow: CaseStudy, { label, values }: CaseStudy['money_measures'][number]): string {
  const parts = Object.entries(values).map(([id, name]) => {
    const outcome = workflow.outcomes.find((own) => own.id === id);
    const price = [...(outcome?.variables ?? []), ...parametersOf(workflow)].find((own) => own.id === name);
    return `${price?.label ?? name} × share of “${outcome?.label ?? id}”`;
  });
  return `${label} per agent: ${parts.join(' + ')}`;
}

/** The value of each outcome: a number, or a parameter or variable such as the fare. */
function ValueFields({ workflow, input, onChange, path, problem }: Omit<QuantityFieldProps, 'label'>) {
  const numeric = parametersOf(workflow).filter(({ kind }) => kind === 'number');
  const set = (outcome: string, value: string) => onChange({ ...input, values: { ...input.values, [outcome]: value } });
  return (
    <div className="stack">
      {workflow.outcomes.map(({ id, label, variables }) => {
        const value = input.values[id] ?? '';
        const named = [...variables, ...numeric].map((own) => ({ value: own.id, label: own.label }));
        const isNamed = named.some((own) => own.value === value);
        return (
          <div key={id} className="columns">
            <SelectField
              label={`Value of “${label}”`}
              error={isNamed ? problem(`${path}.values.${id}`) : undefined}
              value={isNamed ? value : ''}
              onChange={(next) => set(id, next)}
              none="A number"
              options={named}
            />
            {!isNamed && (
              <DecimalField
                label={`“${label}”: number`}
                error={problem(`${path}.values.${id}`)}
                placeholder="0"
                value={value}
                onChange={(next) => set(id, next)}
              />
            )}
          </div>
        );
      })}
    </div>
  );
}
