import { DataTable } from '../../components/data-table';
import { IntervalChart } from '../../charts/interval-chart';
import { figureFormat } from '../../format/figures';
import { intervalNote } from '../../measures/interval-notes';
import type { Estimate } from '../../measures/linear-estimate';
import type { Measure } from '../../measures/measure';
import { measureDifference, measureEstimate } from '../../measures/measure-values';
import { pairOf } from './measure-pair';
import type { ComparedPair } from './difference-sections';
import type { Simulation } from './use-comparisons';

interface CompareMeasureProps {
  measure: Measure;
  first: Simulation;
  pairs: readonly ComparedPair[];
  groups: readonly { id: string; outcomes: readonly string[] }[];
}

interface MeasureRow {
  letter: string;
  value: Estimate;
  /** Undefined for the first simulation. */
  difference?: Estimate;
}

/** A measure of the user in each simulation, and its paired difference from the first one. */
export function CompareMeasure({ measure, first, pairs, groups }: CompareMeasureProps) {
  const compared = pairs.map(({ comparison, simulation, letter }) => ({
    letter,
    pair: pairOf(comparison, simulation.scenario_context, first.scenario_context, groups),
  }));
  const [reference] = compared;
  if (!reference) return null;
  const { scenario, shares } = reference.pair.first;
  const rows: MeasureRow[] = [
    { letter: 'A', value: measureEstimate(measure, scenario, shares) },
    ...compared.map(({ letter, pair }) => ({
      letter,
      value: measureEstimate(measure, pair.second.scenario, pair.second.shares),
      difference: measureDifference(measure, pair),
    })),
  ];
  const differences = rows.flatMap(({ difference }) => difference ?? []);
  const value = figureFormat({ kind: 'mean', unit: measure.unit }, false);
  const change = figureFormat({ kind: 'mean', unit: measure.unit }, true);
  const cell = (format: typeof value, estimate: Estimate | undefined) =>
    estimate && (
      <>
        {format.value(estimate.value)}
        <br />
        <span className="small muted">
          {format.interval(estimate.interval)}
          {estimate.kind === 'conservative' && ' (conservative bound)'}
        </span>
      </>
    );
  return (
    <>
      <IntervalChart
        title={`${measure.name} per 1,000 agents: differences from A`}
        rows={rows.flatMap(({ letter, difference }) =>
          difference ? [{ label: `${letter} minus A`, value: difference.value, interval: difference.interval }] : [],
        )}
        format={change.value}
        include={[0]}
      />
      <DataTable
        caption={`${measure.name} per 1,000 agents`}
        rows={rows}
        rowKey={({ letter }) => letter}
        columns={[
          { id: 'letter', header: 'Simulation', cell: ({ letter }) => letter },
          {
            id: 'value',
            header: `${measure.name} per 1,000 agents`,
            numeric: true,
            cell: (row) => cell(value, row.value),
          },
          { id: 'difference', header: 'Minus A', numeric: true, cell: (row) => cell(change, row.difference) },
        ]}
      />
      <p className="small muted">
        {intervalNote(
          differences.map(({ kind }) => kind),
          pairs.flatMap(({ comparison }) => comparison.outcomes.map(({ difference_errors }) => difference_errors)),
        )}
      </p>
    </>
  );
}
