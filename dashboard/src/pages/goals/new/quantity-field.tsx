import { DecimalField, SelectField } from '../../../components/field';
import type { FormErrors } from '../../../components/form-errors';
import { parametersOf } from '../../../parameter-form';
import type { CaseStudy } from '../../../workflow/use-workflow';
import { moneyOf, ownMeasures, type QuantityInput } from './objective';

export interface QuantityFieldProps {
  label: string;
  workflow: CaseStudy;
  input: QuantityInput;
  onChange: (input: QuantityInput) => void;
  /** Path of the quantity in the request. */
  path: string;
  problem: FormErrors['at'];
}

/** A share, a mean, or a value per agent such as revenue. */
export function QuantityField({ label, workflow, input, onChange, path, problem }: QuantityFieldProps) {
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
              options={[{ value: '', label: 'A number' }, ...named]}
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
