import { useMemo, useState } from 'react';
import { IntervalChart } from '../../../charts/interval-chart';
import { DataTable, type Column } from '../../../components/data-table';
import { SelectField } from '../../../components/field';
import { formatCount } from '../../../format/numbers';
import {
  formatDifference,
  formatDifferenceInterval,
  formatValue,
  formatValueInterval,
} from '../../../results/format-figure';
import { comparedValue, segmentEffects, type GroupEffect } from '../../../results/segment-effects';
import { smallGroupSize, type ResultInput } from './result-input';
import { Section } from './section';

const text = ({ figure }: GroupEffect, isBaseline: boolean) =>
  isBaseline ? formatValue(figure.unit, figure.value) : formatDifference(figure.unit, figure.difference);
const intervalText = ({ figure }: GroupEffect, isBaseline: boolean) =>
  isBaseline
    ? formatValueInterval(figure.unit, figure.interval)
    : formatDifferenceInterval(figure.unit, figure.differenceInterval);

const columnsOf = (isBaseline: boolean): Column<GroupEffect>[] => [
  {
    id: 'label',
    header: 'Group',
    cell: ({ label, agents }) => (
      <span dir="auto">
        {label}
        {agents < smallGroupSize && <span className="muted small"> (few agents)</span>}
      </span>
    ),
    sortBy: ({ label }) => label,
  },
  {
    id: 'agents',
    header: 'Agents',
    numeric: true,
    cell: ({ agents }) => formatCount(agents),
    sortBy: ({ agents }) => agents,
  },
  ...(isBaseline ? [] : [baselineColumn]),
  {
    id: 'effect',
    header: isBaseline ? 'Value' : 'Difference',
    numeric: true,
    cell: (row) => <strong>{text(row, isBaseline)}</strong>,
    sortBy: ({ figure }) => comparedValue(figure, isBaseline),
  },
  { id: 'interval', header: '95% interval', numeric: true, cell: (row) => intervalText(row, isBaseline) },
];
const baselineColumn: Column<GroupEffect> = {
  id: 'baseline',
  header: 'Baseline',
  numeric: true,
  cell: ({ figure }) => formatValue(figure.unit, figure.baseline),
  sortBy: ({ figure }) => figure.baseline,
};
const attributeColumn: Column<GroupEffect> = {
  id: 'attribute',
  header: 'Attribute',
  cell: ({ attributeLabel }) => <span dir="auto">{attributeLabel}</span>,
  sortBy: ({ attributeLabel }) => attributeLabel,
};

/** Which agents react most: the effect on the headline figure by group. */
export function SegmentsSection({ summary, headline: { figure, isBaseline } }: ResultInput) {
  const effects = useMemo(
    () => segmentEffects(summary, figure.id, isBaseline, smallGroupSize),
    [summary, figure.id, isBaseline],
  );
  const [chosen, setChosen] = useState<string>();
  const shown = effects.find(({ attribute }) => attribute === chosen) ?? effects[0];
  const columns = useMemo(() => columnsOf(isBaseline), [isBaseline]);
  const all = useMemo(
    () =>
      effects
        .flatMap(({ groups }) => groups)
        .sort((a, b) => comparedValue(b.figure, isBaseline) - comparedValue(a.figure, isBaseline)),
    [effects, isBaseline],
  );
  if (!shown) return null;
  const hasIntervals = shown.groups.some((group) => group.figure.differenceInterval !== null);
  return (
    <Section
      title={isBaseline ? `${figure.label} by group` : 'Who changed'}
      intro={
        <>
          {isBaseline ? `${figure.label}, by group of agents.` : `The effect on “${figure.label}”, by group of agents.`}{' '}
          The list starts with the attribute whose groups differ most.{' '}
          {hasIntervals
            ? 'With many groups, some differences result from errors alone.'
            : 'The agents influence each other, so groups have no intervals of their own.'}
        </>
      }
    >
      <div className="result-select">
        <SelectField
          label="Attribute"
          value={shown.attribute}
          onChange={setChosen}
          options={effects.map(({ attribute, label }) => ({ value: attribute, label }))}
        />
      </div>
      <IntervalChart
        title={`${figure.label} by ${shown.label}, with 95% intervals`}
        rows={shown.groups.map((group) => ({
          label: group.label,
          value: comparedValue(group.figure, isBaseline),
          interval: isBaseline ? group.figure.interval : group.figure.differenceInterval,
        }))}
        format={(value) => (isBaseline ? formatValue(figure.unit, value) : formatDifference(figure.unit, value))}
        include={isBaseline ? [] : [0]}
      />
      <DataTable caption={`Groups by ${shown.label}`} columns={columns} rows={shown.groups} rowKey={({ key }) => key} />
      {effects.length > 1 && (
        <details className="result-details">
          <summary>
            All {formatCount(all.length)} groups of {formatCount(effects.length)} attributes, largest effect first
          </summary>
          <DataTable
            caption="All groups"
            columns={[attributeColumn, ...columns]}
            rows={all}
            rowKey={({ key }) => key}
          />
        </details>
      )}
    </Section>
  );
}
