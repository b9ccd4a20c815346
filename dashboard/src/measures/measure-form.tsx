import { useState } from 'react';
import { SelectField, TextField } from '../components/field';
import { FormDialog } from '../components/form';
import type { Parameter } from '../parameter-form/parameters';
import { measureSentence, type Labeled, type Measure } from './measure';

interface MeasureFormProps {
  /** The measure to edit; undefined for a new one. */
  measure: Measure | undefined;
  outcomes: readonly Labeled[];
  /** Numeric parameters, which a price can depend on. */
  parameters: readonly Parameter[];
  onSave: (measure: Measure) => void;
  onClose: () => void;
}

interface ValueInput {
  constant: string;
  factor: string;
}

const empty: ValueInput = { constant: '', factor: '' };
const maxNameCharacters = 80;

/** Name, unit and the value of each outcome. The sentence shows what the measure means while the user types. */
export function MeasureForm({ measure, outcomes, parameters, onSave, onClose }: MeasureFormProps) {
  const [name, setName] = useState(measure?.name ?? 'Revenue');
  const [unit, setUnit] = useState(measure?.unit ?? '');
  const [parameter, setParameter] = useState(measure?.parameter ?? '');
  const [inputs, setInputs] = useState(() => inputsOf(measure));
  const changed: Measure = {
    id: measure?.id ?? crypto.randomUUID(),
    name: name.trim(),
    unit: unit.trim(),
    parameter: parameter || null,
    values: valuesOf(outcomes, inputs, parameter !== ''),
  };
  const parameterLabel = parameters.find(({ id }) => id === parameter)?.label;
  return (
    <FormDialog
      form={{ submit: () => onSave(changed) }}
      action="Save the measure"
      onClose={onClose}
      title={measure ? `Edit ${measure.name}` : 'Define a measure'}
      description="Each agent contributes the value of its outcome. Negative values, such as costs, are allowed."
    >
      <div className="measures-names">
        <TextField label="Name" required maxLength={maxNameCharacters} value={name} onChange={setName} />
        <TextField label="Unit" hint="Optional, such as CHF." maxLength={20} value={unit} onChange={setUnit} />
      </div>
      {parameters.length > 0 && (
        <SelectField
          label="Price that follows a parameter"
          hint="With a parameter, the value of an outcome is a fixed part plus a part that is multiplied by the value of the parameter."
          value={parameter}
          onChange={setParameter}
          options={[
            { value: '', label: 'None: all values are fixed' },
            ...parameters.map(({ id, label }) => ({ value: id, label })),
          ]}
        />
      )}
      <ValueFields outcomes={outcomes} inputs={inputs} onChange={setInputs} parameterLabel={parameterLabel} />
      <p className="measures-sentence" dir="auto" aria-live="polite">
        {measureSentence(changed, outcomes, parameterLabel)}
      </p>
    </FormDialog>
  );
}

interface ValueFieldsProps {
  outcomes: readonly Labeled[];
  inputs: Record<string, ValueInput>;
  onChange: (inputs: Record<string, ValueInput>) => void;
  parameterLabel: string | undefined;
}

function ValueFields({ outcomes, inputs, onChange, parameterLabel }: ValueFieldsProps) {
  const field = (id: string, label: string, part: keyof ValueInput, text: string) => (
    <input
      className="input"
      type="number"
      step="any"
      inputMode="decimal"
      placeholder="0"
      aria-label={`${label}: ${text}`}
      value={inputs[id]?.[part] ?? ''}
      onChange={(event) => onChange({ ...inputs, [id]: { ...empty, ...inputs[id], [part]: event.target.value } })}
    />
  );
  return (
    <table className="measures-values">
      <thead>
        <tr>
          <th scope="col">Outcome</th>
          <th scope="col">{parameterLabel === undefined ? 'Value per agent' : 'Fixed part'}</th>
          {parameterLabel !== undefined && (
            <th scope="col" dir="auto">
              × {parameterLabel}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {outcomes.map(({ id, label }) => (
          <tr key={id}>
            <th scope="row" dir="auto">
              {label}
            </th>
            <td>{field(id, label, 'constant', parameterLabel === undefined ? 'value per agent' : 'fixed part')}</td>
            {parameterLabel !== undefined && <td>{field(id, label, 'factor', `multiplied by ${parameterLabel}`)}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}

function inputsOf(measure: Measure | undefined): Record<string, ValueInput> {
  const text = (value: number) => (value === 0 ? '' : String(value));
  return Object.fromEntries(
    Object.entries(measure?.values ?? {}).map(([id, { constant, factor }]) => [
      id,
      { constant: text(constant), factor: text(factor) },
    ]),
  );
}

function valuesOf(
  outcomes: readonly Labeled[],
  inputs: Record<string, ValueInput>,
  hasParameter: boolean,
): Measure['values'] {
  const number = (text: string | undefined) => (Number.isFinite(Number(text)) ? Number(text ?? 0) : 0);
  return Object.fromEntries(
    outcomes.map(({ id }) => {
      const { constant, factor } = inputs[id] ?? empty;
      return [id, { constant: number(constant), factor: hasParameter ? number(factor) : 0 }];
    }),
  );
}
