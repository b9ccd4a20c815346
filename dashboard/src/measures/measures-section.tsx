import { type ReactNode, useState } from 'react';
import { Button } from '../components/notice';
import { type Parameter, parametersOf } from '../parameter-form/parameters';
import { type Labeled, type Measure, measureSentence, useMeasures } from './measure';
import type { CaseStudy } from '../workflow/use-workflow';
import { SelectField, TextField } from '../components/field';
import { FormDialog } from '../components/form';
import './measures.css';

interface MeasuresSectionProps {
  workflow: CaseStudy;
  outcomes: readonly Labeled[];
  children: (measure: Measure) => ReactNode;
}

/** The measures of money of a workflow whose price is a parameter. Others depend on the agent, so that only goals compute them. */
function offeredMeasures({ money_measures: all }: Pick<CaseStudy, 'money_measures'>): Measure[] {
  return all
    .filter(({ parameter, values }) => Object.values(values).every((name) => name === parameter))
    .map(({ label, unit, parameter, values }) => ({
      ...{ id: `offered:${parameter}`, name: label, unit, parameter },
      values: Object.fromEntries(Object.keys(values).map((id) => [id, { constant: 0, factor: 1 }])),
    }));
}

/** The measures of the user for this workflow, such as revenue. They are stored in this browser. */
export function MeasuresSection({ workflow, outcomes, children }: MeasuresSectionProps) {
  const { measures, save, remove } = useMeasures(workflow.workflow_id);
  const [edited, setEdited] = useState<Measure | 'new'>();
  const parameters = parametersOf(workflow).filter(({ kind }) => kind === 'number');
  const titleOf = (id: string | null) => parameters.find((parameter) => parameter.id === id)?.label;
  if (outcomes.length === 0) return null;
  return (
    <section className="stack" aria-labelledby="measures">
      <div className="between">
        <h2 id="measures">Your measures</h2>
        <div className="row">
          {offeredMeasures(workflow)
            .filter(({ parameter, name }) => measures.every((own) => own.parameter !== parameter || own.name !== name))
            .map((measure) => (
              <Button key={measure.parameter} onClick={() => setEdited(measure)}>
                Add {measure.name.toLowerCase()} by {titleOf(measure.parameter)}
              </Button>
            ))}
          <Button onClick={() => setEdited('new')}>Define a measure</Button>
        </div>
      </div>
      {measures.length === 0 && (
        <p className="muted">
          A measure gives each outcome a value, such as a fare, a margin or a cost. Define one to see revenue, margin or
          any other sum. It is stored in this browser.
        </p>
      )}
      {measures.map((measure) => (
        <article key={measure.id} className="panel stack">
          <div className="between">
            <h3 dir="auto">{measure.name}</h3>
            <div className="row">
              <Button size="small" of={measure.name} onClick={() => setEdited(measure)}>
                Edit
              </Button>
              <Button size="small" of={measure.name} onClick={() => remove(measure.id)}>
                Delete
              </Button>
            </div>
          </div>
          <p className="measures-sentence" dir="auto">
            {measureSentence(measure, outcomes, titleOf(measure.parameter))}
          </p>
          {children(measure)}
        </article>
      ))}
      {edited && (
        <MeasureForm
          measure={edited === 'new' ? undefined : edited}
          outcomes={outcomes}
          parameters={parameters}
          onClose={() => setEdited(undefined)}
          onSave={(measure) => {
            save(measure);
            setEdited(undefined);
          }}
        />
      )}
    </section>
  );
}

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
function MeasureForm({ measure, outcomes, parameters, onSave, onClose }: MeasureFormProps) {
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
          none="None: all values are fixed"
          options={parameters.map(({ id, label }) => ({ value: id, label }))}
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
