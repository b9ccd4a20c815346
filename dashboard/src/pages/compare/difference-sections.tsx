import { IntervalChart } from '../../charts/interval-chart';
import { DataTable } from '../../components/data-table';
import { figureFormat } from '../../format/figures';
import { formatCount, formatPoints, formatAgents } from '../../format/numbers';
import { meanRows, shareRows, type DifferenceRow } from './difference-rows';
import { ReportButton } from './report-button';
import type { Comparison, Simulation } from './use-comparisons';

export interface ComparedPair {
  comparison: Comparison;
  simulation: Simulation;
  letter: string;
}

/** For each simulation: its differences from A, as a chart and as a table. */
export function DifferenceSections({ pairs, referenceId }: { pairs: readonly ComparedPair[]; referenceId: string }) {
  return pairs.map(({ comparison, letter }) => {
    const id = `compare-${letter}`;
    const means = meanRows(comparison.measures);
    const all = [...shareRows(comparison.outcomes), ...shareRows(comparison.outcome_groups)];
    const isHeadline = (row: DifferenceRow) => row.id === comparison.headline.outcome;
    const shares = [...all.filter(isHeadline), ...all.filter((row) => !isHeadline(row))];
    return (
      <section key={comparison.simulation_id} className="stack" aria-labelledby={id}>
        <div className="compare-head">
          <h2 id={id}>{letter} compared with A</h2>
          <ReportButton simulationId={comparison.simulation_id} withId={referenceId} />
        </div>
        <IntervalChart
          title={`Differences of the shares, ${letter} minus A, with 95% intervals`}
          rows={shareRows(comparison.outcomes).map(({ label, difference, differenceInterval }) => ({
            label,
            value: difference,
            interval: differenceInterval,
          }))}
          format={formatPoints}
          include={[0]}
        />
        <DifferenceTable caption={`Shares, ${letter} compared with A`} rows={shares} letter={letter} />
        {means.length > 0 && (
          <DifferenceTable caption={`Means, ${letter} compared with A`} rows={means} letter={letter} />
        )}
        <p className="small muted">
          {changedAgentsText(comparison, letter)} Intervals are 95% intervals.
          {comparison.agents.evaluated &&
            ` A and ${letter} ran with different agents, so the scenario of A was evaluated on the agents of ${letter}.`}
          {comparison.agents.meet &&
            ' Agents of this workflow interact, so the intervals of differences combine the errors of both simulations, which is conservative.'}
        </p>
      </section>
    );
  });
}

interface DifferenceTableProps {
  caption: string;
  rows: readonly DifferenceRow[];
  letter: string;
}

function DifferenceTable({ caption, rows, letter }: DifferenceTableProps) {
  const cell = (row: DifferenceRow, value: number, interval: DifferenceRow['firstInterval'], isDifference: boolean) => {
    const format = figureFormat(row, isDifference);
    return (
      <>
        {format.value(value)}
        <br />
        <span className="small muted">{format.interval(interval)}</span>
      </>
    );
  };
  return (
    <DataTable
      caption={caption}
      rows={rows}
      rowKey={({ id }) => id}
      columns={[
        {
          id: 'label',
          header: 'Result',
          cell: ({ label }) => (
            <span className="compare-name" dir="auto">
              {label}
            </span>
          ),
        },
        { id: 'first', header: 'A', numeric: true, cell: (row) => cell(row, row.first, row.firstInterval, false) },
        { id: 'other', header: letter, numeric: true, cell: (row) => cell(row, row.other, row.otherInterval, false) },
        {
          id: 'difference',
          header: `${letter} minus A`,
          numeric: true,
          cell: (row) => cell(row, row.difference, row.differenceInterval, true),
          sortBy: ({ difference }) => difference,
        },
      ]}
    />
  );
}

/** How many agents have another outcome. */
function changedAgentsText({ agents, flows }: Comparison, letter: string): string {
  const same = flows.counts.reduce((total, row, index) => total + (row[index] ?? 0), 0);
  return `${formatCount(agents.compared - same)} of ${formatAgents(agents.compared)} have another outcome in ${letter} than in A.`;
}
