import type { ReactNode } from 'react';
import { Button } from '../components/notice';
import { DecimalField, SelectField } from '../components/field';
import { isOutsideCalibratedRange, studiedRange, type NumberParameter, type Parameter } from './parameters';
import './parameter-form.css';

/** A parameter to vary, as typed. An empty end is the default of the service. */
export interface RangeInput {
  id: string;
  from: string;
  to: string;
}

export const startRange = (id: string): RangeInput => ({ id, from: '', to: '' });

export function rangeOf({ id, from, to }: RangeInput) {
  return { name: id, ...(from !== '' && { from: Number(from) }), ...(to !== '' && { to: Number(to) }) };
}

/** The fields of varied parameters, for the problems of a request. */
export const rangeFields = (ranges: readonly RangeInput[]): string[] =>
  ranges.flatMap((_, index) => ['', '.from', '.to'].map((part) => `parameters.${index}${part}`));

interface RangesFieldProps {
  ranges: readonly RangeInput[];
  onChange: (ranges: readonly RangeInput[]) => void;
  parameters: readonly Parameter[];
  minimum: number;
  maximum: number;
  problem: (path: string) => string | undefined;
}

export function RangesField({ ranges, onChange, parameters, minimum, maximum, problem }: RangesFieldProps) {
  const unused = parameters.filter(({ id }) => ranges.every((range) => range.id !== id));
  const [next] = unused;
  return (
    <>
      {ranges.map((input, index) => (
        <ParameterRangeField
          key={index}
          legend={ranges.length === 1 ? 'Parameter to vary' : `Parameter ${index + 1}`}
          input={input}
          parameters={parameters.filter((own) => own.id === input.id || unused.includes(own))}
          onChange={(changed) => onChange(ranges.map((own, at) => (at === index ? changed : own)))}
          problem={(part) => problem(`parameters.${index}${part && `.${part}`}`)}
          action={
            ranges.length > minimum && (
              <Button size="small" onClick={() => onChange(ranges.filter((_, at) => at !== index))}>
                Remove parameter {index + 1}
              </Button>
            )
          }
        />
      ))}
      {ranges.length < maximum && next && (
        <div>
          <Button onClick={() => onChange([...ranges, startRange(next.id)])}>
            {ranges.length === 0 ? 'Choose the parameters' : 'Add a parameter'}
          </Button>
        </div>
      )}
    </>
  );
}

interface ParameterRangeFieldProps {
  legend: string;
  input: RangeInput;
  /** Parameters that this field can select, with the selected one. */
  parameters: readonly Parameter[];
  onChange: (input: RangeInput) => void;
  /** The problem of a part of the field: an empty path, `from` or `to`. */
  problem: (part: string) => string | undefined;
  action?: ReactNode;
}

/** A parameter and the range in which an analysis varies it. Default: the values of the data. */
function ParameterRangeField(props: ParameterRangeFieldProps) {
  const { legend, input, parameters, onChange, problem, action } = props;
  const parameter = parameters.find(({ id }) => id === input.id);
  return (
    <fieldset className="panel stack">
      <legend>{legend}</legend>
      <SelectField
        label="Parameter"
        hint={parameter?.description}
        error={problem('')}
        value={input.id}
        onChange={(id) => onChange(startRange(id))}
        options={parameters.map(({ id, label }) => ({ value: id, label }))}
      />
      {parameter?.kind === 'number' && <Ends {...{ parameter, input, onChange, problem }} />}
      {parameter?.kind === 'option' && (
        <p className="muted small" dir="auto">
          Takes all its options: {parameter.options.map(({ label }) => label).join(', ')}.
        </p>
      )}
      {action && <div>{action}</div>}
    </fieldset>
  );
}

type EndsProps = Pick<ParameterRangeFieldProps, 'input' | 'onChange' | 'problem'> & { parameter: NumberParameter };

function Ends({ parameter, input, onChange, problem }: EndsProps) {
  const [low, high] = studiedRange(parameter);
  const ends = [input.from, input.to].filter((text) => text !== '');
  const isOutside = ends.some((text) => isOutsideCalibratedRange(parameter, Number(text)));
  const field = (part: 'from' | 'to', label: string, initial: number) => (
    <DecimalField
      label={label}
      error={problem(part)}
      placeholder={String(initial)}
      value={input[part]}
      onChange={(text) => onChange({ ...input, [part]: text })}
    />
  );
  return (
    <>
      <div className="columns">
        {field('from', 'From', low)}
        {field('to', 'To', high)}
      </div>
      <p className="muted small" dir="auto">
        Unit: {parameter.unit}. Empty: the data, {low} to {high}. You can type {parameter.minimum} to{' '}
        {parameter.maximum}.
      </p>
      <div role="status">
        {isOutside && <span className="parameter-warning">A part of this range is outside the data.</span>}
      </div>
    </>
  );
}
