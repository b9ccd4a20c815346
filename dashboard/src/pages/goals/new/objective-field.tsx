import { Button } from '../../../components/button';
import { DecimalField, Problem, SelectField } from '../../../components/field';
import type { FormErrors } from '../../../components/form-errors';
import type { CaseStudy } from '../../../workflow/use-workflow';
import { isShare, startQuantity, unitOf, type ConstraintInput, type ObjectiveInput } from './objective';
import { QuantityField } from './quantity-field';

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

/** What a search must reach, and which quantity. */
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
