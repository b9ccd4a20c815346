import { useMemo } from 'react';
import { Badge } from '../../../components/badge';
import { DataTable, type Column } from '../../../components/data-table';
import {
  settingText,
  isOutsideCalibratedRange,
  parametersOf,
  rangeText,
  valueOf,
  type Parameter,
  type ParameterValue,
} from '../../../parameter-form';
import type { ResultInput } from './result-input';
import { Section } from './section';

interface UsedParameter {
  parameter: Parameter;
  value: ParameterValue;
  isChanged: boolean;
}

const columns: Column<UsedParameter>[] = [
  { id: 'label', header: 'Parameter', cell: ({ parameter }) => <span dir="auto">{parameter.label}</span> },
  {
    id: 'value',
    header: 'Value',
    cell: ({ parameter, value, isChanged }) => (
      <span className="row">
        <span dir="auto">
          {isChanged ? <strong>{settingText(parameter, value)}</strong> : settingText(parameter, value)}
        </span>
        {isChanged && <Badge kind="accent">changed</Badge>}
        {isOutsideCalibratedRange(parameter, value) && <Badge kind="warning">outside the data</Badge>}
      </span>
    ),
  },
  {
    id: 'default',
    header: 'Default',
    cell: ({ parameter }) => <span dir="auto">{settingText(parameter, parameter.default)}</span>,
  },
  {
    id: 'range',
    header: 'Range in the data',
    cell: ({ parameter }) => (parameter.calibratedRange ? rangeText(parameter, parameter.calibratedRange) : ''),
  },
];

/** The values of all parameters, the changed ones first. */
export function ParametersSection({ simulation, model }: ResultInput) {
  const rows = useMemo(() => {
    const all = parametersOf(model).map((parameter): UsedParameter => {
      const value = valueOf(parameter, simulation.scenario_context);
      return { parameter, value, isChanged: value !== parameter.default };
    });
    return [...all.filter(({ isChanged }) => isChanged), ...all.filter(({ isChanged }) => !isChanged)];
  }, [model, simulation]);
  return (
    <Section title="Parameters used">
      {rows.length === 0 ? (
        <p className="muted">This workflow has no parameters.</p>
      ) : (
        <DataTable caption="Parameters" columns={columns} rows={rows} rowKey={({ parameter }) => parameter.id} />
      )}
    </Section>
  );
}
